import { expect, test } from 'vitest';
import { expectRefusal } from '../rig/app.ts';
import { needSite } from '../rig/needs.ts';
import { walkParts } from '../rig/world/editors.ts';

const t = await needSite();
for (const [at, date] of ['2025-05-03', '2025-05-01', '2025-05-03', '2025-05-02', '2025-05-01'].entries()) {
  const article = { title: `Новость ${at + 1}`, slug: `n${at + 1}`, date, content: '<p>Тело</p>' };
  await t.editor('POST', '/api/admin/news', article);
}
const DRAFT = { title: 'ЁЛОЧНЫЙ 100%_черновик', slug: 'draft', date: '2025-06-01', status: 'draft' };
await t.editor('POST', '/api/admin/news', DRAFT);

const slugs = (answer: { json: () => { slug: string }[] }) => answer.json().map(({ slug }) => slug);

test('following Link walks the whole list once, newest first by date, then by creation; a full last page has no next one', async () => {
  const all = await walkParts<{ slug: string }>(t.visitor, '/api/news?limit=2&fields=card&utm=x&page=zzz');
  expect(all.map(({ slug }) => slug)).toEqual(['n3', 'n1', 'n4', 'n5', 'n2']);
  expect(slugs(await t.visitor('GET', '/api/news'))).toEqual(all.map(({ slug }) => slug));
  expect((await t.visitor('GET', '/api/news?limit=5')).headers.link).toBeUndefined();
});

test('fields=card leaves out the bodies, in the panel too', async () => {
  const [card] = (await t.visitor('GET', '/api/news?fields=card&limit=1')).json();
  expect(card).toHaveProperty('excerpt', 'Тело');
  const [own] = (await t.editor('GET', '/api/admin/news?fields=card&limit=1')).json();
  expect(own).toMatchObject({ slug: 'draft', id: expect.any(Number), status: 'draft' });
  for (const one of [card, own]) expect(one).not.toHaveProperty('content');
});

const WRONG = 'limit=0 limit=101 limit=abc limit=1.5 limit=-1 limit= after=zzz after= limit=1&limit=2';
test.each([...WRONG.split(' '), 'after=2025-05-01.99999999999'])('?%s is 400', async (query) => {
  expectRefusal(await t.visitor('GET', `/api/news?${query}`), 400, expect.stringMatching(/[а-яё]/i));
});

test('the panel filters by status and by a part of the title in any case', async () => {
  for (const query of ['status=draft', 'q=ёлочный', `q=${encodeURIComponent('100%_')}`, 'q=%25'])
    expect([query, slugs(await t.editor('GET', `/api/admin/news?${query}`))]).toEqual([query, ['draft']]);
  expect(slugs(await t.editor('GET', '/api/admin/news?status=published&q=новость&limit=2'))).toEqual(['n3', 'n1']);
  for (const query of ['status=nonsense', 'q=%00'])
    expect((await t.editor('GET', `/api/admin/news?${query}`)).statusCode).toBe(400);
});

const NEWS = '/api/admin/news';
const REL = 'rel="noopener noreferrer"';

/** Everything that the sanitizer removes from a body. */
const RICH =
  '<p>Клип: <iframe src="https://rutube.ru/play/embed/1"></iframe></p><video src="https://a.ru/b.mp4"></video>' +
  '<audio><source src="https://a.ru/b.mp3"></audio><iframe src="https://a.ru/map"></iframe><svg><text>a</text></svg>' +
  '<ul><li><table><tr><td>1</td><td>Беларусь</td></tr></table><table><tr><td>2</td><td>Россия</td></tr></table></li></ul>' +
  '<form><input name="a">Опрос</form><math><mi>x</mi></math><a href="#1">сноска</a> <a href="tg://resolve?domain=x">канал</a><img srcset="https://a.ru/a.png 2x">';

test('the answer to a save names what the body lost, words that went with their element once for each; the body has links in place of embeds and lines in place of rows', async () => {
  const created = await t.editor('POST', NEWS, { title: 'Потери', content: RICH });
  expect(created.statusCode).toBe(201);
  const link = (address: string) => `<p><a href="${address}" ${REL}>${address}</a></p>`;
  expect(created.json().content).toBe(
    `<p>Клип: </p>${link('https://rutube.ru/play/embed/1')}${link('https://a.ru/b.mp4')}${link('https://a.ru/b.mp3')}${link('https://a.ru/map')}` +
      '<ul><li><p>1 — Беларусь</p><p>2 — Россия</p></li></ul><p>Опрос</p>сноска канал',
  );
  const removed = Object.entries({
    ...{ видео: 2, звук: 1, 'встроенная страница': 1, 'рисунок SVG': 1, таблица: 2, форма: 1, формула: 1 },
    ...{ 'якорная ссылка': 1, ссылка: 1, картинка: 1 },
  }).map(([what, count]) => ({ what, count }));
  expect(created.json().removed).toEqual(removed);
  expect((await t.editor('PUT', `${NEWS}/poteri`, { content: RICH })).json().removed).toEqual(removed);
  const content =
    '<p>До <button>Купить <b>билет</b></button><textarea>отзыв</textarea><select><option>да</option><option>нет</option></select> после</p>' +
    '<noscript>Включите скрипты</noscript><template><p>заготовка</p></template><style>p{}</style><xmp>код</xmp><xmp> </xmp>';
  expect((await t.editor('POST', NEWS, { title: 'Слова', content })).json().removed).toEqual([
    { what: 'элемент формы', count: 3 },
    { what: 'простой текст', count: 1 },
  ]);
});

test('the answer to a save says nothing of a loss when only markup went, or nothing at all', async () => {
  const content = '<div style="color:red" onclick="x()"><font>Текст</font> 10<sup>6</sup><script>x()</script></div>';
  const created = await t.editor('POST', NEWS, { title: 'Без потерь', content });
  expect(created.json().content).toBe('<p>Текст 10<sup>6</sup></p>');
  expect(created.json()).not.toHaveProperty('removed');
  const again = { title: 'Без потерь', content: created.json().content };
  expect((await t.editor('PUT', `${NEWS}/bez-poter`, again)).json()).not.toHaveProperty('removed');
  expect((await t.editor('GET', `${NEWS}/bez-poter`)).json()).not.toHaveProperty('removed');
});

test('the API describes what a save answers besides the article', async () => {
  const { paths } = (await t.visitor('GET', '/api/openapi.json')).json();
  for (const { content } of [paths[NEWS].post.responses['201'], paths[`${NEWS}/{slug}`].put.responses['200']]) {
    const { schema } = content['application/json'];
    expect(schema.properties.removed.items.required).toEqual(['what', 'count']);
    expect(schema.required).not.toContain('removed');
  }
});

test('titles and bodies keep at most sixteen combining marks on a letter', async () => {
  const heap = `а${'\u0301'.repeat(20_000)}`;
  const kept = `а${'\u0301'.repeat(16)}`;
  const content = `<p>${heap}<b>${'\u0301'.repeat(100)}</b> и\u0306</p>`;
  const created = await t.editor('POST', NEWS, { slug: 'marks', title: heap.slice(0, 300), content });
  expect(created.statusCode).toBe(201);
  expect([created.json().title, created.json().content]).toEqual([kept, `<p>${kept} и\u0306</p>`]);
  const changed = await t.editor('PUT', `${NEWS}/marks`, { title: heap.slice(0, 300), content: `<p>${heap}</p>` });
  expect([changed.json().title, changed.json().content]).toEqual([kept, `<p>${kept}</p>`]);
});
