import { expect, test } from 'vitest';
import { publicTags as listPublicTags } from '../../model/articles/tags/tags.ts';
import { expectRefusal, signInAs } from '../rig/app.ts';
import { needSite } from '../rig/needs.ts';

const t = await needSite();

const NEWS = '/api/admin/news';
const write = async (slug: string, tags: unknown, more: object = {}) =>
  t.editor('POST', NEWS, { title: `Новость ${slug}`, slug, tags, date: '2025-07-01', ...more });
const tagsOf = async (slug: string) => (await t.editor('GET', `${NEWS}/${slug}`)).json().tags;
const cardsIn = (html: string) =>
  Array.from(html.matchAll(/<article.*?href="\/news\/([\w-]+)".*?<\/article>/gs), ([, slug]) => slug);
const open = async (url: string) => {
  const { statusCode, payload } = await t.visitor('GET', url);
  return { statusCode, payload, slugs: cardsIn(payload) };
};
const publicTags = () => listPublicTags(t.store.db);

test('tags of an article are kept in their order, each once, spelled as others spell them, until a change names others or none', async () => {
  expect((await write('first', ['Финал', ' Жюри ', 'финал'])).json().tags).toEqual(['Финал', 'Жюри']);
  expect((await write('second', ['ЖЮРИ', 'Репетиция'])).json().tags).toEqual(['Жюри', 'Репетиция']);
  await t.editor('PUT', `${NEWS}/first`, { title: 'Первая' });
  expect((await t.visitor('GET', '/api/news/first')).json().tags).toEqual(['Финал', 'Жюри']);
  await t.editor('PUT', `${NEWS}/second`, { tags: null });
  expect(await tagsOf('second')).toEqual([]);
});

test.each([
  ['a text', 'Финал', 'Теги: нужен список названий.'],
  ['a comma', ['Финал, жюри'], 'Тег: запятая разделяет теги, внутри названия её быть не может.'],
  ['no letter', ['!!!'], 'Тег: нужна хотя бы одна буква или цифра.'],
  ['nothing', [' '], 'Тег: заполните это поле.'],
  ['a long one', ['я'.repeat(61)], 'Тег: не длиннее 60 знаков.'],
  ['too many', Array.from({ length: 11 }, (_, at) => `Тег ${at}`), 'Теги: не больше 10 у одной новости.'],
])('tags of an article with %s are refused', async (_what, tags, message) => {
  expectRefusal(await write('refused', tags), 400, message);
  expect((await t.editor('GET', `${NEWS}/refused`)).statusCode).toBe(404);
});

test('pages and feeds of a tag hold its public articles, newest first, and are linked from them', async () => {
  await write('one', ['Сцена'], { date: '2025-07-03', content: '<p>Первая</p>' });
  await write('two', ['Сцена', 'Свет'], { date: '2025-07-05' });
  await write('draft', ['Сцена', 'Тайна'], { status: 'draft' });
  await write('later', ['Сцена', 'Тайна'], { status: 'scheduled', publishAt: '2099-01-01T00:00:00Z' });
  expect(await open('/news/tag/scena')).toMatchObject({ statusCode: 404 });
  const page = await open('/news/tag/stsena');
  expect([page.statusCode, page.slugs]).toEqual([200, ['two', 'one']]);
  expect(page.payload).toContain('<h1');
  const topics = /<nav aria-label="Темы".*?<\/nav>/s.exec(page.payload)?.[0];
  expect(topics).toMatch(/href="\/news".*aria-current="page"[^>]*href="\/news\/tag\/stsena".*href="\/news\/tag\/svet"/);
  expect((await open('/news/one')).payload).toContain('href="/news/tag/stsena"');
  await write('many', ['А', 'Б', 'В', 'Г', 'Д', 'Е', 'Ж', 'Я']);
  expect((await open('/news/tag/ya')).payload).toMatch(/aria-current="page"[^>]*href="\/news\/tag\/ya"/);
  const { payload, headers } = await t.visitor('GET', '/news/tag/stsena/feed.xml');
  expect(headers['content-type']).toContain('rss+xml');
  expect([...payload.matchAll(/<guid[^>]*>[^<]*\/news\/([\w-]+)</g)].map(([, slug]) => slug)).toEqual(['two', 'one']);
  expect(payload).toContain('<content:encoded>&lt;p&gt;Первая&lt;/p&gt;</content:encoded>');
  expect((await t.visitor('GET', '/sitemap.xml')).payload).toContain('/news/tag/stsena<');
});

