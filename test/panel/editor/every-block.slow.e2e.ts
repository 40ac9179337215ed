import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { figureOf } from '../../embeds/figure.ts';
import { chooseFiles, DESKTOP, expectNoComplaints, PHONE } from '../../rig/browser/panel.ts';
import { QUIET } from '../../rig/browser/visits.ts';
import { rowsIn } from '../../rig/cases.ts';
import { needBrowser } from '../../rig/needs.ts';
import { audio, pdf } from '../../rig/world/files.ts';
import { noise, pngFile } from '../../rig/world/pictures.ts';
import { bodyOf, CLIPBOARD, cursorMoved, item, keys, openArticle, pasteCopied, state, strike, tool } from './desk.ts';

const panel = await needBrowser();

const VIDEO = 'https://vkvideo.ru/video-1_22';

function handOf(page: Page, point: 'click' | 'tap') {
  const last = (selector: string) => page.locator(`.tiptap ${selector}`).last();
  /** Again when nothing came of it: on a busy machine a tap may last as long as a press. */
  const on = (target: Locator, isDone: () => Promise<boolean>, where = {}) => {
    const attempt = async () => {
      if (await isDone()) return true;
      await target[point](where);
      await cursorMoved(page);
      return isDone();
    };
    return expect.poll(attempt, { interval: 1000 }).toBe(true);
  };
  const list = page.getByRole('listbox');
  const dialog = page.getByRole('dialog');
  return {
    /** Chooses a block for the empty paragraph at the cursor. */
    put: async (label: string) => {
      await on(page.getByRole('button', { name: 'Вставить блок' }), () => list.isVisible());
      await on(list.getByRole('option', { name: label, exact: true }), async () => !(await list.isVisible()));
    },
    use: async (label: string) => {
      await on(tool(page, 'Ещё'), () => item(page, label).isVisible());
      await on(item(page, label), async () => !(await item(page, label).isVisible()));
    },
    answer: async (submit: string, ...answers: [field: string, words: string][]) => {
      for (const [name, words] of answers) await dialog.getByLabel(name, { exact: true }).fill(words);
      await on(dialog.getByRole('button', { name: submit, exact: true }), async () => !(await dialog.isVisible()));
    },
    press: (name: string) => dialog.getByRole('button', { name, exact: true })[point](),
    into: async (selector: string, words: string) => {
      const hasCursor = (text: Element) => text.contains(getSelection()?.anchorNode ?? null);
      await on(last(selector), () => last(selector).evaluate(hasCursor));
      await strike(page, words);
    },
    leave: async () => {
      const plus = page.getByRole('button', { name: 'Вставить блок' });
      const { width, height } = (await bodyOf(page).boundingBox()) ?? { width: 0, height: 0 };
      await on(bodyOf(page), () => plus.isVisible(), { position: { x: width / 2, y: height - 8 } });
    },
  };
}

