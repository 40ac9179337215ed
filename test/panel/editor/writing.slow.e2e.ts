import { expect, test } from 'vitest';
import { figureOf } from '../../embeds/figure.ts';
import { expectNoComplaints, hasFocus } from '../../rig/browser/panel.ts';
import { rowsIn } from '../../rig/cases.ts';
import { needBrowser } from '../../rig/needs.ts';
import * as desk from './desk.ts';

const panel = await needBrowser();
const openText = (content = '') => desk.openArticle(panel, { content }, desk.CLIPBOARD);

test('a new article gets its slug from the title until somebody touches it, keeps it once it is stored, and as a draft stays in the editor and is no news yet', async () => {
  const page = await desk.openNew(panel, 'Первый');
  const slug = page.locator('[name=slug]');
  await expect.poll(() => slug.inputValue()).toBe('perviy');
  await expect.poll(() => slug.getAttribute('readonly')).not.toBeNull();
  await desk.button(page, 'Изменить адрес').click();
  await desk.titleOf(page).fill('Второй');
  await expect.poll(() => slug.inputValue()).toBe('perviy');
  await slug.fill('свой адрес');
  await desk.button(page, 'Изменить адрес').click();
  await desk.titleOf(page).fill('Третий');
  await expect.poll(() => slug.inputValue()).toBe('свой адрес');
  await desk.order(page, 'Сохранить черновик', 'Черновик сохранён.');
  expect((await fetch(`${panel.server.origin}/api/news/svoy-adres`)).status).toBe(404);
  await page.waitForTimeout(1800);
  expect(new URL(page.url()).pathname).toBe('/admin/news/edit/svoy-adres');
  await page.reload();
  await expect.poll(() => desk.titleOf(page).inputValue()).toBe('Третий');
  await desk.titleOf(page).fill('Новое имя');
  await expect.poll(() => slug.inputValue()).toBe('svoy-adres');
  await desk.saveByKeys(page);
  expect((await desk.stored(panel, 'svoy-adres')).title).toBe('Новое имя');
});

test('a new article stays open when somebody goes on typing', async () => {
  const page = await desk.openNew(panel, 'Продолжение следует', 'Раз.');
  // By the page itself: on a busy machine keys come after the 1.5 s.
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (!document.body.textContent.includes('Новость успешно создана!')) return;
      observer.disconnect();
      setTimeout(() => document.execCommand('insertText', false, ' Два.'));
    });
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  await desk.button(page, 'Создать').dispatchEvent('click');
  await desk.state(page, 'Не сохранено');
  await page.waitForTimeout(2000);
  expect(new URL(page.url()).pathname).toBe('/admin/news/edit/prodolzhenie-sleduet');
  await desk.submit(page, 'Сохранить');
  await expect.poll(async () => (await desk.stored(panel, 'prodolzhenie-sleduet')).content).toBe('<p>Раз. Два.</p>');
});

test('a new article that came without a title is refused', async () => {
  const page = await panel.open('/admin');
  await page.route('**/api/admin/news/broken', (route) => route.fulfill({ json: { slug: 'broken' } }));
  await page.goto(`${panel.server.origin}/admin/news/edit/broken`);
  await page.getByText('Получены неверные данные для статьи.').waitFor();
});

test('what kept an article from being saved is no longer told once it is saved', async () => {
  const page = await desk.openNew(panel, 'Длинный заголовок '.repeat(20));
  await desk.order(page, 'Создать', 'Не удалось сохранить новость');
  const refusal = page.getByText('Не удалось сохранить новость');
  await desk.titleOf(page).fill('Короткий заголовок');
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText('Черновик сохранён.').waitFor();
  // Long before it would have gone by itself.
  await refusal.waitFor({ state: 'detached', timeout: 2000 });
});

test('a new article with a field that the server refuses has the cursor there and keeps what was typed, as it does when a file misses its field', async () => {
  const page = await desk.openNew(panel, 'Длинный заголовок 😀 '.repeat(20));
  await desk.order(page, 'Создать', 'Не удалось сохранить новость: Заголовок: не длиннее 300 знаков.');
  await hasFocus(desk.titleOf(page));
  await desk.state(page, 'Не сохранено');
  await expect.poll(() => desk.bodyOf(page).textContent()).toBe('Текст.');
  const file = { name: 'a.png', type: 'image/png', bytes: Buffer.from('') };
  expect(await desk.give(page, 'drop', [file], { place: desk.titleOf(page) })).toEqual([true, true]);
});

