import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { digestTables } from '../../db/copying/copying.ts';
import { importedWords } from '../../model/articles/kinds.ts';
import { listEditions } from '../../model/editions/editions.ts';
import { listPartners } from '../../model/partners.ts';
import { listContestants } from '../../model/programme/contestants.ts';
import { listShows } from '../../model/programme/shows.ts';
import { listImported, undoImport } from '../../ops/import/records.ts';
import { addFirstPages } from '../../seeds/pages.ts';
import type { TestApp } from '../rig/app.ts';
import { needFolder, needSite } from '../rig/needs.ts';
import { attachment, BY, bring as bringFrom, bringTexts, meta, oldSite, writeFiles, wxr } from './sources.ts';
import { exportSite, freePlace } from './world.ts';

const site = await needSite();
const old = await oldSite();
const folder = await needFolder();

const bring = (place: string, dryRun = false) => bringFrom(site, old, place, old.origin, dryRun);

async function write(posts: Parameters<typeof wxr>[1]): Promise<string> {
  const file = path.join(folder, 'wordpress.xml');
  await writeFile(file, wxr(old.origin, posts));
  return file;
}

const POSTS = [
  {
    id: 12,
    title: 'Победила Мира &amp;amp; Ко',
    text: `Первый абзац
со второй строкой.

[caption id="a"]<img src="${old.origin}/files/a-300x200.jpg" alt="Сцена" /> Подпись[/caption]

Смотрите <a href="${old.origin}/2024/05/14/n13/">новость</a>, <a href="/?p=13#top">она же</a> и <a href="${old.origin}/files/none.pdf">файл</a>.

[gallery ids="5,6"]

[contact-form-7 id="1"]`,
    more:
      meta('_thumbnail_id', '6') +
      '<category domain="category" nicename="uncategorized"><![CDATA[Без рубрики]]></category><category domain="post_tag" nicename="f"><![CDATA[Финал]]></category>' +
      '<category domain="genre" nicename="pop"><![CDATA[Поп]]></category><wp:is_sticky>1</wp:is_sticky>' +
      '<excerpt:encoded><![CDATA[Короткий анонс]]></excerpt:encoded><wp:comment><wp:comment_approved>1</wp:comment_approved></wp:comment>',
  },
  {
    id: 13,
    text: `<!-- wp:file --><div class="wp-block-file"><a href="${old.origin}/files/doc.pdf">Положение</a></div><!-- /wp:file -->`,
  },
  { id: 14, title: 'С паролем', text: 'тайна', more: '<wp:post_password><![CDATA[x]]></wp:post_password>' },
  { id: 15, title: 'Личная', status: 'private', text: 'тайна' },
  { id: 16, title: 'Черновик', status: 'draft', text: 'тайна' },
  { id: 17, title: 'Будущая', status: 'future', text: 'тайна' },
  { id: 18, title: 'Из корзины', status: 'trash', text: 'мусор' },
  { id: 19, title: 'Правила', type: 'page', text: 'Правила конкурса' },
  { id: 20, title: 'Событие', type: 'event', text: 'событие' },
  { id: 21, type: 'nav_menu_item' },
  attachment(old.origin, 5, 'a.jpg', 'Фото из зала'),
  attachment(old.origin, 6, 'b.png'),
];

const LOSSES = [
  ['Победила Мира & Ко', 'шорткод [contact-form-7]'],
  ['Победила Мира & Ко', 'комментарий'],
  ['Победила Мира & Ко', 'место наверху списка'],
  ['Победила Мира & Ко', '«Поп» из «genre»'],
  ['Победила Мира & Ко', `картинка или файл ${old.origin}/files/none.pdf: прежний сайт ответил 404`],
  ['С паролем', 'запись с паролем: стала черновиком'],
  ['Личная', 'личная запись: стала черновиком'],
  ['Будущая', 'время публикации прошло: стала черновиком'],
  [old.origin, 'записи вида «event»'],
].map(([item, what]) => ({ item, what, count: 1 }));

beforeAll(() => site.store.db.deleteFrom('articles').execute());

