import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { figureOf } from '../../embeds/figure.ts';
import { ADMIN, createTestApp, type TestApp } from '../../rig/app.ts';
import { launchBrowser } from '../../rig/browser/browser.ts';
import { DESKTOP, expectNoComplaints, PHONE } from '../../rig/browser/panel.ts';
import { createVisits, QUIET, type Visit } from '../../rig/browser/visits.ts';
import { audio, pdf } from '../../rig/world/files.ts';
import { noise } from '../../rig/world/pictures.ts';
import { bodyOf, cursorMoved, state, tool } from './desk.ts';

const VIDEO = 'https://vkvideo.ru/video-1_22';

// Without the schedule of a server, which would ask for the embed.
let t: TestApp;
let browser: Browser;
let visit: Visit;
let origin: string;
let authToken: string;
beforeAll(async () => {
  [t, browser] = await Promise.all([createTestApp(), launchBrowser()]);
  visit = createVisits(browser);
  origin = await t.app.listen({ host: '127.0.0.1', port: 0 });
  authToken = (await t.visitor('POST', '/api/auth/login', ADMIN)).json().token;
});
afterAll(() => Promise.all([browser.close(), t.close()]));

/** What a hand does beside typing words; Enter is a key of every keyboard. */
interface Hand {
  /** Chooses a block for the empty paragraph at the cursor, by its label or the beginning of a word. */
  put: (label: string, start: string) => Promise<unknown>;
  use: (label: string, keys: string) => Promise<unknown>;
  answer: (submit: string, ...answers: [field: string, words: string][]) => Promise<unknown>;
  press: (name: string) => Promise<unknown>;
  /** From a cell into the next one. */
  toCell: (selector: string) => Promise<unknown>;
  /** From the paragraph below pictures into their caption. */
  toCaption: (selector: string) => Promise<unknown>;
  /** Out of the last block, below it. */
  leave: () => Promise<unknown>;
}

function keysOf(page: Page): Hand {
  const act = async (key: string) => {
    await page.keyboard.press(key);
    await cursorMoved(page);
  };
  const reach = (name: string) =>
    expect
      .poll(() =>
        page.evaluate(() => {
          const { activeElement } = document;
          return activeElement instanceof HTMLInputElement
            ? activeElement.labels?.[0]?.textContent
            : activeElement?.textContent;
        }),
      )
      .toContain(name);
  return {
    put: async (label, start) => {
      await page.keyboard.type(`/${start}`);
      await page.getByRole('option', { name: label, exact: true, selected: true }).waitFor();
      await act('Enter');
    },
    use: (_label, keys) => act(keys),
    answer: async (_submit, ...answers) => {
      for (const [at, [field, words]] of answers.entries()) {
        if (at > 0) await act('Tab');
        await reach(field);
        await page.keyboard.type(words);
      }
      await act('Enter');
    },
    press: async (name) => {
      await reach(name);
      await act('Enter');
    },
    toCell: () => act('Tab'),
    toCaption: async () => {
      await act('ArrowUp');
      await page.locator('.tiptap .ProseMirror-selectednode').waitFor();
    },
    leave: () => act('ControlOrMeta+Enter'),
  };
}

