import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { figureOf } from '../../embeds/figure.ts';
import { QUIET } from '../../rig/browser/visits.ts';
import { rowsIn } from '../../rig/cases.ts';
import { needBrowser } from '../../rig/needs.ts';
import { bodyOf, CLIPBOARD, cursorMoved, keys, openArticle, pasteCopied, state } from './desk.ts';

const panel = await needBrowser();

const IMAGE = '<img src="/uploads/00000000000000000000000000000000.png" alt="">';
const BLOCKS = rowsIn('panel/editor/whole-text.txt', 'blocks', {
  ...{ IMAGE, EMBED: figureOf('https://vkvideo.ru/video-1_22') },
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
const IN_ONE_SECOND = {
  ...CLIPBOARD,
  prepare: (page: Page) =>
    page.addInitScript(() => {
      const now = Date.now();
      Date.now = () => now;
    }),
};

/** What is on the screen once the editor knows of the cursor, without the marks of the editor. */
const shown = async (page: Page) => {
  await cursorMoved(page);
  return bodyOf(page).evaluate((text) =>
    text.innerHTML
      .replace(
        /<div class="ProseMirror-gapcursor.*?<\/div>|<br class="ProseMirror-trailingBreak">| draggable="true"|\s?(?:ProseMirror-selectednode|framed\b)/g,
        '',
      )
      .replaceAll(' class=""', ''),
  );
};

/** The first key closes the menu of blocks. */
async function takeBack(page: Page): Promise<void> {
  for (const name of ['Escape', 'ControlOrMeta+z']) await page.keyboard.press(name);
}

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

test.each([0, 30])('a button takes letters at its ends, %i ms apart', async (delay) => {
  const content = '<p class="button"><a href="/vote">Голос</a></p><p>Слова</p>';
  const { page, saved } = await openArticle(panel, { content });
  await keys(page, 'ControlOrMeta+Home');
  await page.keyboard.type('За ', { delay });
  await keys(page, 'End');
  await page.keyboard.type(' даю', { delay });
  await keys(page, 'ControlOrMeta+End', 'Enter', 'ControlOrMeta+Alt+b');
  await page.getByLabel('Надпись', { exact: true }).fill('Да');
  await page.getByLabel('Адрес', { exact: true }).fill('/yes');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.type(' или нет', { delay });
  await keys(page, 'Enter');
  await page.keyboard.type('После', { delay });
  expect(await saved()).toBe(
    `${content.replace('Голос', 'За Голос даю')}<p class="button"><a href="/yes">Да или нет</a></p><p>После</p>`,
  );
});

test.each([
  '<details><summary>Правила</summary><p>Один голос</p></details>',
  '<table><tbody><tr><td>1</td><td>Анна</td></tr><tr><td>2</td><td>Вера</td></tr></tbody></table>',
])('words typed above the first block of %s are a paragraph and no part of it', async (content) => {
  const { page, saved } = await openArticle(panel, { content });
  await bodyOf(page).focus();
  await keys(page, 'ControlOrMeta+Home', 'ArrowUp');
  await page.keyboard.type('New');
  expect(await saved()).toBe(`<p>New</p>${content}`);
});

test('words of an input method on a selected picture begin its caption', async () => {
  const figure = (words: string) => `<figure class="image">${IMAGE}${words}</figure><p>Слова</p>`;
  const { page, saved } = await openArticle(panel, { content: figure('') });
  await keys(page, 'ControlOrMeta+End', 'ArrowUp');
  await compose(page);
  expect(await saved()).toBe(figure('<figcaption>新聞</figcaption>'));
});