test('a dry run tells what a run then does, and changes nothing', async () => {
  const file = await write(POSTS);
  const before = await digestTables(site.store.db);
  const { texts, ...promised } = await bringTexts(site, old, file, old.origin, true);
  expect(await digestTables(site.store.db)).toEqual(before);
  expect(promised).toEqual({ source: 'WXR', created: 7, updated: 0, unchanged: 0, redirects: 6, losses: LOSSES });
  expect(texts.map((text) => `${text.title}: ${importedWords(text)}`)).toEqual([
    'Победила Мира & Ко: новость, 2024-05-14, опубликована',
    'Запись 13: новость, 2024-05-14, опубликована',
    ...['С паролем', 'Личная', 'Черновик', 'Будущая'].map((title) => `${title}: новость, 2024-05-14, черновик`),
    'Правила: страница, 2024-05-14, опубликована',
  ]);
  expect(await bring(file)).toEqual(promised);
  // A repeated run names its losses again.
  expect(await bring(file)).toEqual({ ...promised, created: 0, unchanged: 7, redirects: 0 });
});

test('texts come with pictures, files, tags, authors, days and links among them; what was not for all is a draft', async () => {
  const { n12, n13, ...others } = Object.fromEntries(
    (await site.editor('GET', '/api/admin/news')).json().map((article: { slug: string }) => [article.slug, article]),
  );
  const upload = (extension: string) => expect.stringMatching(new RegExp(`^/uploads/\\w{32}\\.${extension}$`));
  expect(n12).toMatchObject({
    ...{ title: 'Победила Мира & Ко', date: '2024-05-14', publishAt: '2024-05-13T21:30:00.000Z', status: 'published' },
    ...{ tags: ['Финал'], lead: 'Короткий анонс', coverImageUrl: upload('png'), createdBy: 'Анна Петрова' },
  });
  const picture = /src="(\/uploads\/\w+\.jpg)"/.exec(n12.content)?.[1];
  expect(n12.content.split(/(?<=<\/p>|<\/figure>)(?=<[pf])/)).toEqual([
    '<p>Первый абзац<br>со второй строкой.</p>',
    `<figure class="image"><img src="${picture}" alt="Сцена"><figcaption>Подпись</figcaption></figure>`,
    `<p>Смотрите <a href="/news/n13">новость</a>, <a href="/news/n13#top">она же</a> и <a href="${old.origin}/files/none.pdf" rel="noopener noreferrer">файл</a>.</p>`,
    `<figure class="gallery"><figure class="image"><img src="${picture}" alt=""><figcaption>Фото из зала</figcaption></figure>`,
    `<figure class="image"><img src="${n12.coverImageUrl}" alt=""></figure></figure>`,
  ]);
  expect(n13.content).toMatch(/^<figure class="file"><a href="\/uploads\/\w{32}\.pdf">Положение<\/a><\/figure>$/);
  expect(Object.entries(others).map(([slug, article]) => [slug, (article as { status: string }).status])).toEqual(
    expect.arrayContaining([14, 15, 16, 17].map((id) => [`n${id}`, 'draft'])),
  );
  for (const path of ['/news/n14', '/news/n15', '/news/n17'])
    expect((await site.visitor('GET', path)).statusCode).toBe(404);
  expect((await site.visitor('GET', '/n19')).body).toContain('Правила конкурса');
});

test.each([
  ['/2024/05/14/n12/', '/news/n12'],
  ['/2024/05/14/n12', '/news/n12'],
  ['/?p=12', '/news/n12'],
  ['/?page_id=19', '/n19'],
  ['/2024/05/14/n19', '/n19'],
])('the old address %s leads to %s', async (address, to) => {
  await site.visitor('GET', '/'); // is cached, and not sent in its place
  const { statusCode, headers } = await site.visitor('GET', address);
  // Its slash at the end goes first.
  const last = statusCode === 308 ? await site.visitor('GET', String(headers.location)) : { headers };
  expect(last.headers.location).toBe(to);
});

test.each(['/?p=14', '/?p=999', '/?p=12&x=1', '/?s=12'])('%s is home', async (address) =>
  expect((await site.visitor('GET', address)).statusCode).toBe(200),
);