function pointerOf(page: Page, point: 'click' | 'tap'): Hand {
  const last = (selector: string) => page.locator(`.tiptap ${selector}`).last();
  /** Again when nothing came of it: on a busy machine a tap may last as long as a press. */
  const on = (target: Locator, isDone: () => Promise<boolean>) =>
    expect
      .poll(
        async () => {
          if (await isDone()) return true;
          await target[point]();
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
    put: async (label) => {
      await on(page.getByRole('button', { name: 'Вставить блок' }), () => list.isVisible());
      await on(list.getByRole('option', { name: label, exact: true }), async () => !(await list.isVisible()));
    },
    use: async (label) => {
      const state = () => tool(page, label).getAttribute('aria-pressed');
      const before = await state();
      if (!(await tool(page, label).isVisible())) await on(tool(page, 'Ещё'), () => tool(page, label).isVisible());
      await on(tool(page, label), async () => (await state()) !== before);
    },
    answer: async (submit, ...answers) => {
      for (const [name, words] of answers) await dialog.getByLabel(name, { exact: true }).fill(words);
      await on(dialog.getByRole('button', { name: submit, exact: true }), async () => !(await dialog.isVisible()));
    },
    press: (name) => dialog.getByRole('button', { name, exact: true })[point](),
    toCell: into,
    toCaption: into,
    leave: async () => {
      const plus = page.getByRole('button', { name: 'Вставить блок' });
      const { width, height } = (await bodyOf(page).boundingBox()) ?? { width: 0, height: 0 };
      const position = { x: width / 2, y: height - 8 };
      await expect
        .poll(
          async () => {
            if (await plus.isVisible()) return true;
            await bodyOf(page)[point]({ position });
            await cursorMoved(page);
            return plus.isVisible();
          },
          { interval: 1000 },
        )
        .toBe(true);
    },
  };
}

/** Every block, one below the other, from the empty text. */
async function writeAll(page: Page, hand: Hand): Promise<void> {
  const type = async (words: string) => {
    await page.keyboard.type(words);
    await cursorMoved(page);
  };
  const enter = () => page.keyboard.press('Enter').then(() => cursorMoved(page));
  const choose = async (act: () => Promise<unknown>, ...files: Parameters<typeof given>[]) => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), act()]);
    await chooser.setFiles(await Promise.all(files.map((each) => given(...each))));
  };

  await hand.put('Заголовок 2', 'h2');
  await type('Итоги');
  await enter();
  await type('H');
  await hand.use('Подстрочный', 'ControlOrMeta+,');
  await type('2');
  await hand.use('Подстрочный', 'ControlOrMeta+,');
  await type('O, м');
  await hand.use('Надстрочный', 'ControlOrMeta+.');
  await type('2');
  await hand.use('Надстрочный', 'ControlOrMeta+.');
  await enter();
  for (const [label, start] of [
    ['Маркированный список', 'марк'],
    ['Нумерованный список', 'нум'],
  ] as const) {
    await hand.put(label, start);
    await type('раз');
    await enter();
    await type('два');
    await enter();
    await enter();
  }
  await hand.put('Цитата', 'цит');
  await type('Пойте громче');
  await hand.use('Цитата с автором', 'ControlOrMeta+Alt+q');
  await type('Анна');
  await enter();

  await hand.put('Таблица', 'табл');
  await hand.answer('Вставить', ['Столбцов', '2'], ['Строк', '2']);
  await page.getByRole('group', { name: 'Таблица' }).waitFor();
  await type('Место');
  await hand.toCell('th:nth-child(2)');
  await type('Кто');
  await hand.toCell('td:nth-child(1)');
  await type('1');
  await hand.toCell('td:nth-child(2)');
  await type('Вера');
  await hand.leave();

  await hand.put('Свёрнутый текст', 'свёр');
  await type('Правила');
  await enter();
  await type('Один голос');
  await hand.leave();

  await hand.put('Кнопка', 'кноп');
  await hand.answer('Готово', ['Надпись', 'Голосовать'], ['Адрес', '/vote']);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await enter();
  await hand.put('Видео или запись', 'видео');
  await hand.answer('Вставить', ['Адрес', VIDEO]);
  await page.locator('.tiptap .embed-block').waitFor();

  await choose(() => hand.put('Аудио', 'ауд'), ['Гимн.mp3']);
  await page.locator('.tiptap figure.audio').waitFor();
  await choose(() => hand.put('Файл', 'файл'), ['Правила.pdf']);
  await page.locator('.tiptap figure.file').waitFor();
  await hand.put('Изображение', 'изоб');
  await choose(() => hand.press('Выбрать файл'), ['сцена.png', 41]);
  await page.locator('.tiptap .image').waitFor();
  await hand.toCaption('.image .caption');
  await type('Хор на сцене');
  await enter();
  await type('Анна Ли');
  await enter();
  await choose(() => hand.put('Галерея', 'гал'), ['а.png', 42], ['б.png', 43]);
  await page.locator('.tiptap .gallery').waitFor();
  await hand.toCaption('.gallery > .caption');
  await type('Весь вечер');
  await enter();

  await hand.put('Разделитель', 'черта');
  await hand.put('Блок кода', 'код');
  await type('a = 1');
}

async function given(name: string, width = 0) {
  if (name.endsWith('.mp3')) return { name, mimeType: 'audio/mpeg', buffer: await audio('tone.mp3') };
  if (name.endsWith('.pdf')) return { name, mimeType: 'application/pdf', buffer: pdf() };
  return { name, mimeType: 'image/png', buffer: await noise(width, 30, width).png().toBuffer() };
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

test.each<[string, (page: Page) => Hand, object]>([
  ['keys alone', keysOf, { viewport: DESKTOP }],
  ['mouse', (page) => pointerOf(page, 'click'), { viewport: DESKTOP }],
  ['touch on a phone', (page) => pointerOf(page, 'tap'), { viewport: PHONE, hasTouch: true }],
])('an article with every block is written by %s', async (_name, handOf, options) => {
  const { slug } = (
    await t.editor('POST', '/api/admin/news', { title: 'Все блоки', content: '', status: 'draft' })
  ).json();
  const page = await visit(origin + QUIET, {
    reducedMotion: 'reduce',
    stored: { authToken, cookieConsent: 'true' },
    ...options,
  });
  await page.goto(`${origin}/admin/news/edit/${slug}`);
  await bodyOf(page).focus();
  await cursorMoved(page);
  await writeAll(page, handOf(page));
  await page.keyboard.press('ControlOrMeta+s');
  await state(page, 'Сохранено');
  const { content } = (await t.editor('GET', `/api/admin/news/${slug}`)).json();
  expect(content.replaceAll(/\/uploads\/\w{32}\.\w+/g, '/uploads/…')).toBe(EVERYTHING);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
  expectNoComplaints(page);
});
