import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signIn } from '../../rig/browser/panel.ts';
import { needBrowser } from '../../rig/needs.ts';
import { bodyOf, button, openArticle, saveByKeys, state, titleOf, unsaved, write } from './desk.ts';

const ANNA = { username: 'anna', password: 'кашалот ищет тёплое море' };

const panel = await needBrowser();
await panel.call('POST', '/admin/admins', ANNA);

const open = (fields: object) => openArticle(panel, { status: 'published', ...fields });
const texts = (page: Page) => bodyOf(page).locator('p').allTextContents();
const isJoined = (page: Page, what: string) =>
  page.getByText(`Тем временем новость изменили: ${what}. Ваши правки объединены с этими.`).waitFor();

async function openByBoth(fields: object) {
  const { page: mine, slug, article } = await open(fields);
  const before = (await bodyOf(mine).boundingBox())?.y;
  const hers = await panel.open(`/admin/news/edit/${slug}`, { token: await signIn(panel.server.origin, ANNA) });
  await bodyOf(hers).waitFor();
  return { mine, hers, article, before };
}

test('two editors of one article see each other, the first one too, and hear of a save as soon as it was made', async () => {
  const { mine, hers, before } = await openByBoth({});
  await mine.getByText('Сейчас новость открыта у anna.').waitFor();
  await hers.getByText('Сейчас новость открыта у admin.').waitFor();
  await write(hers, ' Фраза Анны.');
  await titleOf(mine).fill('Мой заголовок');
  await saveByKeys(hers);
  await mine.getByText(/Новая версия от anna \d+\sс назад/).waitFor();
  expect((await bodyOf(mine).boundingBox())?.y).toBe(before);
  await button(mine, 'Посмотреть').click();
  const dialog = mine.getByRole('dialog', { name: 'Новая версия: anna' });
  await expect.poll(() => dialog.locator('ins').textContent()).toContain('Фраза Анны.');
  await dialog.getByRole('button', { name: 'Соединить с моими правками' }).click();
  await expect.poll(() => bodyOf(mine).textContent()).toBe('Начало. Фраза Анны.');
  await expect.poll(() => titleOf(mine).inputValue()).toBe('Мой заголовок');
  await state(mine, 'Не сохранено');
  await expect.poll(() => button(mine, 'Посмотреть').count()).toBe(0);
});

test('two editors of one article who changed different fields, or different paragraphs, both get their way without a question', async () => {
  const { page, slug, article } = await open({ content: '<p>Раз.</p><p>Два.</p><p>Три.</p>' });
  await write(page, ' Мой текст.');
  await panel.call('PUT', `/admin/news/${slug}`, { title: 'Заголовок Анны', content: '<p>Раз.</p><p>Три.</p>' });
  await saveByKeys(page);
  await isJoined(page, 'заголовок, текст');
  await expect.poll(() => titleOf(page).inputValue()).toBe('Заголовок Анны');
  expect(await article()).toMatchObject({ title: 'Заголовок Анны', content: '<p>Раз.</p><p>Три. Мой текст.</p>' });
  await expect.poll(() => texts(page)).toEqual(['Раз.', 'Три. Мой текст.']);
});

test('two editors of one article may put the question off, which stores nothing and loses nothing, or take theirs; one step brings mine back, and so does the offer when the article is opened again', async () => {
  const { mine, hers, article } = await openByBoth({ content: '<p>Общее начало.</p><p>Общий конец.</p>' });
  await write(hers, ' Фраза Анны.');
  await saveByKeys(hers);
  await write(mine, ' Моя фраза.');
  const dialog = mine.getByRole('alertdialog', { name: 'Пока вы писали, сохранена версия anna' });
  const hasMine = () => expect.poll(() => bodyOf(mine).textContent()).toContain('Моя фраза.');
  await mine.keyboard.press('ControlOrMeta+s');
  await dialog.waitFor();
  await mine.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await state(mine, 'Не сохранено');
  await hasMine();
  expect((await article()).content).not.toContain('Моя фраза.');

  await mine.keyboard.press('ControlOrMeta+s');
  await dialog.getByRole('radio', { name: 'Взять версию anna' }).check();
  await dialog.getByRole('button', { name: 'Сохранить так' }).click();
  await state(mine, 'Сохранено');
  expect((await article()).content).toContain('Фраза Анны.');
  await expect.poll(() => bodyOf(mine).textContent()).not.toContain('Моя фраза.');
  await bodyOf(mine).click();
  await mine.keyboard.press('ControlOrMeta+z');
  await hasMine();
  await mine.keyboard.press('ControlOrMeta+Shift+z');
  await state(mine, 'Сохранено');
  await mine.reload();
  await unsaved(mine).getByText('Моя фраза.').waitFor();
  await button(mine, 'Восстановить').click();
  await hasMine();
});

test('text left behind meets what others saved since', async () => {
  const { page, slug, article } = await open({});
  await write(page, ' Забытая фраза.');
  await page.close();
  await panel.call('PUT', `/admin/news/${slug}`, { title: 'Вернулся позже' });
  const again = await page.context().newPage();
  await again.goto(`${panel.server.origin}/admin/news/edit/${slug}`);
  await button(again, 'Восстановить').click();
  await saveByKeys(again);
  expect(await article()).toMatchObject({ title: 'Вернулся позже', content: '<p>Начало. Забытая фраза.</p>' });
});
