import { expect, test } from 'vitest';
import { expectRefusal } from '../rig/app.ts';
import { rowsIn } from '../rig/cases.ts';
import { needSite } from '../rig/needs.ts';
import { walkParts } from '../rig/world/editors.ts';

const t = await needSite();

const NEWS = '/api/admin/news';
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

for (const [at, date] of ['2025-05-03', '2025-05-01', '2025-05-03', '2025-05-02', '2025-05-01'].entries()) {
  const article = { title: `Новость ${at + 1}`, slug: `n${at + 1}`, date, content: '<p>Тело</p>' };
  await t.editor('POST', NEWS, article);
}
const DRAFT = { title: 'ЁЛОЧНЫЙ 100%_черновик', slug: 'draft', date: '2025-06-01', status: 'draft' };
await t.editor('POST', NEWS, DRAFT);

const slugs = (answer: { json: () => { slug: string }[] }) => answer.json().map(({ slug }) => slug);

test('following Link walks the whole list once, newest first by date, then by creation; a full last page has no next one; cards have no bodies in the panel either', async () => {
  const all = await walkParts<{ slug: string }>(t.visitor, '/api/news?limit=2&fields=card&utm=x&page=zzz');
  expect(all.map(({ slug }) => slug)).toEqual(['n3', 'n1', 'n4', 'n5', 'n2']);
  expect(slugs(await t.visitor('GET', '/api/news'))).toEqual(all.map(({ slug }) => slug));
  expect((await t.visitor('GET', '/api/news?limit=5')).headers.link).toBeUndefined();
  const [own] = (await t.editor('GET', `${NEWS}?fields=card&limit=1`)).json();
  expect(own).toMatchObject({ slug: 'draft', id: expect.any(Number), status: 'draft' });
  expect(own).not.toHaveProperty('content');
});

const WRONG = 'limit=0 limit=101 limit=abc limit=1.5 limit=-1 limit= after=zzz after= limit=1&limit=2';
test.each([...WRONG.split(' '), 'after=2025-05-01.99999999999'])('?%s is 400', async (query) => {
  expectRefusal(await t.visitor('GET', `/api/news?${query}`), 400, expect.stringMatching(/[а-яё]/i));
});

test('the panel filters by status and by a part of the title in any case', async () => {
  for (const query of ['status=draft', 'q=ёлочный', `q=${encodeURIComponent('100%_')}`, 'q=%25'])
    expect([query, slugs(await t.editor('GET', `${NEWS}?${query}`))]).toEqual([query, ['draft']]);
  expect(slugs(await t.editor('GET', '/api/admin/news?status=published&q=новость&limit=2'))).toEqual(['n3', 'n1']);
  for (const query of ['status=nonsense', 'q=%00'])
    expect((await t.editor('GET', `${NEWS}?${query}`)).statusCode).toBe(400);
});

test('a client that knows only the five first fields creates an article and finds it in both lists and by its slug', async () => {
  const known = { title: 'Финал 2025: как голосовать', date: '2025-07-20', coverImageUrl: 'https://example.org/a.jpg' };
  const content = '<p>Голосуем <script>alert(1)</script>вместе.</p>';
  const created = await t.editor('POST', NEWS, { ...known, slug: known.title, title: `  ${known.title}  `, content });
  expect([created.statusCode, created.headers.etag]).toEqual([201, '"1"']);
  const read = (await t.visitor('GET', '/api/news/final-2025-kak-golosovat')).json();
  expect(read).toMatchObject({ ...known, content: '<p>Голосуем вместе.</p>', excerpt: 'Голосуем вместе.' });
  expect(read).toMatchObject({ slug: 'final-2025-kak-golosovat', status: 'published', expiresAt: null, version: 1 });
  const ofPanel = { id: expect.any(Number), dateFollows: false, group: null, pinned: false, plannedAt: null };
  const people = { createdBy: 'admin', updatedBy: 'admin', hasDraft: false, reviewAt: null, reviewNote: '' };
  expect(created.json()).toEqual({ ...read, ...ofPanel, ...people });
  expect((await t.visitor('GET', '/api/news')).json()).toContainEqual(read);
  expect((await t.editor('GET', NEWS)).json()).toContainEqual(created.json());
});

