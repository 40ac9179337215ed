import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { isSqlite } from '../../db/dialect.ts';
import { needSite } from '../rig/needs.ts';
import { walkParts } from '../rig/world/editors.ts';

const t = await needSite();
beforeEach(async () => {
  for (const { slug } of (await t.editor('GET', '/api/admin/news?fields=card')).json<{ slug: string }[]>())
    await t.editor('DELETE', `/api/admin/news/${slug}`);
});

const write = async (title: string, rest: object = {}) =>
  (await t.editor('POST', '/api/admin/news', { title, ...rest })).json<{ slug: string; version: number }>();
const slugs = async (query: string) =>
  (await t.editor('GET', `/api/admin/news?fields=card&${query}`)).json<{ slug: string }[]>().map(({ slug }) => slug);
const FORMS = ['NFC', 'NFD'].map((form) => 'Йод и ёлка'.normalize(form));
const found = (q: string) => slugs(`q=${encodeURIComponent(q)}`);

test('a search finds all words, in title, lead or text, in any order, by their beginnings', async () => {
  await write('Северная заметка № 17', { slug: 'a', content: '<p>Жюри выбрало <b>фина</b>листов&nbsp;конкурса</p>' });
  await write('Другая заметка', { slug: 'b', lead: 'Анонс о билетах', content: '<p>Без слов</p>' });
  for (const q of 'ЗАМЕТКА 17|17 северная|жюри заметка|финалист сев|конкурса|конкурсами|№ 17|17|1|№ 1'.split('|'))
    expect([q, await found(q)]).toEqual([q, ['a']]);
  expect(await found('билетах')).toEqual(['b']);
  expect((await found('замет')).toSorted()).toEqual(['a', 'b']);
  for (const q of ['7', '№ 7', 'жюри билеты', 'еверная', 'br', 'nbsp', '"" OR a*', "' & !x", 'заметка NOT другая'])
    expect([q, await found(q)]).toEqual([q, []]);
});

test.each(FORMS)('a search finds a title whatever the forms of Unicode are: %j', async (title) => {
  const { slug } = await write(title);
  expect((await t.editor('GET', `/api/admin/news/${slug}`)).json().title).toBe(FORMS[0]);
  for (const q of [...FORMS, 'йод', 'ЕЛКА', 'ёлка'.normalize('NFD')]) expect([q, await found(q)]).toEqual([q, [slug]]);
  expect(await found('иод')).toEqual([]);
});

test('a search follows every save, also to the trash and back', async () => {
  const { slug } = await write('Первая', { content: '<p>жираф</p>' });
  await t.editor('PUT', `/api/admin/news/${slug}`, { content: '<p>бегемот</p>' });
  expect([await found('жираф'), await found('бегемот первая')]).toEqual([[], [slug]]);
  const bin = (await t.editor('DELETE', `/api/admin/news/${slug}`)).headers['x-bin-id'];
  expect(await found('бегемот')).toEqual([]);
  await t.editor('POST', `/api/admin/bin/${bin}/restore`);
  expect(await found('бегемот')).toEqual([slug]);
});

test('what a search finds is listed by date, part by part, and follows a day that changes', async () => {
  for (const [slug, date] of [
    ['x', '2025-05-02'],
    ['y', '1066-10-14'],
    ['z', '2025-05-02'],
    ['w', '2025-05-01'],
  ])
    await write('Мандолина', { slug, date });
  await write('Балалайка', { slug: 'other' });
  await t.editor('POST', '/api/admin/pages', {
    title: 'Мандолина',
    slug: 'mandolina',
    content: '',
    status: 'published',
  });
  const walk = async (q: string) => {
    const query = `fields=card&limit=1&q=${encodeURIComponent(q)}`;
    const all = await walkParts<{ slug: string }>(t.editor, `/api/admin/news?${query}`);
    return all.map(({ slug }) => slug);
  };
  for (const q of ['мандолину', 'мандо', 'мандолин']) expect([q, await walk(q)]).toEqual([q, ['z', 'x', 'w', 'y']]);
  await t.editor('PUT', '/api/admin/news/x', { date: '2024-01-01' });
  await t.editor('PUT', '/api/admin/news/y', { date: '2025-06-01', title: 'Мандолины' });
  await t.editor('DELETE', '/api/admin/news/w');
  expect(await walk('мандолины')).toEqual(['y', 'z', 'x']);
  await t.store.db.deleteFrom('articles').where('slug', '=', 'z').execute();
  expect(await walk('мандолины')).toEqual(['y', 'x']);
  expect((await t.editor('GET', encodeURI('/api/admin/news-counts?q=мандолины'))).json()).toMatchObject({ total: 2 });
  if (!isSqlite(t.store.db)) return;
  const counts = sql`select (select count(*) from word_index) as indexed, (select count(article_id) from search_words) as stored`;
  const [row] = (await counts.execute(t.store.db)).rows as { indexed: number; stored: number }[];
  expect(row?.indexed).toBe(row?.stored);
});