async function writeAll(page: Page, hand: ReturnType<typeof handOf>): Promise<void> {
  const type = (words: string) => strike(page, words);
  const choose = async (act: () => Promise<unknown>, block: string, ...files: Parameters<typeof given>[]) => {
    await chooseFiles(page, act, await Promise.all(files.map((each) => given(...each))));
    await page.locator(`.tiptap ${block}`).waitFor();
  };

  await hand.put('Заголовок 2');
  await type('Итоги{Enter}H');
  for (const [tool, after] of [['Подстрочный', 'O, м'] as const, ['Надстрочный', '{Enter}'] as const]) {
    await hand.use(tool);
    await type('2');
    await hand.use(tool);
    await type(after);
  }
  for (const label of ['Маркированный список', 'Нумерованный список']) {
    await hand.put(label);
    await type('раз{Enter}два{Enter}{Enter}');
  }
  await hand.put('Цитата');
  await type('Пойте громче');
  await hand.use('Цитата с автором');
  await type('Анна{Enter}');

  await hand.put('Таблица');
  await page.getByRole('group', { name: 'Таблица' }).waitFor();
  await type('Место');
  await hand.into('th:nth-child(2)', 'Кто');
  await hand.into('td:nth-child(1)', '1');
  await hand.into('td:nth-child(2)', 'Вера');
  await hand.leave();
  await hand.put('Свёрнутый текст');
  await type('Правила{Enter}Один голос');
  await hand.leave();
  await hand.put('Кнопка');
  await hand.answer('Готово', ['Надпись', 'Голосовать'], ['Адрес', '/vote']);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await type('{Enter}');
  await hand.put('Видео или запись');
  await hand.answer('Вставить', ['Адрес', VIDEO]);
  await page.locator('.tiptap .embed-block').waitFor();

  await choose(() => hand.put('Аудио'), 'figure.audio', ['Гимн.mp3']);
  await choose(() => hand.put('Файл'), 'figure.file', ['Правила.pdf']);
  await hand.put('Изображение');
  await choose(() => hand.press('Выбрать файл'), '.image', ['сцена.png', 41]);
  await hand.into('.image .caption', 'Хор на сцене{Enter}Анна Ли{Enter}');
  await choose(() => hand.put('Галерея'), '.gallery', ['а.png', 42], ['б.png', 43]);
  await hand.into('.gallery > .caption', 'Весь вечер{Enter}');
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
  '<table><thead><tr><th>Место</th><th>Кто</th><th></th></tr></thead>',
  '<tbody><tr><td></td><td></td><td></td></tr><tr><td>1</td><td>Вера</td><td></td></tr></tbody></table>',
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

const IMAGE = '<img src="/uploads/00000000000000000000000000000000.png" alt="">';
const BLOCKS = rowsIn('panel/editor/whole-text.txt', 'blocks', {
  ...{ IMAGE, EMBED: figureOf(VIDEO) },
  CELLS: '<tbody><tr><td>1</td><td>Анна</td></tr><tr><td>2</td><td>Вера</td></tr></tbody>',
});

const key = (name: string) => (page: Page) => page.keyboard.press(name);
const ACTIONS: Record<string, readonly [act: (page: Page) => Promise<unknown>, left: string]> = {
  'typed letters': [(page) => page.keyboard.type('New'), '<p>New</p>'],
  'a typed slash': [(page) => page.keyboard.type('/'), '<p>/</p>'],
  'dictated words': [(page) => page.keyboard.insertText('Новые слова'), '<p>Новые слова</p>'],
  'words of an input method': [compose, '<p>新聞</p>'],
  Delete: [key('Delete'), ''],
  Backspace: [key('Backspace'), ''],
  Enter: [key('Enter'), ''],
  'cutting them out': [key('ControlOrMeta+x'), ''],
  'pasted text': [(page) => pasteCopied(page, { text: 'Раз\nДва' }), '<p>Раз</p><p>Два</p>'],
  'pasted markup': [
    (page) => pasteCopied(page, { html: '<h2>Раз</h2><p>Два <b>три</b></p>', text: 'Раз' }),
    '<h2>Раз</h2><p>Два <strong>три</strong></p>',
  ],
};

async function compose(page: Page): Promise<void> {
  const wire = await page.context().newCDPSession(page);
  for (const text of ['し', 'しん', '新聞'])
    await wire.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await wire.send('Input.insertText', { text: '新聞' });
  await wire.detach();
}

const selectAll = key('ControlOrMeta+a');
async function selectByShift(page: Page): Promise<void> {
  await keys(page, 'ControlOrMeta+Home', 'ControlOrMeta+Shift+End');
}
/** Holds no words: no cursor stands in it. */
const WORDLESS = ['divider', 'embed'];

/** A step back holds a second of typing at most: a busy machine needs longer for one action. */
const IN_ONE_SECOND = { ...CLIPBOARD, prepare: (page: Page) => page.clock.setFixedTime(Date.now()) };

const EDITORS_MARKS =
  /<div class="ProseMirror-gapcursor.*?<\/div>|<br class="ProseMirror-trailingBreak">| draggable="true"|\s?(?:ProseMirror-selectednode|framed\b)/g;

/** What is on the screen once the editor knows of the cursor, without the marks of the editor. */
const shown = async (page: Page) => {
  await cursorMoved(page);
  return (await bodyOf(page).innerHTML()).replace(EDITORS_MARKS, '').replaceAll(' class=""', '');
};

/** The first key closes the menu of blocks. */
const takeBack = (page: Page) => keys(page, 'Escape', 'ControlOrMeta+z');

/** Each action at each place, and by each way of selecting: by one at the start of the text, by the other at its end. */
test.each(BLOCKS)(
  'over a text with a %s at its start or its end stands nothing but what is put in, and one step back brings all of it',
  async (name, block) => {
    const ways = WORDLESS.includes(name) ? [selectAll] : [selectAll, selectByShift];
    const page = await panel.open(QUIET, IN_ONE_SECOND);
    for (const [place, content] of [`${block}<p>Слова после</p>`, `<p>Слова до</p>${block}`].entries()) {
      const { article } = await openArticle(panel, { content }, { shown: page });
      expect((await article()).content).toBe(content);
      const whole = await shown(page);
      for (const [at, [said, [act, left]]] of Object.entries(ACTIONS).entries()) {
        const select = ways[(at + place) % ways.length] ?? selectAll;
        const told = `${said} after ${select.name || 'Ctrl+A'} at place ${place}`;
        await select(page);
        await act(page);
        expect.soft(await shown(page), told).toBe(left || '<p></p>');
        await takeBack(page);
        expect.soft(await shown(page), `${told}, taken back`).toBe(whole);
      }
      await state(page, 'Сохранено');
      expect((await article()).content).toBe(content);
    }
  },
);

const EDGES = rowsIn<[edge: string, content: string, left: string]>('panel/editor/whole-text.txt', 'edges', { IMAGE });
const EDGE_ACTIONS: typeof ACTIONS = {
  ...ACTIONS,
  'pasted text': [(page) => pasteCopied(page, { text: 'Раз' }), '<p>Раз</p>'],
  'pasted markup': [(page) => pasteCopied(page, { html: '<b>Раз</b>', text: 'Раз' }), '<p><strong>Раз</strong></p>'],
};

async function selectAcross(page: Page): Promise<void> {
  await bodyOf(page).evaluate((text) => {
    const find = (word: string) =>
      document.evaluate(`.//text()[starts-with(., "${word}")]`, text, null, 9).singleNodeValue as Text;
    getSelection()?.setBaseAndExtent(find('Пе'), 2, find('Ко'), 2);
  });
  await cursorMoved(page);
}

test.each(EDGES)('over the edge of %s frames stay, and one step back brings all', async (_edge, content, left) => {
  const { page, article } = await openArticle(panel, { content: `<p>До</p>${left}` }, IN_ONE_SECOND);
  expect((await article()).content).toBe(`<p>До</p>${left}`);
  const expected = await shown(page);
  await openArticle(panel, { content: `<p>До</p>${content}` }, { shown: page });
  const whole = await shown(page);
  for (const [said, [act, put]] of Object.entries(EDGE_ACTIONS)) {
    await selectAcross(page);
    await act(page);
    expect.soft(await shown(page), said).toBe(expected.replace('*', put.replace(/<\/?p>/g, '')));
    if (said.startsWith('cutting'))
      expect.soft(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/Ко$/);
    await takeBack(page);
    expect.soft(await shown(page), `${said}, taken back`).toBe(whole);
  }
});

test.each([
  '<details><summary>Правила</summary><p>Один голос</p></details>',
  '<table><tbody><tr><td>1</td><td>Анна</td></tr><tr><td>2</td><td>Вера</td></tr></tbody></table>',
])('words typed above the first block of %s are a paragraph and no part of it', async (content) => {
  const { page, saved } = await openArticle(panel, { content });
  await strike(page, '{ControlOrMeta+Home}{ArrowUp}New');
  expect(await saved()).toBe(`<p>New</p>${content}`);
});

test('words of an input method on a selected picture begin its caption', async () => {
  const figure = (words: string) => `<figure class="image">${IMAGE}${words}</figure><p>Слова</p>`;
  const { page, saved } = await openArticle(panel, { content: figure('') });
  await keys(page, 'ControlOrMeta+End', 'ArrowUp');
  await compose(page);
  expect(await saved()).toBe(figure('<figcaption>新聞</figcaption>'));
});