test('a client that knows only the five first fields changes only those it sends, takes the cover away with null or nothing, may send back all that it was given, and deletes with a JSON content type and no body', async () => {
  await t.editor('POST', NEWS, { slug: 'partial', title: 'Было', date: '2025-06-01', content: '<p>Текст</p>' });
  const changed = await t.editor('PUT', `${NEWS}/partial`, { title: 'Стало' });
  expect(changed.statusCode).toBe(200);
  const kept = { slug: 'partial', date: '2025-06-01', content: '<p>Текст</p>' };
  expect(changed.json()).toMatchObject({ ...kept, title: 'Стало', version: 2 });
  for (const coverImageUrl of [null, '']) {
    await t.editor('PUT', `${NEWS}/partial`, { coverImageUrl: '/uploads/a.jpg' });
    expect((await t.editor('PUT', `${NEWS}/partial`, { coverImageUrl })).json().coverImageUrl).toBeNull();
  }
  const created = await t.editor('POST', NEWS, { title: 'Туда и обратно', status: 'draft' });
  const given = { ...created.json(), excerpt: 'чужое', views: 5 };
  const back = await t.editor('PUT', `${NEWS}/${given.slug}`, given);
  expect([back.statusCode, back.json()]).toEqual([200, created.json()]);
  const { slug } = (await t.editor('POST', NEWS, { title: 'Удалить' })).json();
  const deleted = await t.editor('DELETE', `${NEWS}/${slug}`, undefined, { 'content-type': 'application/json' });
  expect([deleted.statusCode, (await t.visitor('GET', `/api/news/${slug}`)).statusCode]).toEqual([204, 404]);
  expect((await t.editor('GET', `${NEWS}/${slug}`)).statusCode).toBe(404);
  expect((await t.editor('DELETE', `${NEWS}/${slug}`)).statusCode).toBe(404);
});

test('an ISO date-time is cut to its day, and a day to come hides no article', async () => {
  const made = (await t.editor('POST', NEWS, { title: 'Будущее', date: '2999-01-01T21:00:00.000Z' })).json();
  expect(made).toMatchObject({ date: '2999-01-01', status: 'published' });
  expect((await t.visitor('GET', `/api/news/${made.slug}`)).statusCode).toBe(200);
});

test('spaces around a title or an address do not count towards its limit', async () => {
  const fields = { title: ` ${'я'.repeat(300)}\n`, coverImageUrl: ` https://a.ru/${'a'.repeat(2034)} ` };
  const made = await t.editor('POST', NEWS, fields);
  expect([made.statusCode, made.json().title.length, made.json().coverImageUrl?.length]).toEqual([201, 300, 2047]);
});

const REFUSED = rowsIn('articles/refused-fields.txt');
test.each(REFUSED)('bad fields %s is refused and names the field', async (body, field) => {
  const before = (await t.editor('GET', NEWS)).json().length;
  const refused = await t.editor('POST', NEWS, JSON.parse(body));
  expect([400, 422]).toContain(refused.statusCode);
  expect(refused.json().fields).toHaveProperty(field);
  expect(refused.json().message).toMatch(/[а-яё]/i);
  expect((await t.editor('GET', NEWS)).json()).toHaveLength(before);
});

test('bad fields zero characters and halves of surrogate pairs are stored as what both databases can hold', async () => {
  const created = await t.editor('POST', NEWS, { title: 'Ноль\u0000 и \ud800 половина', content: '<p>а\u0000б</p>' });
  expect([created.statusCode, created.json().title]).toEqual([201, 'Ноль и \ufffd половина']);
  expect((await t.editor('GET', `${NEWS}/${created.json().slug}`)).json().title).toBe(created.json().title);
});

