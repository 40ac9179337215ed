import { describe, expect, test } from 'vitest';
import { expectNoComplaints } from '../../rig/browser/panel.ts';
import { needBrowser } from '../../rig/needs.ts';
import { bodyOf, button, cursorMoved, makeArticle, press, state, stored, titleOf, tool, write } from './desk.ts';

const panel = await needBrowser();

describe('a new article', () => {
  test('is made, told about and left for the list', async () => {
    const page = await panel.open('/admin/news/new');
    await titleOf(page).fill('Жюри & зрители');
    await expect.poll(() => page.locator('[name=slug]').inputValue()).toBe('zhyuri-and-zriteli');
    await expect.poll(() => page.locator('[name=date]').inputValue()).toBe('');
    await page.getByText(/^В день публикации: \d{1,2} [а-я]+ \d{4}$/).waitFor();
    await write(page, 'Первое предложение.');
    await state(page, 'Не сохранено');
    await button(page, 'Создать').click();
    await page.getByText('Новость успешно создана!').waitFor();
    await state(page, 'Сохранено');
    await page.waitForURL('**/admin/news');
    const article = await stored(panel, 'zhyuri-and-zriteli');
    expect([article.status, article.content]).toEqual(['published', '<p>Первое предложение.</p>']);
    const undo = page.getByRole('region', { name: 'Отмена последних действий' });
    await undo.getByText('Новость «Жюри & зрители» опубликована.').waitFor();
    await undo.getByRole('button', { name: 'Отменить' }).click();
    await expect.poll(async () => (await stored(panel, 'zhyuri-and-zriteli')).status).toBe('draft');
    expectNoComplaints(page);
  });

  test('gets its slug from the title until somebody touches it', async () => {
    const page = await panel.open('/admin/news/new');
    const slug = page.locator('[name=slug]');
    await titleOf(page).fill('Первый');
    await expect.poll(() => slug.inputValue()).toBe('pervyiy'.replace('yiy', 'iy'));
    await expect.poll(() => slug.getAttribute('readonly')).not.toBeNull();
    await button(page, 'Изменить адрес').click();
    await titleOf(page).fill('Второй');
    await expect.poll(() => slug.inputValue()).toBe('perviy');
    await slug.fill('свой адрес');
    await button(page, 'Изменить адрес').click();
    await titleOf(page).fill('Третий');
    await expect.poll(() => slug.inputValue()).toBe('свой адрес');
    await write(page, 'Текст.');
    await button(page, 'Создать').click();
    await page.getByText('Новость успешно создана!').waitFor();
    await expect.poll(async () => (await stored(panel, 'svoy-adres')).title).toBe('Третий');
  });

  test('stays open when somebody goes on typing', async () => {
    const page = await panel.open('/admin/news/new');
    await titleOf(page).fill('Продолжение следует');
    await write(page, 'Раз.');
    await button(page, 'Создать').click();
    await page.getByText('Новость успешно создана!').waitFor();
    await write(page, ' Два.');
    await state(page, 'Не сохранено');
    await page.waitForTimeout(2000);
    expect(new URL(page.url()).pathname).toBe('/admin/news/edit/prodolzhenie-sleduet');
    await button(page, 'Сохранить').click();
    await page.getByText('Новость успешно обновлена!').waitFor();
    await page.waitForURL('**/admin/news');
    await expect.poll(async () => (await stored(panel, 'prodolzhenie-sleduet')).content).toBe('<p>Раз. Два.</p>');
  });

  test('keeps what was typed when the server refuses it', async () => {
    const page = await panel.open('/admin/news/new');
    await write(page, 'Текст без заголовка.');
    await button(page, 'Создать').click();
    await page.getByText('Не удалось сохранить новость: Заголовок: заполните это поле.').first().waitFor();
    await state(page, 'Не сохранено');
    await expect.poll(() => bodyOf(page).textContent()).toBe('Текст без заголовка.');
  });

  test('as a draft stays in the editor and is no news yet', async () => {
    const page = await panel.open('/admin/news/new');
    await titleOf(page).fill('Черновик новости');
    await button(page, 'Сохранить черновик').click();
    await page.getByText('Черновик сохранён.').waitFor();
    await state(page, 'Сохранено');
    expect(new URL(page.url()).pathname).toBe('/admin/news/edit/chernovik-novosti');
    expect((await fetch(`${panel.server.origin}/api/news/chernovik-novosti`)).status).toBe(404);
    await page.waitForTimeout(1800);
    expect(new URL(page.url()).pathname).toBe('/admin/news/edit/chernovik-novosti');
    await page.reload();
    await page.getByRole('heading', { name: 'Редактирование новости' }).waitFor();
    await expect.poll(() => titleOf(page).inputValue()).toBe('Черновик новости');
  });
});

