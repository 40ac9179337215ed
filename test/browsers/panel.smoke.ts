import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AdminArticle } from '../../model/articles/schema.ts';
import { ADMIN, send } from '../rig/server.ts';
import { noise } from '../rig/world/pictures.ts';
import { enterPanel, KEYS, openSite } from './person.ts';

const BODY = '.tiptap[contenteditable=true]';

const { server, person: editor } = await openSite();
const token = await enterPanel(editor, server.origin);

const markup = () => editor.run((body) => document.querySelector(body)?.innerHTML ?? '', BODY);

async function stored(slug: string): Promise<AdminArticle> {
  return (await (await send(server.origin, 'GET', `/admin/news/${slug}`, token)).json()) as AdminArticle;
}

async function openDraft(title: string): Promise<string> {
  const article = { title, content: '<p>Текст</p>', status: 'draft' };
  const { slug } = (await (await send(server.origin, 'POST', '/admin/news', token, article)).json()) as AdminArticle;
  await editor.open(`${server.origin}/admin/news/edit/${slug}`);
  await editor.click(BODY);
  return slug;
}

const FIELDS = ['publishAt', 'expiresAt', 'date'];
test.each(FIELDS)('the field %s keeps its keys out of the text, and has a ring', async (field) => {
  await openDraft('Клавиши');
  await editor.click(`[name=${field}]`);
  await editor.type('2099-12-31T20:30');
  const focused = () => {
    const at = document.activeElement ?? document.body;
    return [at.getAttribute('name'), getComputedStyle(at).outlineStyle];
  };
  await expect.poll(() => editor.run(focused)).toEqual([field, 'solid']);
  expect(await markup()).toBe('<p>Текст</p>');
});

test('an article is written, saved as a draft, published and read', async () => {
  await editor.open(`${server.origin}/admin/news/new`);
  await editor.fill('title', '"Жюри" и зрители');
  await editor.click(BODY);
  await editor.type('Первое предложение, ');
  await editor.press(KEYS.control, 'b');
  await editor.type('жирно');
  await editor.click('button', 'Сохранить черновик');
  await expect
    .poll(async () => (await stored('zhyuri-i-zriteli')).content)
    .toBe('<p>Первое предложение, <strong>жирно</strong></p>');
  expect(await stored('zhyuri-i-zriteli')).toMatchObject({ status: 'draft', title: '«Жюри» и зрители' });
  await editor.click('button', 'Опубликовать');
  await expect.poll(async () => (await stored('zhyuri-i-zriteli')).status).toBe('published');
  await editor.open(`${server.origin}/news/zhyuri-i-zriteli`);
  await editor.see('article strong', 'жирно');
  expect(editor.complaints).toEqual([]);
});

describe('a picture', () => {
  const uploaded = () => editor.run((body) => document.querySelector(`${body} img[src^="/uploads/"]`) !== null, BODY);

  test('is chosen as a file for the cover', async () => {
    const file = path.join(tmpdir(), 'cover.png');
    await writeFile(file, await noise().png().toBuffer());
    await openDraft('Обложка');
    await editor.attach('[name=coverImage]', file);
    await editor.see('button', 'Заменить');
    expect(editor.complaints).toEqual([]);
  });

  test('is dropped into the text', async () => {
    await openDraft('Бросок');
    await editor.run(
      (body, base64) => {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        const data = new DataTransfer();
        data.items.add(new File([bytes], 'a.png', { type: 'image/png' }));
        const { right, top, height } = document.querySelector(`${body} p`)?.getBoundingClientRect() ?? new DOMRect();
        const at = { clientX: right - 2, clientY: top + height / 2, bubbles: true, cancelable: true };
        document.querySelector(body)?.dispatchEvent(new DragEvent('drop', { dataTransfer: data, ...at }));
      },
      BODY,
      (await noise().png().toBuffer()).toString('base64'),
    );
    await expect.poll(uploaded).toBe(true);
    expect(editor.complaints).toEqual([]);
  });
});

test('markup is copied from a page and pasted into the text', async () => {
  await openDraft('Вставка');
  await editor.run(() => {
    (document.activeElement as HTMLElement).blur();
    const copied = document.createElement('div');
    copied.innerHTML = '<p>Глава</p><ul><li>раз</li><li>два</li></ul>';
    document.body.append(copied);
    getSelection()?.selectAllChildren(copied);
  });
  await editor.press(KEYS.control, 'c');
  await editor.click(BODY);
  await editor.press(KEYS.control, KEYS.end);
  await editor.press(KEYS.control, 'v');
  await expect.poll(markup).toContain('<ul><li><p>раз</p></li><li><p>два</p></li></ul>');
  expect(editor.complaints).toEqual([]);
});

test.each([
  ['/admin/voting', '/vote-settings', 'title', 'Выбираем песню года', 'Настройки успешно сохранены!'],
  ['/admin/watch-settings', '/watch-settings', 'description', 'Начало в восемь', 'Настройки успешно сохранены!'],
  ['/admin/site-content', '/site-content', 'hero_title', 'Рампа: финал', 'Контент сайта успешно обновлен!'],
])('%s is filled in and saved', async (screen, address, field, text, saved) => {
  await editor.open(server.origin + screen);
  await editor.fill(field, text);
  await editor.click('button[type=submit]', 'Сохранить');
  await editor.see('[role=alert], [role=status]', saved);
  expect(await (await send(server.origin, 'GET', address, token)).json()).toMatchObject({ [field]: text });
  expect(editor.complaints).toEqual([]);
});

test('partners are put into another order by drag and by keys', async () => {
  for (const name of ['Первый', 'Второй', 'Третий'])
    await send(server.origin, 'POST', '/admin/partners', token, { name });
  const names = async () => {
    const partners = (await (await send(server.origin, 'GET', '/partners')).json()) as { name: string }[];
    return partners.map(({ name }) => name);
  };
  await editor.open(`${server.origin}/admin/partners`);
  const focus = () =>
    editor.run(() => document.querySelector<HTMLElement>('[aria-label="Переставить: Третий"]')?.focus());
  if (process.env.TEST_BROWSER === 'webkit') {
    // Its driver sends no drag events.
    await editor.see('[aria-label="Переставить: Третий"]');
    await focus();
    await editor.press(KEYS.up);
    await editor.press(KEYS.up);
  } else await editor.drag('[aria-label="Переставить: Третий"]', '[aria-label="Переставить: Первый"]');
  await expect.poll(names).toEqual(['Третий', 'Первый', 'Второй']);
  await focus();
  await editor.press(KEYS.down);
  await expect.poll(names).toEqual(['Первый', 'Третий', 'Второй']);
  expect(editor.complaints).toEqual([]);
});

test('the panel lets in with name and password, and out again', async () => {
  await editor.run(() => localStorage.removeItem('authToken'));
  await editor.open(`${server.origin}/admin/login`);
  await editor.see('button[type=submit]:enabled');
  await editor.fill('username', ADMIN.username);
  await editor.fill('password', ADMIN.password);
  await editor.click('button[type=submit]', 'Войти');
  await editor.see('h1', 'Обзор');
  await editor.click('button', 'Выйти');
  await editor.see('h1', 'Вход в панель');
  expect(editor.complaints).toEqual([]);
});
