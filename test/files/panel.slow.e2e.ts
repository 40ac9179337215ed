import { expect, test } from 'vitest';
import { click, eventually, findBarriers } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';
import { audio, pdf } from '../rig/world/files.ts';

const panel = await needBrowser();

test('the library of files takes several at once, shows refusals, finds, deletes what nothing needs, and says as that of pictures does what is left of the day once half of it is used', async () => {
  const page = await panel.open('/admin/files');
  await page.getByText('Файлов пока нет').waitFor();
  await page.locator('input[type=file]').setInputFiles([
    { name: 'Правила конкурса.pdf', mimeType: 'application/pdf', buffer: pdf('x', 1_400_000) },
    { name: 'Гимн.mp3', mimeType: 'audio/mpeg', buffer: await audio('tone.mp3') },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('просто текст') },
  ]);
  await page.getByText(/^Ошибка загрузки файла: Такой файл загрузить нельзя/).waitFor();
  await page.getByRole('button', { name: 'Убрать сообщение: notes.txt' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Правила конкурса.pdf' });
  await row.getByText(/^PDF, 1,3\sМБ, загружен: сегодня/).waitFor();
  await page.getByText(/^MP3, 8\sКБ, загружен: сегодня/).waitFor();
  await row.getByText('Нигде не используется.').waitFor();
  await page.getByRole('searchbox').fill('ПРАВИЛА');
  await eventually(() => page.locator('main li').count()).toBe(1);
  await click(page, 'Удалить: Правила конкурса.pdf', 'Файл удалён: «Правила конкурса.pdf».');
  await eventually(() => page.locator('main li').count()).toBe(0);
  await page.getByRole('button', { name: 'Отменить' }).click();
  await eventually(() => page.locator('main li').count()).toBe(1);
  await page.getByRole('button', { name: 'Удалить: Правила конкурса.pdf' }).click();
  await click(page.getByRole('region', { name: 'Отмена' }), 'Закрыть', page.getByText('Ничего не нашлось'));
  await page.getByRole('searchbox').fill('');
  await eventually(() => page.locator('main li').count()).toBe(1);
  expect(await findBarriers(page)).toEqual([]);
  // The browser's own words of the refused file.
  expect(page.complaints.filter((line) => !line.includes('415'))).toEqual([]);

  const GIB = 1024 ** 3;
  const { db } = panel.site.store;
  const use = async (bytes: number) => {
    await db.deleteFrom('upload_days').execute();
    const row = { username: 'admin', day: new Date().toISOString().slice(0, 10), kibibytes: bytes / 1024 };
    await db.insertInto('upload_days').values(row).execute();
  };
  expect(await page.getByText('Сегодня можно загрузить').count()).toBe(0);
  await use(30.5 * GIB);
  const file = { name: 'a.pdf', mimeType: 'application/pdf', buffer: pdf('a') };
  await page.locator('input[type=file]').setInputFiles([file]);
  await page.getByText(/Сегодня можно загрузить ещё 1,5\sГБ из 32,0\sГБ\.$/).waitFor();
  await use(32 * GIB);
  await page.goto(`${panel.server.origin}/admin/images`);
  const said = /загрузить за день \(32,0\sГБ\), загружено\. Снова можно: (сегодня|завтра), \d\d:\d\d\.$/;
  await page.getByText(said).waitFor();
});