const TOOLS: readonly [name: string, expected: string][] = rowsIn('panel/editor/tools.txt');

test('the toolbar works by mouse and by keys, and «Очистить форматирование» takes every format away', async () => {
  const plain = '<p>слово</p>'.repeat(TOOLS.length);
  const { page, saved } = await openText(plain);
  const keysOf = async (name: string) => {
    const inRow = await desk.tool(page, name).isVisible();
    if (!inRow) await desk.tool(page, 'Ещё').click();
    const keys = await (inRow ? desk.tool : desk.item)(page, name).getAttribute('aria-keyshortcuts');
    if (!inRow) await page.keyboard.press('Escape');
    return keys ?? '';
  };
  const ways = [
    (name: string) => desk.press(page, name),
    async (name: string) => page.keyboard.press(await keysOf(name)),
  ];
  for (const use of ways) {
    for (const [at, [name]] of TOOLS.entries()) {
      await desk.bodyOf(page).locator('> *').nth(at).click();
      await desk.keys(page, 'Home', 'Shift+End');
      await use(name);
    }
    expect(await saved()).toBe(TOOLS.map(([, expected]) => expected).join(''));
    await page.keyboard.press('ControlOrMeta+a');
    await desk.press(page, 'Очистить форматирование');
    expect(await saved()).toBe(plain);
  }
});

test('the toolbar colours code in the language that was chosen, keeps its last new line through a save, and indents eight levels deep', async () => {
  const { page, saved } = await openText();
  await desk.press(page, 'Блок кода');
  await page.getByRole('toolbar').getByRole('button', { name: 'Язык кода: Простой текст' }).click();
  await page.getByRole('menuitem', { name: 'Python' }).click();
  await page.keyboard.type('def vote(): return 1');
  await page.locator('.tiptap .hljs-keyword').first().waitFor();
  await page.keyboard.press('Enter');
  await desk.saveByKeys(page);
  await page.keyboard.type('b');
  const code = '<pre data-language="python">def vote(): return 1\nb</pre>';
  expect(await saved()).toBe(code);
  await desk.strike(page, '{ArrowDown}слово');
  for (let times = 0; times < 10; times += 1) await desk.press(page, 'Увеличить отступ');
  expect(await saved()).toBe(`${code}<p class="ql-indent-8">слово</p>`);
});

const KEYSTROKE_EVERY = 90;
const STEP = 1000;

test('one step of undo takes back about a second of typing without a pause, what came within a second whole, and the steps together all of it', async () => {
  const page = await panel.open('/admin/news/new', desk.CLIPBOARD);
  const body = desk.bodyOf(page);
  await body.click();
  await page.keyboard.insertText('Старт.');
  await page.waitForTimeout(STEP + 200);
  // One event after another, without the way between the test and the browser.
  await body.evaluate(() => {
    for (const letter of ' Ещё') document.execCommand('insertText', false, letter);
  });
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => body.textContent()).toBe('Старт.');
  await page.keyboard.press('ControlOrMeta+z');
  await page.waitForTimeout(STEP + 200);
  await desk.strike(page, 'Набрано.{ControlOrMeta+a}');
  await desk.pasteCopied(page, { text: 'Вставлено.' });
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => body.textContent()).toBe('Набрано.');
  await desk.keys(page, 'ControlOrMeta+a', 'Delete');
  await page.waitForTimeout(STEP + 200);
  const typed = 'Пятьдесят знаков подряд без единой паузы в секунду';
  await page.keyboard.type(typed, { delay: KEYSTROKE_EVERY });
  const text = async () => (await body.textContent()) ?? '';
  const left = [await text()];
  while (left.at(-1) !== '' && left.length < typed.length) {
    await page.keyboard.press('ControlOrMeta+z');
    left.push(await text());
  }
  expect(left[0]).toBe(typed);
  expect(left.at(-1)).toBe('');
  const steps = left.slice(1).map((rest, at) => (left[at]?.length ?? 0) - rest.length);
  // A keystroke takes its delay at least: no second holds more of them.
  expect(Math.max(...steps)).toBeLessThanOrEqual(Math.ceil(STEP / KEYSTROKE_EVERY));
  while ((await text()) !== typed) await page.keyboard.press('ControlOrMeta+Shift+z');
  await desk.state(page, 'Не сохранено');
});