const REL = 'rel="noopener noreferrer"';

/** Everything that the sanitizer removes from a body. */
const RICH =
  '<p>Клип: <iframe src="https://rutube.ru/play/embed/1"></iframe></p><video src="https://a.ru/b.mp4"></video>' +
  '<audio><source src="https://a.ru/b.mp3"></audio><iframe src="https://a.ru/map"></iframe><svg><text>a</text></svg>' +
  '<ul><li><table><tr><td>1</td><td>Беларусь</td></tr></table><table><tr><td>2</td><td>Россия</td></tr></table></li></ul>' +
  '<form><input name="a">Опрос</form><math><mi>x</mi></math><a href="#1">сноска</a> <a href="tg://resolve?domain=x">канал</a><img srcset="https://a.ru/a.png 2x">';

test('the answer to a save names what the body lost, words that went with their element once for each; the body has links in place of embeds and paragraphs in place of cells', async () => {
  const created = await t.editor('POST', NEWS, { title: 'Потери', content: RICH });
  expect(created.statusCode).toBe(201);
  const link = (address: string) => `<p><a href="${address}" ${REL}>${address}</a></p>`;
  expect(created.json().content).toBe(
    `<p>Клип: </p>${link('https://rutube.ru/play/embed/1')}${link('https://a.ru/b.mp4')}${link('https://a.ru/b.mp3')}${link('https://a.ru/map')}` +
      '<ul><li><p>1</p><p>Беларусь</p><p>2</p><p>Россия</p></li></ul><p>Опрос</p>сноска канал',
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

test('the slug that is taken is 409 and changes nothing', async () => {
  await t.editor('POST', NEWS, { title: 'Первая', slug: 'taken' });
  await t.editor('POST', NEWS, { title: 'Вторая', slug: 'other' });
  expect((await t.editor('POST', NEWS, { title: 'Третья', slug: 'Taken' })).statusCode).toBe(409);
  const refused = await t.editor('PUT', `${NEWS}/other`, { slug: 'taken', title: 'Новая' });
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({ code: 'conflict', fields: { slug: expect.any(String) } });
  expect((await t.editor('GET', `${NEWS}/other`)).json()).toMatchObject({ title: 'Вторая', version: 1 });
});

test('the slug made from the title, or without letters there from the date, counts up when taken or reserved', async () => {
  for (const [title, ...slugs] of [
    ['Жюри & зрители', 'zhyuri-and-zriteli', 'zhyuri-and-zriteli-2', 'zhyuri-and-zriteli-3'],
    ['★★★', 'news-20250720', 'news-20250720-2'],
    ['New', 'new-2'],
  ])
    for (const slug of slugs)
      expect((await t.editor('POST', NEWS, { title, slug: '', date: '2025-07-20' })).json().slug).toBe(slug);
});

test.each([
  ['длинное слово '.repeat(20), `${'dlinnoe-slovo-'.repeat(8)}dlinnoe`, `${'dlinnoe-slovo-'.repeat(8)}dlinno-2`],
  [`${'x'.repeat(117)} yy`, `${'x'.repeat(117)}-yy`, `${'x'.repeat(117)}-2`],
])('the slug made from a long title fits 120 characters, the number included: %.20s', async (title, first, second) => {
  for (const slug of [first, second]) expect((await t.editor('POST', NEWS, { title })).json().slug).toBe(slug);
});

test('the slug of before a change sends readers on and still serves the panel', async () => {
  await t.editor('POST', NEWS, { title: 'Переезд', slug: 'old-address' });
  await t.editor('PUT', `${NEWS}/old-address`, { slug: 'new-address' });
  const moved = await t.visitor('GET', '/api/news/old-address');
  expect(moved.statusCode).toBe(301);
  expect(moved.headers).toMatchObject({ location: '/api/news/new-address', 'cache-control': 'no-cache' });
  expect((await t.editor('GET', `${NEWS}/old-address`)).json().slug).toBe('new-address');
  const changed = await t.editor('PUT', `${NEWS}/old-address`, { title: 'Тут' });
  expect(changed.json()).toMatchObject({ slug: 'new-address', title: 'Тут' });

  await t.editor('PUT', `${NEWS}/new-address`, { status: 'draft' });
  expect((await t.visitor('GET', '/api/news/old-address')).statusCode).toBe(404);

  await t.editor('POST', NEWS, { title: 'Занял', slug: 'old-address' });
  expect((await t.visitor('GET', '/api/news/old-address')).json().title).toBe('Занял');
});

test('the slug can go back to what it was, stays when left empty, and is free again once its article is deleted', async () => {
  await t.editor('POST', NEWS, { title: 'Туда-сюда', slug: 'here' });
  await t.editor('PUT', `${NEWS}/here`, { slug: 'there' });
  await t.editor('PUT', `${NEWS}/there`, { slug: 'here' });
  expect((await t.visitor('GET', '/api/news/here')).statusCode).toBe(200);
  expect((await t.visitor('GET', '/api/news/there')).headers.location).toBe('/api/news/here');
  expect((await t.editor('PUT', `${NEWS}/here`, { slug: '', title: 'Другое' })).json().slug).toBe('here');
  await t.editor('DELETE', `${NEWS}/here`);
  expect((await t.editor('POST', NEWS, { title: 'Новая', slug: 'here' })).statusCode).toBe(201);
});

test('who sees what drafts, scheduled and expired articles are nowhere in public, nor does a former address tell of them', async () => {
  const secret = { title: 'Победила Тайна', content: '<p>Тайный текст</p>', coverImageUrl: '/uploads/is-secret.jpg' };
  const hidden = [
    { slug: 'is-draft', status: 'draft', coverAlt: 'Тайна' },
    { slug: 'is-moved', status: 'draft' },
    { slug: 'is-expired', publishAt: '2025-01-01T00:00:00Z', expiresAt: anHourAgo() },
  ];
  for (const fields of hidden) expect((await t.editor('POST', NEWS, { ...secret, ...fields })).statusCode).toBe(201);
  const scheduled = { slug: 'is-scheduled', status: 'scheduled', publishAt: inAnHour() };
  await t.editor('PUT', `${NEWS}/is-moved`, scheduled);
  for (const { slug } of [...hidden, scheduled])
    for (const url of [`/api/news/${slug}`, `/news/${slug}`]) {
      const { statusCode, headers, body } = await t.visitor('GET', url);
      expect([url, statusCode, headers.location, /тайн/i.test(body)]).toEqual([url, 404, undefined, false]);
    }
  const lists =
    '/ /news /news.data /news?q=Тайна /api/news /api/news?fields=card /api/news?q=Тайна /feed.xml /sitemap.xml';
  const tells = /тайн|is-(draft|moved|scheduled|expired|secret)/i;
  for (const url of lists.split(' '))
    expect([url, tells.test((await t.visitor('GET', url)).body)]).toEqual([url, false]);
  const all = (await t.editor('GET', NEWS)).json() as { slug: string; status: string }[];
  const own = all.filter(({ slug }) => slug.startsWith('is-')).map(({ slug, status }) => `${slug} ${status}`);
  expect(own.sort()).toEqual(['is-draft draft', 'is-expired published', 'is-scheduled scheduled']);
});

test('who sees what a draft is published by its status alone and keeps it on other changes; one whose time is over is not without saying until when, and a scheduled one that is sent back as published is public at once', async () => {
  await t.editor('POST', NEWS, { title: 'Черновик', slug: 'to-publish', status: 'draft' });
  expect((await t.editor('PUT', `${NEWS}/to-publish`, { title: 'Готово' })).json().status).toBe('draft');
  const published = await t.editor('PUT', `${NEWS}/to-publish`, { status: 'published' });
  expect(published.json()).toMatchObject({ status: 'published', publishAt: expect.any(String) });
  expect((await t.visitor('GET', '/api/news/to-publish')).statusCode).toBe(200);
  // A moment alone is no status.
  const { publishAt } = published.json();
  const later = await t.editor('PUT', `${NEWS}/to-publish`, { publishAt: inAnHour() });
  expect(later.json()).toMatchObject({ status: 'published', publishAt });
  const made = await t.editor('POST', NEWS, { title: 'Со временем', publishAt: inAnHour() });
  expect(made.json().status).toBe('published');

  await t.editor('POST', NEWS, { title: 'Поздно', slug: 'late', status: 'draft', expiresAt: anHourAgo() });
  const refused = await t.editor('PUT', `${NEWS}/late`, { status: 'published' });
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['expiresAt']]);
  expect((await t.editor('PUT', `${NEWS}/late`, { status: 'published', expiresAt: null })).statusCode).toBe(200);
  await t.editor('POST', NEWS, { title: 'Раньше', slug: 'earlier', status: 'scheduled', publishAt: inAnHour() });
  const article = (await t.editor('GET', `${NEWS}/earlier`)).json();
  const again = await t.editor('PUT', `${NEWS}/earlier`, { ...article, status: 'published' });
  expect(again.json().status).toBe('published');
});

test('versions a change that was made to an older version is 412 and changes nothing', async () => {
  await t.editor('POST', NEWS, { title: 'Один', slug: 'versioned' });
  const first = (await t.editor('GET', `${NEWS}/versioned`)).headers.etag as string;
  const change = (title: string) => t.editor('PUT', `${NEWS}/versioned`, { title }, { 'if-match': first });
  expect([(await change('Два')).headers.etag, (await change('Три')).statusCode]).toEqual(['"2"', 412]);
  expect((await t.editor('DELETE', `${NEWS}/versioned`, undefined, { 'if-match': first })).statusCode).toBe(412);
  expect((await t.editor('GET', `${NEWS}/versioned`)).json()).toMatchObject({ title: 'Два', version: 2 });
});

test.each([
  [200, ['*', '"1"', 'W/"1"', '"1-br"', 'W/"1-gzip"', '"7", "1"']],
  [412, ['"2"', '"01"', 'abc', '""', '"1']],
])('versions a change of version 1 is %i with If-Match %j', async (status, tags) => {
  for (const tag of tags) {
    const { slug } = (await t.editor('POST', NEWS, { title: 'Метка' })).json();
    const changed = await t.editor('PUT', `${NEWS}/${slug}`, { title: 'Да' }, { 'if-match': tag });
    expect([tag, changed.statusCode]).toEqual([tag, status]);
  }
});

test('versions an article under the address of a deleted or renamed one does not take over its versions', async () => {
  await t.editor('POST', NEWS, { title: 'Первая', slug: 'reused' });
  await t.editor('DELETE', `${NEWS}/reused`);
  await t.editor('POST', NEWS, { title: 'Вторая', slug: 'reused' });
  expect((await t.visitor('GET', '/api/news/reused', undefined, { 'if-none-match': '"1"' })).statusCode).toBe(200);
  expect((await t.editor('DELETE', `${NEWS}/reused`, undefined, { 'if-match': '"1"' })).statusCode).toBe(412);
  await t.editor('PUT', `${NEWS}/reused`, { slug: 'moved-away' });
  const { version } = (await t.editor('GET', `${NEWS}/moved-away`)).json();
  expect((await t.editor('POST', NEWS, { title: 'Третья', slug: 'reused' })).json().version).toBeGreaterThan(version);
});

test('versions a stale change stores no picture of its body', async () => {
  const count = async () => (await t.editor('GET', '/api/admin/images')).json().length;
  const { slug } = (await t.editor('POST', NEWS, { title: 'Картинка' })).json();
  const before = await count();
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const content = `<p><img src="data:image/png;base64,${pixel}"></p>`;
  expect((await t.editor('PUT', `${NEWS}/${slug}`, { content }, { 'if-match': '"9"' })).statusCode).toBe(412);
  expect(await count()).toBe(before);
});
