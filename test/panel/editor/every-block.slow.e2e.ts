import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { figureOf } from '../../embeds/figure.ts';
import { chooseFiles, DESKTOP, expectNoComplaints, PHONE } from '../../rig/browser/panel.ts';
import { needBrowser } from '../../rig/needs.ts';
import { audio, pdf } from '../../rig/world/files.ts';
import { noise, pngFile } from '../../rig/world/pictures.ts';
import { bodyOf, cursorMoved, openArticle, tool, typeLines } from './desk.ts';

const panel = await needBrowser();

const VIDEO = 'https://vkvideo.ru/video-1_22';

function handOf(page: Page, point: 'click' | 'tap') {
  const last = (selector: string) => page.locator(`.tiptap ${selector}`).last();
  /** Again when nothing came of it: on a busy machine a tap may last as long as a press. */
  const on = (target: Locator, isDone: () => Promise<boolean>, where = {}) =>
    expect
      .poll(
        async () => {
          if (await isDone()) return true;
          await target[point](where);
          await cursorMoved(page);
          return isDone();
        },
        { interval: 1000 },
      )
      .toBe(true);
  const into = (selector: string) =>
    on(last(selector), () => last(selector).evaluate((text) => text.contains(getSelection()?.anchorNode ?? null)));
  const list = page.getByRole('listbox');
  const dialog = page.getByRole('dialog');
  return {
    /** Chooses a block for the empty paragraph at the cursor. */
    put: async (label: string) => {
      await on(page.getByRole('button', { name: 'Вставить блок' }), () => list.isVisible());
      await on(list.getByRole('option', { name: label, exact: true }), async () => !(await list.isVisible()));
    },
    use: async (label: string) => {
      const state = () => tool(page, label).getAttribute('aria-pressed');
      const before = await state();
      if (!(await tool(page, label).isVisible())) await on(tool(page, 'Ещё'), () => tool(page, label).isVisible());
      await on(tool(page, label), async () => (await state()) !== before);
    },
    answer: async (submit: string, ...answers: [field: string, words: string][]) => {
      for (const [name, words] of answers) await dialog.getByLabel(name, { exact: true }).fill(words);
      await on(dialog.getByRole('button', { name: submit, exact: true }), async () => !(await dialog.isVisible()));
    },
    press: (name: string) => dialog.getByRole('button', { name, exact: true })[point](),
    into,
    leave: async () => {
      const plus = page.getByRole('button', { name: 'Вставить блок' });
      const { width, height } = (await bodyOf(page).boundingBox()) ?? { width: 0, height: 0 };
      await on(bodyOf(page), () => plus.isVisible(), { position: { x: width / 2, y: height - 8 } });
    },
  };
}

async function writeAll(page: Page, hand: ReturnType<typeof handOf>): Promise<void> {
  const type = (...lines: string[]) => typeLines(page, ...lines);
  const into = async (selector: string, ...lines: string[]) => {
    await hand.into(selector);
    await type(...lines);
  };
  const choose = async (act: () => Promise<unknown>, block: string, ...files: Parameters<typeof given>[]) => {
    await chooseFiles(page, act, await Promise.all(files.map((each) => given(...each))));
    await page.locator(`.tiptap ${block}`).waitFor();
  };

  await hand.put('Заголовок 2');
  await type('Итоги', 'H');
  for (const [tool, letter, after] of [
    ['Подстрочный', '2', 'O, м'],
    ['Надстрочный', '2', ''],
  ] as const) {
    await hand.use(tool);
    await type(letter);
    await hand.use(tool);
    await type(after);
  }
  await type('', '');
  for (const label of ['Маркированный список', 'Нумерованный список']) {
    await hand.put(label);
    await type('раз', 'два', '', '');
  }
  await hand.put('Цитата');
  await type('Пойте громче');
  await hand.use('Цитата с автором');
  await type('Анна', '');

  await hand.put('Таблица');
  await hand.answer('Вставить', ['Столбцов', '2'], ['Строк', '2']);
  await page.getByRole('group', { name: 'Таблица' }).waitFor();
  await type('Место');
  await into('th:nth-child(2)', 'Кто');
  await into('td:nth-child(1)', '1');
  await into('td:nth-child(2)', 'Вера');
  await hand.leave();
  await hand.put('Свёрнутый текст');
  await type('Правила', 'Один голос');
  await hand.leave();
  await hand.put('Кнопка');
  await hand.answer('Готово', ['Надпись', 'Голосовать'], ['Адрес', '/vote']);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await type('', '');
  await hand.put('Видео или запись');
  await hand.answer('Вставить', ['Адрес', VIDEO]);
  await page.locator('.tiptap .embed-block').waitFor();

  await choose(() => hand.put('Аудио'), 'figure.audio', ['Гимн.mp3']);
  await choose(() => hand.put('Файл'), 'figure.file', ['Правила.pdf']);
  await hand.put('Изображение');
  await choose(() => hand.press('Выбрать файл'), '.image', ['сцена.png', 41]);
  await into('.image .caption', 'Хор на сцене', 'Анна Ли', '');
  await choose(() => hand.put('Галерея'), '.gallery', ['а.png', 42], ['б.png', 43]);
  await into('.gallery > .caption', 'Весь вечер', '');
  await hand.put('Разделитель');
  await hand.put('Блок кода');
  await type('a = 1');
}

async function given(name: string, width = 0) {
  if (name.endsWith('.mp3')) return { name, mimeType: 'audio/mpeg', buffer: await audio('tone.mp3') };
  if (name.endsWith('.pdf')) return { name, mimeType: 'application/pdf', buffer: pdf() };
  return pngFile(name, noise(width, 30, width));
}

const image = (width: number, words = '') =>
  `<figure class="image"><img src="/uploads/…" alt="" width="${width}" height="30">${words}</figure>`;
const EVERYTHING = [
  '<h2>Итоги</h2><p>H<sub>2</sub>O, м<sup>2</sup></p>',
  '<ul><li>раз</li><li>два</li></ul><ol><li>раз</li><li>два</li></ol>',
  '<blockquote>Пойте громче<footer>Анна</footer></blockquote>',
  '<table><thead><tr><th>Место</th><th>Кто</th></tr></thead><tbody><tr><td>1</td><td>Вера</td></tr></tbody></table>',
  '<details><summary>Правила</summary><p>Один голос</p></details>',
  '<p class="button"><a href="/vote">Голосовать</a></p>',
  figureOf(VIDEO),
  '<figure class="audio"><a href="/uploads/…">Гимн</a></figure>',
  '<figure class="file"><a href="/uploads/…">Правила</a></figure>',
  image(41, '<figcaption>Хор на сцене<cite>Анна Ли</cite></figcaption>'),
  `<figure class="gallery">${image(42)}${image(43)}<figcaption>Весь вечер</figcaption></figure>`,
  '<hr><pre data-language="plain">a = 1</pre>',
].join('');

test.each([
  ['mouse', 'click', { viewport: DESKTOP }],
  ['touch on a phone', 'tap', { viewport: PHONE, hasTouch: true }],
] as const)('an article with every block is written by %s', async (_name, point, options) => {
  const { page, saved } = await openArticle(panel, { content: '' }, options);
  await writeAll(page, handOf(page, point));
  expect((await saved()).replaceAll(/\/uploads\/\w{32}\.\w+/g, '/uploads/…')).toBe(EVERYTHING);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  expectNoComplaints(page);
});
