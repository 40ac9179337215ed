import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AdminArticle } from '../../model/articles/schema.ts';
import { needProcess } from '../rig/needs.ts';
import { send } from '../rig/server.ts';
import { noise } from '../rig/world/pictures.ts';
import { enterPanel, KEYS, openBrowser } from './person.ts';

const BODY = '.tiptap[contenteditable=true]';

const [server, editor] = [await needProcess(), await openBrowser()];
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

const WATCH = { title: 'Финал в эфире', description: 'Из зала', is_stream_enabled: true };
const VOTE = { is_voting_enabled: true, voting_url: 'https://vote.example.org/' };

test.each([
  ['/watch-settings', WATCH, '/watch', 'h1', WATCH.title],
  ['/vote-settings', VOTE, '/vote', `main a[href^="${VOTE.voting_url}"]`, ''],
])('a change of %s shows on the open page', async (address, change, page, selector, text) => {
  await editor.open(server.origin + page);
  await editor.see('h1');
  await editor.run(() => void Object.assign(window, { sameDocument: true }));
  expect((await send(server.origin, 'PUT', address, token, change)).ok).toBe(true);
  await editor.see(selector, text);
  expect([await editor.run(() => 'sameDocument' in window), editor.complaints]).toEqual([true, []]);
});