test('pages and feeds of a tag tell nothing of what is not public, and change at once with their articles', async () => {
  for (const url of ['/news/tag/tayna', '/news/tag/tayna/feed.xml', '/news/tag/unknown', '/news/tag/stsena?page=2'])
    expect([url, (await t.visitor('GET', url)).statusCode]).toEqual([url, 404]);
  expect((await publicTags()).map(({ title }: { title: string }) => title)).not.toContain('Тайна');
  expect((await t.visitor('GET', '/sitemap.xml')).payload).not.toContain('tayna');
  expect((await t.editor('GET', '/api/admin/tags')).json()).toContainEqual({ slug: 'tayna', title: 'Тайна', count: 2 });
  await t.editor('PUT', `${NEWS}/draft`, { status: 'published', date: '2025-07-04' });
  expect((await open('/news/tag/stsena')).slugs).toEqual(['two', 'draft', 'one']);
  await t.editor('PUT', `${NEWS}/two`, { tags: ['Свет'] });
  expect((await open('/news/tag/stsena')).slugs).toEqual(['draft', 'one']);
  await t.editor('DELETE', `${NEWS}/draft`);
  expect((await open('/news/tag/stsena')).slugs).toEqual(['one']);
  expect((await publicTags()).find(({ slug }) => slug === 'stsena')?.count).toBe(1);
  await t.editor('PUT', `${NEWS}/two`, { tags: ['Сцена', 'Свет'] });
});

test('pages and feeds of a tag are found through the lists of the API, and lead to articles that share most tags', async () => {
  const slugs = async (url: string) => (await t.editor('GET', url)).json().map(({ slug }: { slug: string }) => slug);
  expect(await slugs('/api/news?tag=stsena')).toEqual(['two', 'one']);
  expect(await slugs('/api/news?tag=stsena&fields=card&limit=1')).toEqual(['two']);
  expect(await slugs('/api/news?tag=unknown')).toEqual([]);
  expect((await slugs(`${NEWS}?tag=stsena`)).sort()).toEqual(['later', 'one', 'two']);
  expect((await t.editor('GET', '/api/admin/news-counts?tag=stsena')).json().total).toBe(3);
  expect((await t.visitor('GET', '/api/news?tag=a&tag=b')).statusCode).toBe(400);
  await write('both', ['Сцена', 'Свет'], { date: '2020-01-01' });
  for (const slug of ['new-1', 'new-2', 'new-3', 'new-4', 'new-5']) await write(slug, [], { date: '2025-12-01' });
  const [, also = ''] = (await open('/news/both')).payload.split('Читайте также');
  expect(cardsIn(also)).toEqual(['two', 'one', 'new-5']);
});

test('a tag gets another title in every article, as a new version, and an address of its own, from editors only', async () => {
  await write('renamed', ['Интервью', 'Зал']);
  await write('renamed-draft', ['Интервью'], { status: 'draft' });
  expect((await t.editor('PUT', '/api/admin/tags/intervyu', { title: 'Беседы' })).json()).toEqual({ changed: 2 });
  expect([await tagsOf('renamed'), await tagsOf('renamed-draft')]).toEqual([['Беседы', 'Зал'], ['Беседы']]);
  expect((await open('/news/tag/besedy')).slugs).toEqual(['renamed']);
  expect((await open('/news/tag/intervyu')).statusCode).toBe(404);
  expect((await t.editor('GET', `${NEWS}/renamed/revisions`)).json()[0].changes).toEqual(['tags']);
  const author = await signInAs(t, 'author');
  expect((await author('PUT', '/api/admin/tags/zal', { title: 'Арена' })).statusCode).toBe(403);
  expect((await author('GET', '/api/admin/tags')).statusCode).toBe(200);
});

test('a tag is spelled anew, joined with another, and taken away', async () => {
  await write('spelled', ['Гости']);
  await write('joined', ['Гости', 'Звёзды']);
  await t.editor('PUT', '/api/admin/tags/gosti', { title: 'ГОСТИ' });
  expect(await tagsOf('spelled')).toEqual(['ГОСТИ']);
  await t.editor('PUT', '/api/admin/tags/zvyozdy', { title: 'гости' });
  expect(await tagsOf('joined')).toEqual(['ГОСТИ']);
  expect((await t.editor('DELETE', '/api/admin/tags/gosti')).statusCode).toBe(204);
  expect([await tagsOf('spelled'), await tagsOf('joined')]).toEqual([[], []]);
  expect((await t.editor('DELETE', '/api/admin/tags/gosti')).statusCode).toBe(404);
  const [line] = (await t.editor('GET', '/api/admin/journal?limit=1')).json();
  expect(line).toMatchObject({ action: 'tag.delete', title: 'ГОСТИ' });
});

test('a tag gets another title while its articles are being saved, and neither change is lost', async () => {
  const slugs = Array.from({ length: 12 }, (_, at) => `busy-${at}`);
  for (const slug of slugs) await write(slug, ['Хор', 'Зал']);
  for (const renaming of ['khor Ансамбль', 'ansambl Хор', 'khor Оркестр']) {
    const [from, title] = renaming.split(' ');
    const answers = await Promise.all([
      t.editor('PUT', `/api/admin/tags/${from}`, { title }),
      ...slugs.map((slug) => t.editor('PUT', `${NEWS}/${slug}`, { title: `${title}: ${slug}` })),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(13).fill(200));
    for (const slug of slugs) {
      const article = (await t.editor('GET', `${NEWS}/${slug}`)).json();
      expect([article.title, article.tags]).toEqual([`${title}: ${slug}`, [title, 'Зал']]);
    }
  }
});