test('one step of undo is each letter typed somewhere else, a hundred in a row', async () => {
  const { page } = await openText('<p>слово</p>');
  for (let step = 0; step < 100; step += 1) {
    await page.keyboard.press(step % 2 ? 'Home' : 'End');
    await page.keyboard.press('x');
  }
  await expect.poll(() => desk.bodyOf(page).textContent()).toHaveLength(105);
  for (let step = 0; step < 100; step += 1) await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => desk.bodyOf(page).textContent()).toBe('слово');
  await desk.state(page, 'Сохранено');
});

const link = (address: string, words: string) => `<a href="${address}" rel="noopener noreferrer">${words}</a>`;
const TICKETS = 'https://tickets.example.com/e/42?from=press';

const COPIED = rowsIn<[what: string, copied: string, stored: string, notice?: string]>('panel/editor/copied.txt', '', {
  VIDEO_BLOCK: figureOf('https://vkvideo.ru/video-1_22'),
  ALBUM_BLOCK: figureOf('https://music.yandex.ru/album/12'),
  PLAYER_2_BLOCK: figureOf('https://vkvideo.ru/video-1_2'),
  PLAYER_3_BLOCK: figureOf('https://vkvideo.ru/video-1_3'),
});

test('what is copied elsewhere comes clean, as links, lists and blocks, and what does not is named', async () => {
  const { page, article } = await openText();
  for (const [what, copied, expected, notice] of COPIED) {
    await desk.keys(page, 'ControlOrMeta+a', 'Delete');
    await desk.pasteCopied(page, what.startsWith('markup') ? { html: copied, text: 'Слова' } : { text: copied });
    await page.keyboard.press('ControlOrMeta+s');
    await expect.poll(async () => [what, (await article()).content]).toEqual([what, expected]);
    if (notice) await page.getByText(notice).waitFor();
    else expect([what, await page.getByText('Не всё вставилось').count()]).toEqual([what, 0]);
  }
  await expect.poll(() => page.getByRole('alert').count()).toBe(1);
  expectNoComplaints(page);
});

test('an address that is pasted over words, or words with one, makes a link of them', async () => {
  const { page, saved } = await openText('<p>билеты</p>');
  const over = async (copied: desk.Copied) => {
    await page.keyboard.press('ControlOrMeta+a');
    await desk.pasteCopied(page, copied);
    return saved();
  };
  const text = 'rampa-fest.ru';
  expect(await over({ html: link(TICKETS, text), text })).toBe(`<p>${link(TICKETS, 'билеты')}</p>`);
  await page.keyboard.press('ControlOrMeta+z');
  expect(await over({ text: 'festival.ru/tickets' })).toBe(`<p>${link('https://festival.ru/tickets', 'билеты')}</p>`);
});

test('what is copied in the editor itself, or pasted without formats, stays as it is', async () => {
  const { page, saved } = await openText('<p>Сайт festival.ru закрыт</p>');
  await desk.keys(page, 'ControlOrMeta+a', 'ControlOrMeta+c', 'ArrowRight', 'Enter', 'ControlOrMeta+v');
  const twice = '<p>Сайт festival.ru закрыт</p>'.repeat(2);
  expect(await saved()).toBe(twice);
  await page.keyboard.press('Enter');
  await desk.pasteCopied(page, { text: '## Программа\n- раз' }, 'plain');
  expect(await saved()).toBe(`${twice}<p>## Программа</p><p>- раз</p>`);
});

test('what a save removes from the text is named', async () => {
  const { page, saved } = await openText('<p>Начало</p>');
  await page.route('**/api/admin/news/*', async (route) => {
    const content = '<ul><li>а<table><tr><td>1</td><td>2</td></tr></table></ul>';
    const body = JSON.stringify({ ...route.request().postDataJSON(), content });
    await (route.request().method() === 'PUT' ? route.continue({ postData: body }) : route.continue());
  });
  await page.keyboard.type('Ещё ');
  expect(await saved()).toBe('<ul><li>а<p>1</p><p>2</p></li></ul>');
  await page.getByText('Не всё из текста сохранилось: таблица — строками.').waitFor();
});