test('the list of the panel is sorted by date, change or title, and walked to its end in each order', async () => {
  for (const [title, day] of Object.entries({ Ёлка: 1, арбуз: 3, Жюри: 2 }))
    await write(title, { date: `2025-05-0${day}` });
  await t.editor('PUT', '/api/admin/news/yolka', { content: '<p>Правка</p>' });
  const walk = async (sort: string) => {
    const all = await walkParts<{ slug: string }>(t.editor, `/api/admin/news?fields=card&limit=1&sort=${sort}`);
    return all.map(({ slug }) => slug);
  };
  expect(await walk('date')).toEqual(['arbuz', 'zhyuri', 'yolka']);
  expect(await walk('changed')).toEqual(['yolka', 'zhyuri', 'arbuz']);
  expect(await walk('title')).toEqual(['arbuz', 'yolka', 'zhyuri']);
  expect((await t.editor('GET', '/api/admin/news?sort=size')).statusCode).toBe(400);
  const mixed = await t.editor('GET', '/api/admin/news?sort=changed&after=2025-05-01.1');
  expect(mixed.json().fields).toHaveProperty('after');
});

test('the list of the panel is narrowed by period and author, and counted by status', async () => {
  await write('Майская', { date: '2025-05-01' });
  await write('Июньская', { date: '2025-06-01', status: 'draft' });
  await write('Июльская', { date: '2025-07-01', status: 'scheduled', publishAt: '2125-07-20T15:00:00Z' });
  expect(await slugs('from=2025-06-01&to=2025-06-30')).toEqual(['iyunskaya']);
  expect(await slugs('from=2025-06-02')).toEqual(['iyulskaya']);
  expect([await slugs('author=admin&to=2025-05-01'), await slugs('author=nobody')]).toEqual([['mayskaya'], []]);
  const counts = async (query: string) => (await t.editor('GET', `/api/admin/news-counts?${query}`)).json();
  expect(await counts('')).toEqual({ total: 3, draft: 1, scheduled: 1, published: 1, review: 0, isAtLeast: false });
  expect(await counts('q=%20')).toMatchObject({ total: 3 });
  expect(await counts('author=admin&from=2025-06-01')).toMatchObject({ total: 2, published: 0 });
  expect(await counts('q=ничего')).toMatchObject({ total: 0 });
  for (const query of ['from=2025-02-30', 'to=вчера', 'from=2025-06-01T00:00:00Z'])
    expect((await t.editor('GET', `/api/admin/news?${query}`)).statusCode).toBe(400);
});

