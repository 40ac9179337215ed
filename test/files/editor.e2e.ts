import { expect, test } from 'vitest';
import { bodyOf, button, give, makeArticle, state, stored, write } from '../panel/editor/desk.ts';
import { findBarriers } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';
import { audio, pdf } from '../rig/world/files.ts';

const panel = await needBrowser();

test('files are dropped and pasted into a text, named there, refused with a reason, and read by anybody', async () => {
  const { slug } = await makeArticle(panel, { title: 'Файлы', status: 'draft' });
  const page = await panel.open(`/admin/news/edit/${slug}`);
  await write(page, '');
  const rules = { name: 'Правила конкурса.pdf', type: 'application/pdf', bytes: pdf() };
  await give(page, 'drop', [rules, { name: 'Гимн.mp3', type: '', bytes: await audio('tone.mp3') }]);
  const file = page.locator('.tiptap figure.file a');
  await file.getByText('Правила конкурса', { exact: true }).waitFor();
  await page.locator('.tiptap figure.audio a').getByText('Гимн', { exact: true }).waitFor();
  await give(page, 'paste', [{ name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('просто текст') }]);
  await page.getByText(/^Ошибка загрузки файла: Такой файл загрузить нельзя/).waitFor();
  await button(page, 'Убрать').click();

  await file.click();
  await page.keyboard.press('End');
  await page.keyboard.type(' и приложение');
  await page.keyboard.press('ControlOrMeta+s');
  await state(page, 'Сохранено');
  const { content } = await stored(panel, slug);
  const kept = /<figure class="file"><a href="\/uploads\/\w{32}\.pdf">Правила конкурса и приложение<\/a><\/figure>/;
  expect(content).toMatch(kept);
  expect(content).toMatch(/<figure class="audio"><a href="\/uploads\/\w{32}\.mp3">Гимн<\/a><\/figure>/);
  await page.reload();
  await bodyOf(page).locator('figure.audio').waitFor();
  expect(await findBarriers(page)).toEqual([]);

  await panel.call('PUT', `/admin/news/${slug}`, { status: 'published' });
  const read = await panel.open(`/news/${slug}`, { token: null, colorScheme: 'dark' });
  const card = read.getByRole('link', { name: 'Правила конкурса и приложение PDF, 1 КБ' });
  const [download] = await Promise.all([read.waitForEvent('download'), card.click()]);
  expect(download.suggestedFilename()).toBe('Правила конкурса.pdf');
  expect(await findBarriers(read)).toEqual([]);
});