describe('a stored article', () => {
  test('that has no title is refused', async () => {
    const page = await panel.open('/admin');
    await page.route('**/api/admin/news/broken', (route) => route.fulfill({ json: { slug: 'broken' } }));
    await page.goto(`${panel.server.origin}/admin/news/edit/broken`);
    await page.getByText('Получены неверные данные для статьи.').waitFor();
  });

  test('in the markup of another editor is opened and saved without loss', async () => {
    const content =
      '<h2 class="ql-align-center">Заголовок</h2><p class="ql-indent-2">Отступ</p><ol><li data-list="bullet">пункт</li><li class="ql-indent-1" data-list="checked">сделано</li></ol><pre class="ql-syntax">код\n  дальше</pre><blockquote class="ql-align-right">цитата</blockquote>';
    const { slug } = await makeArticle(panel, { title: 'Разметка Quill', content });
    const page = await panel.open(`/admin/news/edit/${slug}`);
    await write(page, '!');
    await button(page, 'Сохранить').click();
    await page.getByText('Новость успешно обновлена!').waitFor();
    await expect.poll(async () => (await stored(panel, slug)).content).toBe(content.replace('цитата', 'цитата!'));
  });

  test('keeps its address whatever becomes of the title', async () => {
    const { slug } = await makeArticle(panel, { title: 'Старое имя' });
    const page = await panel.open(`/admin/news/edit/${slug}`);
    await titleOf(page).fill('Новое имя');
    await expect.poll(() => page.locator('[name=slug]').inputValue()).toBe('staroe-imya');
    await page.keyboard.press('ControlOrMeta+s');
    await state(page, 'Сохранено');
    await expect.poll(async () => (await stored(panel, slug)).title).toBe('Новое имя');
  });
});

/** Each button, and what it makes of a word. */
const TOOLS: readonly [name: string, expected: string][] = [
  ['Заголовок 1', '<h1>слово</h1>'],
  ['Заголовок 2', '<h2>слово</h2>'],
  ['Заголовок 3', '<h3>слово</h3>'],
  ['Жирный', '<p><strong>слово</strong></p>'],
  ['Курсив', '<p><em>слово</em></p>'],
  ['Подчёркнутый', '<p><u>слово</u></p>'],
  ['Зачёркнутый', '<p><s>слово</s></p>'],
  ['По центру', '<p class="ql-align-center">слово</p>'],
  ['По правому краю', '<p class="ql-align-right">слово</p>'],
  ['По ширине', '<p class="ql-align-justify">слово</p>'],
  ['Нумерованный список', '<ol><li>слово</li></ol>'],
  ['Маркированный список', '<ul><li>слово</li></ul>'],
  ['Увеличить отступ', '<p class="ql-indent-1">слово</p>'],
  ['Цитата', '<blockquote>слово</blockquote>'],
  ['Блок кода', '<pre data-language="plain">слово</pre>'],
  ['Код в строке', '<p><code>слово</code></p>'],
];