test('a duplicate is a draft of its own with the same contents', async () => {
  const contents = {
    ...{ content: '<p>Текст</p>', lead: 'Анонс', socialTitle: 'Для соцсетей', subtitle: 'С начала', tags: ['Финал'] },
    ...{ coverImageUrl: 'https://example.com/a.jpg', coverAlt: 'Афиша на стене', ageMark: '16+' },
  };
  const original = await write('Афиша', { ...contents, date: '2025-05-01' });
  await t.editor('PUT', `/api/admin/news/${original.slug}/pin`);
  const answer = await t.editor('POST', `/api/admin/news/${original.slug}/duplicate`);
  const own = { slug: 'afisha-kopiya', title: 'Афиша (копия)', status: 'draft', pinned: false, createdBy: 'admin' };
  expect([answer.statusCode, answer.json()]).toMatchObject([201, { ...contents, ...own, dateFollows: true }]);
  expect((await t.editor('POST', `/api/admin/news/${original.slug}/duplicate`)).json().slug).toBe('afisha-kopiya-2');
  expect((await t.visitor('GET', '/api/news')).json()).toHaveLength(1);
  const long = await write(`${'Я'.repeat(291)}🎤`.padEnd(300, 'я'));
  const copied = (await t.editor('POST', `/api/admin/news/${long.slug}/duplicate`)).json().title;
  expect(copied, 'no half of an emoji').toBe(`${'Я'.repeat(291)} (копия)`);
  expect((await t.editor('POST', '/api/admin/news/no-such/duplicate')).statusCode).toBe(404);
});

const titles = async (path: string) =>
  [...(await t.visitor('GET', path)).body.matchAll(/<h[23][^>]*>([^<]*)<\/h[23]>/g)]
    .map(([, title]) => title)
    .filter((title) => title?.startsWith('Новость'));

test('a pinned article leads home and the first page of news, once, and nothing changes without it', async () => {
  for (let n = 1; n <= 5; n += 1) await write(`Новость ${n}`, { date: `2025-05-0${n}` });
  const before = [await titles('/'), await titles('/news')];
  const all = [5, 4, 3, 2, 1].map((n) => `Новость ${n}`);
  expect(before).toEqual([all.slice(0, 3), all]);
  expect((await t.editor('PUT', '/api/admin/news/novost-2/pin')).json()).toEqual({ replaced: null });
  expect(await titles('/')).toEqual(['Новость 2', 'Новость 5', 'Новость 4', 'Новость 3']);
  expect(await titles('/news')).toEqual(['Новость 2', 'Новость 5', 'Новость 4', 'Новость 3', 'Новость 1']);
  expect((await t.visitor('GET', '/news')).body.match(/Главное/g)).toHaveLength(1);
  const replaced = { slug: 'novost-2', title: 'Новость 2' };
  expect((await t.editor('PUT', '/api/admin/news/novost-4/pin')).json()).toEqual({ replaced });
  expect(await titles('/')).toEqual(['Новость 4', 'Новость 5', 'Новость 3', 'Новость 2']);
  expect(await slugs('q=новость&sort=title')).toHaveLength(5);
  // Newest first for programs, as ever.
  expect((await t.visitor('GET', '/api/news')).json()[0].slug).toBe('novost-5');
  expect((await t.editor('DELETE', '/api/admin/news/novost-4/pin')).statusCode).toBe(204);
  expect([await titles('/'), await titles('/news')]).toEqual(before);
  const log = (await t.editor('GET', '/api/admin/journal?limit=3')).json<{ action: string }[]>();
  expect(log.map(({ action }) => action)).toEqual(['article.unpin', 'article.pin', 'article.pin']);
});

test('a pinned article is shown only while it is public, by the clock too, and stays pinned', async () => {
  await write('Новость 1', { date: '2025-05-01' });
  await write('Новость 2', { date: '2025-05-02' });
  await t.editor('PUT', '/api/admin/news/novost-1/pin');
  const shown = async () => (await t.visitor('GET', '/')).body.includes('Главное');
  expect(await shown()).toBe(true);
  for (const hidden of [
    { status: 'draft' },
    { status: 'scheduled', publishAt: '2125-01-01T00:00:00Z' },
    { status: 'published', publishAt: '2025-01-01T00:00:00Z', expiresAt: '2025-01-02T00:00:00Z' },
  ]) {
    await t.editor('PUT', '/api/admin/news/novost-1', hidden);
    expect([hidden, await shown()]).toEqual([hidden, false]);
    await t.editor('PUT', '/api/admin/news/novost-1', { status: 'published', expiresAt: null });
    expect(await shown()).toBe(true);
  }
  await t.editor('PUT', '/api/admin/news/novost-1', { expiresAt: new Date(Date.now() + 3000).toISOString() });
  expect(await shown()).toBe(true);
  await expect.poll(shown).toBe(false);
  const bin = (await t.editor('DELETE', '/api/admin/news/novost-1')).headers['x-bin-id'];
  expect(await shown()).toBe(false);
  expect((await t.editor('PUT', '/api/admin/news/novost-2/pin')).json()).toEqual({ replaced: null });
  await t.editor('POST', `/api/admin/bin/${bin}/restore`);
  expect((await t.editor('GET', '/api/admin/news/novost-1')).json().pinned).toBe(false);
});