test('a second run doubles nothing, asks for what was missing, brings what changed there and leaves what was edited here', async () => {
  old.answers['/files/none.pdf'] = old.answers['/files/doc.pdf'] ?? '';
  const changed = POSTS.map((post) => ([13, 19].includes(post.id) ? { ...post, text: 'Написано заново' } : post));
  const { version } = (await site.editor('GET', '/api/admin/news/n13')).json();
  await site.editor('PUT', '/api/admin/news/n13', { title: 'Правлено здесь' }, { 'if-match': `"${version}"` });
  const report = await bring(await write(changed));
  expect(report).toMatchObject({ created: 0, updated: 2, unchanged: 5, redirects: 0 });
  expect(report.losses.filter(({ item }) => item === 'Запись 13')).toEqual([
    { item: 'Запись 13', what: 'изменения прежнего сайта: текст уже правили здесь', count: 1 },
  ]);
  expect((await site.visitor('GET', '/api/news/n12')).json().content).toMatch(/<a href="\/uploads\/\w+\.pdf">файл/);
  expect((await site.visitor('GET', '/n19')).body).toContain('Написано заново');
  expect((await site.visitor('GET', '/api/news/n13')).json().title).toBe('Правлено здесь');
  expect(await bring(await write(changed))).toMatchObject({ created: 0, updated: 0, unchanged: 7, redirects: 0 });
  await site.store.db.deleteFrom('old_addresses').where('address', '=', '/2024/05/14/n19').execute();
  const promised = await bring(await write(POSTS), true);
  expect(promised).toMatchObject({ created: 0, updated: 1, unchanged: 6, redirects: 1 });
  expect(await bring(await write(POSTS))).toEqual(promised);
});

test('an address that two texts name is of the one whose link it is, or of the first; queries tell texts apart', async () => {
  const at = (place: string) => ({ link: `${old.origin}${place}` });
  const posts = [
    { id: 40, ...at('/n40/'), more: meta('_wp_old_slug', 'shared') },
    { id: 41, ...at('/shared/') },
    { id: 42, ...at('/shared/'), text: `<a href="${old.origin}/i.php?id=4">раз</a> <a href="/shared/?utm=1">два</a>` },
    { id: 43, ...at('/i.php?id=3') },
    { id: 44, ...at('/i.php?id=4') },
  ];
  const zero = '0000-00-00 00:00:00';
  const dates = `<wp:post_date>${zero}</wp:post_date><wp:post_date_gmt>${zero}</wp:post_date_gmt><wp:post_modified>2013-02-03 04:05:06</wp:post_modified>`;
  const file = await write([...posts, { id: 45, dates }]);
  const promised = await bring(file, true);
  const report = await bring(file);
  expect(report).toEqual(promised);
  const what = 'прежний адрес /shared/: он ведёт на другой текст';
  expect(report.losses).toEqual(['Запись 40', 'Запись 42'].map((item) => ({ item, what, count: 1 })));
  expect((await site.visitor('GET', '/shared')).headers.location).toBe('/news/n41');
  const { content } = (await site.visitor('GET', '/api/news/n42')).json();
  expect(content).toBe('<p><a href="/news/n44">раз</a> <a href="/news/n41">два</a></p>');
  expect((await site.visitor('GET', '/api/news/n45')).json().date).toBe('2013-02-03');
  expect(await bring(file)).toMatchObject({ created: 0, updated: 0, redirects: 0 });
});

test('what was brought is taken back: texts go to the trash, their addresses lead nowhere, what was edited here stays', async () => {
  const [source] = await listImported(site.store.db);
  expect(source).toMatchObject({ source: `wxr:${old.origin}`, articles: 13 });
  expect(await undoImport(site.store, `wxr:${old.origin}`, BY)).toEqual({ removed: 12, kept: ['Правлено здесь'] });
  expect((await site.visitor('GET', '/api/news')).json().map(({ slug }: { slug: string }) => slug)).toEqual(['n13']);
  expect((await site.visitor('GET', '/2024/05/14/n12')).statusCode).toBe(404);
  expect((await site.visitor('GET', '/2024/05/14/n13')).headers.location).toBe('/news/n13');
  expect((await site.editor('GET', '/api/admin/bin')).json()).toHaveLength(11);
  // Then it may come again.
  expect(await bring(await write(POSTS))).toMatchObject({ created: 6, unchanged: 1 });
});