describe('the toolbar', () => {
  test('works by mouse and by keys, and «Очистить форматирование» takes every format away', async () => {
    const plain = '<p>слово</p>'.repeat(TOOLS.length);
    const { slug } = await makeArticle(panel, { title: 'Кнопки', content: plain, status: 'draft' });
    const page = await panel.open(`/admin/news/edit/${slug}`);
    const saved = async () => {
      await state(page, 'Не сохранено');
      await page.keyboard.press('ControlOrMeta+s');
      await state(page, 'Сохранено');
      return (await stored(panel, slug)).content;
    };
    const ways = [
      (name: string) => press(page, name),
      async (name: string) => page.keyboard.press((await tool(page, name).getAttribute('aria-keyshortcuts')) ?? ''),
    ];
    for (const use of ways) {
      for (const [at, [name]] of TOOLS.entries()) {
        await bodyOf(page).locator('> *').nth(at).click();
        await page.keyboard.press('Home');
        await page.keyboard.press('Shift+End');
        await cursorMoved(page);
        await use(name);
      }
      expect(await saved()).toBe(TOOLS.map(([, expected]) => expected).join(''));
      await page.keyboard.press('ControlOrMeta+a');
      await press(page, 'Очистить форматирование');
      expect(await saved()).toBe(plain);
    }
  });

  test('colours code while it is typed, in the language that was chosen', async () => {
    const { slug } = await makeArticle(panel, { title: 'Код', content: '', status: 'draft' });
    const page = await panel.open(`/admin/news/edit/${slug}`);
    await bodyOf(page).click();
    await press(page, 'Блок кода');
    await page.getByRole('toolbar').getByRole('button', { name: 'Язык кода: Простой текст' }).click();
    await page.getByRole('menuitem', { name: 'Python' }).click();
    await page.keyboard.type('def vote(): return 1');
    await page.locator('.tiptap .hljs-keyword').first().waitFor();
    await page.keyboard.press('ControlOrMeta+s');
    await state(page, 'Сохранено');
    await expect
      .poll(async () => (await stored(panel, slug)).content)
      .toBe('<pre data-language="python">def vote(): return 1</pre>');
  });

  test('takes back in one step what was typed within a second, and a hundred steps in a row', async () => {
    const { slug } = await makeArticle(panel, { title: 'Шаги', content: '<p>слово</p>', status: 'draft' });
    const page = await panel.open(`/admin/news/edit/${slug}`);
    await write(page, ' раз два');
    await page.waitForTimeout(1200);
    await page.keyboard.type(' три');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => bodyOf(page).textContent()).toBe('слово раз два');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => bodyOf(page).textContent()).toBe('слово');
    await state(page, 'Сохранено');
    // A letter somewhere else begins a step of its own, however soon it comes.
    for (let step = 0; step < 100; step += 1) {
      await page.keyboard.press(step % 2 ? 'Home' : 'End');
      await page.keyboard.press('x');
    }
    await expect.poll(() => bodyOf(page).textContent()).toHaveLength(105);
    for (let step = 0; step < 100; step += 1) await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => bodyOf(page).textContent()).toBe('слово');
    await state(page, 'Сохранено');
  });

  test('keeps the new line at the end of a code through a save, and the cursor in it', async () => {
    const { slug } = await makeArticle(panel, { title: 'Новая строка', content: '<pre>a</pre>', status: 'draft' });
    const page = await panel.open(`/admin/news/edit/${slug}`);
    await write(page, '');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ControlOrMeta+s');
    await state(page, 'Сохранено');
    await page.keyboard.type('b');
    await page.keyboard.press('ControlOrMeta+s');
    await expect.poll(async () => (await stored(panel, slug)).content).toBe('<pre>a\nb</pre>');
  });

  test('makes links of sites, mailboxes and telephones, and of nothing else', async () => {
    const { slug } = await makeArticle(panel, { title: 'Ссылки', content: '<p>слово</p>', status: 'draft' });
    const page = await panel.open(`/admin/news/edit/${slug}`);
    await bodyOf(page).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+k');
    const address = page.getByRole('dialog').getByRole('textbox', { name: 'Адрес' });
    await address.fill('javascript:alert(1)');
    await address.press('Enter');
    await page.getByText('Нужен адрес сайта, почты или телефон').waitFor();
    await address.fill('press@festival.ru');
    await address.press('Enter');
    await state(page, 'Не сохранено');
    await page.keyboard.press('ControlOrMeta+s');
    await state(page, 'Сохранено');
    await expect
      .poll(async () => (await stored(panel, slug)).content)
      .toBe('<p><a href="mailto:press@festival.ru">слово</a></p>');
  });

  test('indents eight levels deep and no deeper', async () => {
    const { slug } = await makeArticle(panel, { title: 'Отступы', content: '<p>слово</p>', status: 'draft' });
    const page = await panel.open(`/admin/news/edit/${slug}`);
    await bodyOf(page).click();
    for (let times = 0; times < 10; times += 1) await press(page, 'Увеличить отступ');
    await page.keyboard.press('ControlOrMeta+s');
    await state(page, 'Сохранено');
    await expect.poll(async () => (await stored(panel, slug)).content).toBe('<p class="ql-indent-8">слово</p>');
  });
});