test('a pinned article is one, even when several are pinned at once', async () => {
  const all = await Promise.all([1, 2, 3, 4].map((n) => write(`Новость ${n}`)));
  const answers = await Promise.all(all.map(({ slug }) => t.editor('PUT', `/api/admin/news/${slug}/pin`)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  const rows = (await t.editor('GET', '/api/admin/news?fields=card')).json<{ pinned: boolean }[]>();
  expect(rows.filter(({ pinned }) => pinned)).toHaveLength(1);
  expect((await t.editor('PUT', '/api/admin/news/no-such/pin')).statusCode).toBe(404);
});

test('an own excerpt and an own social title stand on cards, in the feed and in the head; without them the text does', async () => {
  const lead = `Анонс ${'о празднике '.repeat(15).trim()}.`;
  const given = { content: '<p>Из текста.</p>', lead: `  ${lead}\n`, socialTitle: 'Скорее' };
  const { slug } = await write('Заголовок', given);
  const shown = { lead, socialTitle: 'Скорее', excerpt: `${lead.slice(0, 120)}…` };
  expect((await t.visitor('GET', `/api/news/${slug}`)).json()).toMatchObject(shown);
  const page = (await t.visitor('GET', `/news/${slug}`)).body;
  expect(page).toContain(`<meta name="description" content="${lead}"/>`);
  expect(page).toContain('<meta property="og:title" content="Скорее"/>');
  expect(page).toMatch(/<title>Заголовок — /);
  expect((await t.visitor('GET', '/feed.xml')).body).toContain(`<description>${lead}</description>`);
  for (const path of ['/', '/news']) expect((await t.visitor('GET', path)).body).toMatch(/>Анонс\sо\sпразднике/);
  await t.editor('PUT', `/api/admin/news/${slug}`, { title: 'Другой' });
  expect((await t.visitor('GET', `/api/news/${slug}`)).json().lead).toBe(lead);
  await t.editor('PUT', `/api/admin/news/${slug}`, { lead: ' ', socialTitle: null });
  const without = { lead: null, socialTitle: null, excerpt: 'Из текста.' };
  expect((await t.visitor('GET', `/api/news/${slug}`)).json()).toMatchObject(without);
  expect((await t.visitor('GET', `/news/${slug}`)).body).toContain('<meta property="og:title" content="Другой"/>');
});

test('the plan says what appears and what ends within a week, in the order of time', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000).toISOString();
  const later = { status: 'scheduled', publishAt: inDays(2), expiresAt: inDays(3) };
  await write('Выйдет и уйдёт', { slug: 'both', ...later });
  await write('Уйдёт', { slug: 'ends', expiresAt: inDays(1) });
  await write('Нескоро', { status: 'scheduled', publishAt: inDays(30) });
  await write('Черновик', { status: 'draft', expiresAt: inDays(2) });
  await write('Ушла', { publishAt: inDays(-3), expiresAt: inDays(-1) });
  expect((await t.editor('GET', '/api/admin/news-plan')).json()).toEqual([
    { slug: 'ends', title: 'Уйдёт', at: expect.any(String), what: 'ends' },
    { slug: 'both', title: 'Выйдет и уйдёт', at: later.publishAt, what: 'appears' },
    { slug: 'both', title: 'Выйдет и уйдёт', at: later.expiresAt, what: 'ends' },
  ]);
});