test('a page that is brought takes the address of a first page of the site, unless somebody has changed that', async () => {
  for (const table of ['articles', 'imported'] as const) await site.store.db.deleteFrom(table).execute();
  await addFirstPages(site.store, 'admin');
  await site.editor('PUT', '/api/admin/pages/press', { content: '<p>Уже наше</p>' });
  const place = path.join(folder, 'first');
  await bring(await writeFiles(place, { 'pages/contacts.md': '# Контакты', 'pages/press.md': '# Прессе' }));
  const pages = (await site.visitor('GET', '/api/pages')).json<{ slug: string }[]>();
  expect(pages.map(({ slug }) => slug)).toEqual(['contacts', 'press-2']);
  const { subject, who } = await site.store.db
    .selectFrom('journal')
    .selectAll()
    .where('action', '=', 'page.delete')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect([subject, who]).toEqual(['contacts', BY.username]);
});

test('an exported festival with the address of another one here comes beside it, once, and nothing without its edition', async () => {
  const [from, to, place] = [await needSite(), await needSite(), await freePlace()];
  const fill = async (of: TestApp, title: string) => {
    const [{ id, version: _, ...edition }] = (await of.editor('GET', '/api/admin/editions')).json();
    await of.editor('PUT', `/api/admin/editions/${id}`, { ...edition, title });
    await of.editor('POST', '/api/admin/shows', { title, starts_at: '2031-05-14T16:00:00.000Z' });
    await of.editor('POST', '/api/admin/contestants', { name: title, song: 'Песня', shows: [] });
    await of.editor('POST', '/api/admin/partners', { name: title, group: 'Партнёры' });
    return edition.slug;
  };
  const slug = await fill(from, 'Чужой');
  expect(await fill(to, 'Наш')).toBe(slug);
  await exportSite(from, place);
  const file = path.join(place, 'editions.jsonl');
  const exported = await readFile(file, 'utf8');
  const partsOf = async (edition?: number) => {
    const { db } = to.store;
    const all = [listShows(db, edition), listContestants(db, edition), listPartners(db, edition)];
    return (await Promise.all<{ title?: string; name?: string }[]>(all)).flat().map(({ title, name }) => title ?? name);
  };
  await writeFile(file, exported.replace(/"year":\d+/, '"year":1'));
  const item = 'Чужой';
  const whole = `${item}, его концерты, участники и партнёры`;
  const unmade = { item: whole, what: 'не перенесено: Год: нужно число от 1900 до 2200.', count: 1 };
  expect((await bringFrom(to, old, place)).losses).toEqual([unmade]);
  expect(await listEditions(to.store.db)).toHaveLength(1);
  await writeFile(file, exported.replace('"poster":null', `"poster":"/uploads/${'0'.repeat(32)}.png"`));
  const lost = [{ item, what: 'афиша: её нет в выгрузке', count: 1 }];
  for (const _run of [1, 2]) expect((await bringFrom(to, old, place)).losses).toEqual(lost);
  const [ours, other, ...more] = (await listEditions(to.store.db)).toSorted((a, b) => a.id - b.id);
  expect([ours, other, more]).toMatchObject([
    { title: 'Наш', is_current: true },
    { title: 'Чужой', is_current: false, slug: `${slug}-2` },
    [],
  ]);
  expect([await partsOf(), await partsOf(other?.id)]).toEqual([Array(3).fill('Наш'), Array(3).fill('Чужой')]);
  // An export of this very site adds what it lacks to the same one.
  const own = await freePlace();
  await exportSite(to, own);
  await to.editor('PUT', `/api/admin/editions/${ours?.id}`, { ...ours, title: 'Переименован' });
  await to.store.db.deleteFrom('partners').execute();
  await bringFrom(to, old, own);
  expect(await listEditions(to.store.db)).toHaveLength(2);
  expect([await partsOf(), await partsOf(other?.id)]).toEqual([Array(3).fill('Наш'), Array(3).fill('Чужой')]);
});
