import { expect, test } from 'vitest';
import { expectNoComplaints, PHONE, type WatchedPage } from '../../rig/browser/panel.ts';
import { needBrowser } from '../../rig/needs.ts';
import { bodyOf, button, cursorMoved, makeArticle, pasteCopied, press, state, stored } from './desk.ts';

const panel = await needBrowser();

async function openText(content: string, viewport = { width: 1280, height: 900 }) {
  const { slug } = await makeArticle(panel, { title: 'Блоки', content, status: 'draft' });
  const page = await panel.open(`/admin/news/edit/${slug}`, {
    viewport,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  return { page, saved: () => save(page, slug) };
}

async function save(page: WatchedPage, slug: string): Promise<string> {
  await state(page, 'Не сохранено');
  await page.keyboard.press('ControlOrMeta+s');
  await state(page, 'Сохранено');
  return (await stored(panel, slug)).content;
}

test('blocks are put and left by keys alone', async () => {
  const { page, saved } = await openText('');
  await bodyOf(page).focus();
  const type = (text: string) => page.keyboard.type(text);
  const key = (name: string) => page.keyboard.press(name);
  await type('/табл');
  await key('Enter');
  await page.getByRole('dialog', { name: 'Новая таблица' }).waitFor();
  await type('2');
  await key('Tab');
  await type('2');
  await key('Enter');
  await page.getByRole('group', { name: 'Таблица' }).waitFor();
  for (const word of ['Место', 'Кто', '1', 'Анна', '2', 'Вера']) {
    if (word !== 'Место') await key('Tab');
    await type(word);
  }
  await key('Enter');
  await type('Минск');
  await key('ControlOrMeta+Enter');
  await type('/свёр');
  await key('Enter');
  await type('Правила');
  await key('Enter');
  await type('Один голос');
  await key('Enter');
  await type('с телефона');
  await key('ControlOrMeta+Enter');
  await type('Пойте громче');
  await key('ControlOrMeta+Alt+q');
  await type('Анна');
  await key('Enter');
  await type('/кноп');
  await key('Enter');
  await page.getByRole('textbox', { name: 'Надпись' }).fill('Голосовать');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Адрес' }).fill('/vote');
  await key('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await key('Enter');
  await type('H');
  await key('ControlOrMeta+,');
  await type('2');
  expect(await saved()).toBe(
    '<table><thead><tr><th>Место</th><th>Кто</th></tr></thead><tbody><tr><td>1</td><td>Анна</td></tr><tr><td>2</td><td>Вера<br>Минск</td></tr></tbody></table>' +
      '<details><summary>Правила</summary><p>Один голос</p><p>с телефона</p></details>' +
      '<blockquote>Пойте громче<footer>Анна</footer></blockquote>' +
      '<p class="button"><a href="/vote">Голосовать</a></p><p>H<sub>2</sub></p>',
  );
  expectNoComplaints(page);
});

test('a table is changed by the row of tools that comes with it', async () => {
  const table =
    '<table><thead><tr><th>а</th><th>б</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table>';
  const { page, saved } = await openText(`<p>до</p>${table}`);
  const clickOn = async (text: string) => {
    await bodyOf(page).getByText(text, { exact: true }).click();
    await cursorMoved(page);
  };
  const inRow = (name: string) =>
    page.getByRole('group', { name: 'Таблица' }).getByRole('button', { name, exact: true });
  await bodyOf(page).getByText('до').click();
  await expect.poll(() => page.getByRole('group', { name: 'Таблица' }).count()).toBe(0);
  await clickOn('2');
  await inRow('Столбец справа').click();
  await inRow('Строка ниже').click();
  await clickOn('3');
  await inRow('Удалить строку').click();
  await clickOn('а');
  await inRow('Строка заголовков').click();
  await clickOn('1');
  await page.keyboard.press('End');
  await cursorMoved(page);
  await page.keyboard.press('Shift+ArrowRight');
  await cursorMoved(page);
  await inRow('Объединить ячейки').click();
  await inRow('Подпись таблицы').click();
  await page.keyboard.type('Итоги');
  expect(await saved()).toBe(
    '<p>до</p><table><caption>Итоги</caption><tbody><tr><td>а</td><td>б</td><td></td></tr>' +
      '<tr><td colspan="2">1<br>2</td><td></td></tr><tr><td></td><td></td><td></td></tr></tbody></table>',
  );
  await page.keyboard.type(' дня');
  await inRow('Удалить таблицу').click();
  expect(await saved()).toBe('<p>до</p><p><br></p>');
  await page.keyboard.press('ControlOrMeta+z');
  expect(await saved()).toContain('<caption>Итоги дня</caption>');
  await clickOn('б');
  await pasteCopied(page, { html: '<table><tr><td>в</td><td>г</td></tr></table>', text: 'в\tг' });
  expect(await saved()).toContain('<tr><td>а</td><td>в</td><td>г</td></tr>');
  await clickOn('г');
  await pasteCopied(page, { html: '<h2>д</h2><ul><li>е</li></ul>', text: 'д\nе' });
  expect(await saved()).toContain('<td>гд<br>е</td>');
  expectNoComplaints(page);
});

test('on a phone a table is widened inside itself, with tools of a finger’s size', async () => {
  const wide = `<table><tbody><tr>${'<td>достопримечательность</td>'.repeat(6)}</tr></tbody></table>`;
  const { page, saved } = await openText(`${wide}<p>после</p>`, PHONE);
  await bodyOf(page).getByText('достопримечательность').first().click();
  await cursorMoved(page);
  const row = page.getByRole('group', { name: 'Таблица' });
  const boxes = await Promise.all((await row.getByRole('button').all()).map((each) => each.boundingBox()));
  expect(boxes.length).toBe(11);
  expect(boxes.filter((box) => !box || box.width < 44 || box.height < 44)).toEqual([]);
  await press(page, 'Строка выше');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await saved()).toContain(`<tr>${'<td></td>'.repeat(6)}</tr>`);
  await button(page, 'Предпросмотр').waitFor();
});
