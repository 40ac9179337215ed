import { expect, test, vi } from 'vitest';
import pageRoutes from '../../app/routes.ts';
import { sanitizeBody } from '../../model/body/body.ts';
import { isReservedPath } from '../../model/pages/routes.ts';
import type { DoctorReport } from '../../ops/doctor/report.ts';
import { addFirstPages, readFirstPages } from '../../seeds/pages.ts';
import { liveRoutes } from '../hostile/routes.ts';
import { needHeard } from '../live/heard.ts';
import { collectMessages, expectRefusal } from '../rig/app.ts';
import { needSite } from '../rig/needs.ts';

const ADMIN = '/api/admin/pages';
const HOUR = 3600_000;
const FLOOD = 300;
const at = (ms: number) => new Date(Date.now() + ms).toISOString();

const t = await needHeard();

const add = async (fields: object) => (await t.editor('POST', ADMIN, fields)).json();
const visit = async (path: string) => {
  const { statusCode, headers } = await t.visitor('GET', path);
  return headers.location === undefined ? statusCode : [statusCode, headers.location];
};
const listed = async () => (await t.visitor('GET', '/api/pages')).json().map(({ slug }: { slug: string }) => slug);

test('pages of every state are in no list, feed, search, count, plan or event of news, and news have no address at the root', async () => {
  const stream = await t.open();
  const states = {
    draft: { status: 'draft', plannedAt: at(HOUR) },
    scheduled: { status: 'scheduled', publishAt: at(HOUR), expiresAt: at(2 * HOUR) },
    published: {},
    expiring: { expiresAt: at(HOUR) },
    expired: { status: 'scheduled', publishAt: at(-2 * HOUR), expiresAt: at(-HOUR) },
    deleted: {},
  };
  for (const [slug, fields] of Object.entries(states)) {
    const body = { title: 'Документ', slug: `doc-${slug}`, content: '<p>Документ целиком</p>', ...fields };
    expect((await t.editor('POST', ADMIN, body)).statusCode).toBe(201);
  }
  await t.editor('DELETE', `${ADMIN}/doc-deleted`);
  await t.editor('POST', '/api/admin/news', { title: 'Единственная', slug: 'only', content: '<p>Новость</p>' });
  expect((await stream.next('news')).data).toEqual({ slug: 'only', title: 'Единственная' });

  const news = '/ /news /news.data /news/only /feed.xml /api/news /api/news?fields=card /api/news?limit=5 /sitemap.xml';
  for (const path of news.split(' ')) {
    const { statusCode, payload } = await t.visitor('GET', path);
    expect([path, statusCode, /Документ|news\/doc-/.test(payload)]).toEqual([path, 200, false]);
  }
  const lists = ' ?q=документ ?fields=card ?sort=title ?sort=changed ?status=draft ?status=scheduled'.split(' ');
  for (const path of [...lists.map((query) => `/api/admin/news${query}`), '/api/admin/news-plan', '/api/admin/bin']) {
    const { statusCode, payload } = await t.editor('GET', path);
    expect([path, statusCode, payload.includes('doc-')]).toEqual([path, 200, false]);
  }
  expect((await t.editor('GET', '/api/admin/news-counts')).json()).toMatchObject({ total: 1, draft: 0, scheduled: 0 });
  expect((await t.editor('GET', '/api/admin/news-counts?q=документ')).json()).toMatchObject({ total: 0 });
  for (const slug of Object.keys(states).map((state) => `doc-${state}`)) {
    for (const path of [`/news/${slug}`, `/api/news/${slug}`]) expect([path, await visit(path)]).toEqual([path, 404]);
    for (const call of ['GET ', 'PUT ', 'DELETE ', 'PUT /pin', 'POST /duplicate', 'GET /revisions', 'POST /preview']) {
      const [method, path] = call.split(' ');
      const { statusCode } = await t.editor(method as 'GET', `/api/admin/news/${slug}${path}`, {});
      expect([call, statusCode]).toEqual([call, 404]);
    }
  }
  for (const path of ['/only', '/api/pages/only']) expect(await visit(path)).toBe(404);
  for (const path of ['', '/revisions']) expect((await t.editor('GET', `${ADMIN}/only${path}`)).statusCode).toBe(404);
  const [trashed] = (await t.editor('GET', '/api/admin/pages-bin')).json();
  expect((await t.editor('POST', `/api/admin/bin/${trashed.id}/restore`)).statusCode).toBe(404);

  expect(await listed()).toEqual(['doc-published', 'doc-expiring']);
  for (const state of ['draft', 'scheduled', 'expired', 'deleted'])
    expect([state, await visit(`/doc-${state}`)]).toEqual([state, 404]);
});

test('a scheduled page appears and ends at its moment, and open pages are told as of texts of the site', async () => {
  const stream = await t.open();
  const [publishAt, expiresAt] = [at(1500), at(4000)];
  await t.editor('POST', ADMIN, { title: 'По часам', slug: 'clockwork', status: 'scheduled', publishAt, expiresAt });
  expect(await visit('/clockwork')).toBe(404);
  await stream.next('site-content'); // of the save
  expect((await stream.next('site-content')).data).toEqual({});
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(publishAt));
  expect(await visit('/clockwork')).toBe(200);
  await stream.next('site-content');
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expiresAt));
  expect(await visit('/clockwork')).toBe(404);
});

test('an address that the site answers itself is refused, as every route of server and pages is', async () => {
  const site = pageRoutes.flatMap(({ path, children = [] }) => [path, ...children.map((child) => child.path)]);
  const served = liveRoutes(t.app, true).map(({ pattern }) => pattern.slice(1));
  const segments = [...site.map((path = '') => path), ...served]
    .map((path) => path.split('/')[0] ?? '')
    .filter((segment) => /^[\w-]+$/.test(segment));
  expect(segments).toEqual(expect.arrayContaining(['watch', 'admin', 'player', 'api', 'uploads', 'healthz', 'covers']));
  for (const slug of new Set(segments)) {
    expect([slug, isReservedPath(slug)]).toEqual([slug, true]);
    const { statusCode, json } = await t.editor('POST', ADMIN, { title: 'Страница', slug });
    expect([statusCode, json().message]).toEqual([400, `Адрес «/${slug}» занят самим сайтом, выберите другой.`]);
  }
  for (const slug of ['new', 'order'])
    expect((await t.editor('POST', ADMIN, { title: 'Страница', slug })).statusCode).toBe(400);
  expect((await t.editor('POST', ADMIN, { title: 'Watch', status: 'draft' })).json().slug).toBe('watch-2');
});

test('a flood of unknown addresses asks the database next to nothing: each is looked up in memory and shares one rendering', async () => {
  const asked = vi.spyOn(t.store.db.getExecutor(), 'executeQuery');
  for (let n = 0; n < FLOOD; n += 1) expect(await visit(`/nobody-knows-${n}`)).toBe(404);
  // A 404 is cached for a second.
  expect(asked.mock.calls.length).toBeLessThan(FLOOD);
  asked.mockClear();
  await t.visitor('GET', '/news/nobody-knows');
  expect(asked).toHaveBeenCalled();
});

test('a page is saved, shown at the root, moved with a redirect, deleted and restored like an article', async () => {
  const made = await t.editor('POST', ADMIN, { title: 'Контакты', content: '<p>Звоните</p>', place: 'both' });
  expect([made.statusCode, made.headers.etag, made.headers.location]).toEqual([201, '"1"', `${ADMIN}/kontakty`]);
  expect(made.json()).toMatchObject({ slug: 'kontakty', status: 'published', place: 'both', excerpt: 'Звоните' });
  expect(Object.keys(made.json())).not.toContain('coverImageUrl');

  const page = await t.visitor('GET', '/kontakty');
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('<h1>Контакты</h1>');
  expect(page.body).toMatch(/<link rel="canonical" href="http:\/\/[\w:]+\/kontakty"\/>/);
  expect(page.body).toContain('<meta name="description" content="Звоните"/>');
  expect((await t.visitor('GET', '/sitemap.xml')).body).toContain('/kontakty</loc>');
  const shown = await t.visitor('GET', '/api/pages/kontakty');
  expect([shown.headers.etag, shown.json().content]).toEqual(['"1"', '<p>Звоните</p>']);
  expect(await listed()).toContain('kontakty');

  expect((await t.editor('PUT', `${ADMIN}/kontakty`, { title: 'Иначе' }, { 'if-match': '"7"' })).statusCode).toBe(412);
  const moved = await t.editor('PUT', `${ADMIN}/kontakty`, { slug: 'contacts' }, { 'if-match': '"1"' });
  expect([moved.statusCode, moved.headers.etag, await visit('/kontakty')]).toEqual([200, '"2"', [301, '/contacts']]);
  expect([await visit('/api/pages/kontakty'), await visit('/contacts')]).toEqual([[301, '/api/pages/contacts'], 200]);
  const { json: history } = await t.editor('GET', `${ADMIN}/contacts/revisions`);
  expect(history().map(({ changes }: { changes: string[] }) => changes)).toEqual([['slug'], []]);

  const { headers } = await t.editor('DELETE', `${ADMIN}/contacts`);
  expect([await visit('/contacts'), await visit('/kontakty')]).toEqual([404, 404]);
  const bin = (await t.editor('GET', '/api/admin/pages-bin')).json();
  expect(bin.map(({ id }: { id: number }) => String(id))).toContain(headers['x-bin-id']);
  const restored = await t.editor('POST', `/api/admin/pages-bin/${headers['x-bin-id']}/restore`);
  expect(restored.json()).toMatchObject({ slug: 'contacts', place: 'both' });
  expect([await visit('/contacts'), await visit('/kontakty')]).toEqual([200, [301, '/contacts']]);
});

test('a page has slugs, numbers and 409 of its own: the same as an article', async () => {
  for (const path of ['/api/admin/news', ADMIN])
    for (const slug of ['pressa', 'pressa-2'])
      expect((await t.editor('POST', path, { title: 'Пресса' })).json().slug).toBe(slug);
  const taken = await t.editor('POST', ADMIN, { title: 'Ещё', slug: 'pressa' });
  expectRefusal(taken, 409, 'Адрес «pressa» уже у другой страницы, выберите другой.');
  await t.editor('PUT', '/api/admin/news/pressa-2', { slug: 'zhurnalistam' });
  expect([await visit('/news/pressa-2'), await visit('/pressa-2')]).toEqual([[301, '/news/zhurnalistam'], 200]);
  expect(await visit('/zhurnalistam')).toBe(404);
  await t.editor('PUT', `${ADMIN}/pressa-2`, { slug: 'zhurnalistam' });
  const moved = [await visit('/pressa-2'), await visit('/news/pressa-2')];
  expect(moved).toEqual([
    [301, '/zhurnalistam'],
    [301, '/news/zhurnalistam'],
  ]);
});

test('a page is refused, with nothing stored, for a place, a state or an address that it cannot have', async () => {
  const before = (await t.editor('GET', ADMIN)).json();
  for (const [field, value] of Object.entries({ place: 'header', status: 'hidden', slug: '!', title: ' ' })) {
    const { statusCode, json } = await t.editor('POST', ADMIN, { title: 'Страница', [field]: value });
    expect([statusCode, Object.keys(json().fields)]).toEqual([400, [field]]);
  }
  expect((await t.editor('GET', ADMIN)).json()).toEqual(before);
  const unknown = await t.editor('PUT', `${ADMIN}/net-takoy`, { title: 'Нет' });
  expect(unknown.json().message).toBe('Такой страницы нет. Возможно, её удалили.');
});

test('the place of a public page waits in its draft, and goes out with it', async () => {
  const { slug } = await add({ title: 'Ждёт места', place: 'none' });
  const place = async (path = '') => (await t.editor('GET', `${ADMIN}/${slug}${path}`)).json().place;
  const answer = await t.editor('PUT', `${ADMIN}/${slug}/draft`, { place: 'menu' });
  expect([answer.json().place, await place('/draft'), await place()]).toEqual(['menu', 'menu', 'none']);
  await t.editor('PUT', `${ADMIN}/${slug}`, { withDraft: true });
  expect(await place()).toBe('menu');
});

test('a page comes before a redirect of its address, which takes over when the page is a draft', async () => {
  await t.editor('POST', '/api/admin/redirects', { source: '/partneram', target: '/about' });
  expect(await visit('/partneram')).toEqual([301, '/about']);
  await add({ title: 'Партнёрам', slug: 'partneram' });
  expect([await visit('/partneram'), await visit('/%70artneram')]).toEqual([200, [308, '/partneram']]);
  await t.editor('PUT', `${ADMIN}/partneram`, { status: 'draft' });
  expect(await visit('/partneram')).toEqual([301, '/about']);
});

test('a page stands in footer and «Ещё» by its place, in the order that editors give; «Ещё» is absent while empty', async () => {
  for (const { slug } of (await t.editor('GET', ADMIN)).json()) await t.editor('DELETE', `${ADMIN}/${slug}`);
  const html = async () => (await t.visitor('GET', '/')).body;
  expect(await html()).not.toContain('id="further"');
  const ids: number[] = [];
  for (const place of ['footer', 'menu', 'both', 'none']) ids.push((await add({ title: place, place })).id);
  const links = async () => {
    const inMenu = /<ul id="further".*?<\/ul>/s.exec(await html());
    const inFooter = /<nav aria-label="Информация".*?<\/nav>/s.exec(await html());
    return [inMenu, inFooter].map((all) => [...String(all).matchAll(/href="\/(\w+)"/g)].map(([, slug]) => slug).join());
  };
  expect(await links()).toEqual(['menu,both', 'footer,both']);
  const order = await t.editor('PUT', `${ADMIN}/order`, { ids: ids.toReversed() });
  expect(order.json().map(({ title }: { title: string }) => title)).toEqual(['none', 'both', 'menu', 'footer']);
  expect(await links()).toEqual(['both,menu', 'both,footer']);
  expect((await t.editor('PUT', `${ADMIN}/order`, { ids: ids.slice(1) })).statusCode).toBe(409);
  const { json } = await t.visitor('GET', '/api/pages');
  expect(json()[1]).toEqual({ slug: 'both', title: 'both', place: 'both', order: 2 });
});

test('a page is announced as what stands on every page; what is taken away is a withdrawal', async () => {
  const announced = collectMessages(t);
  const { slug } = await add({ title: 'Площадка' });
  await t.editor('PUT', `${ADMIN}/${slug}`, { title: 'Площадка и доступность' });
  await t.editor('PUT', `${ADMIN}/${slug}`, { status: 'draft' });
  await t.editor('PUT', `${ADMIN}/${slug}`, { title: 'Черновик' });
  const added = { topic: 'site-content' };
  expect(announced).toEqual([added, added, { ...added, isWithdrawal: true }]);
});

test('a page opens by a preview link while it is a draft, as a page', async () => {
  const { slug } = await add({ title: 'Правила', content: '<p>Голос один</p>', status: 'draft' });
  expect(await visit(`/${slug}`)).toBe(404);
  const { url } = (await t.editor('POST', `${ADMIN}/${slug}/preview`)).json();
  const { body } = await t.visitor('GET', url);
  expect(body).toContain('так страницу увидят читатели <b>черновик</b>');
  expect(body).not.toContain('Все новости');
  const typed = { kind: 'page', title: 'Правила', content: '<p>Набрано</p>' };
  const { html } = (await t.editor('POST', '/api/admin/preview/article', typed)).json();
  expect(html).toContain('Набрано');
  expect(html).not.toContain('Карточка в списке новостей');
});

const young = await needSite();
await addFirstPages(young.store, 'admin');

const pages = async () => (await young.editor('GET', '/api/admin/pages')).json<Record<string, string>[]>();
const findings = async () => {
  const { groups } = (await young.editor('GET', '/api/admin/doctor?fresh')).json() as DoctorReport;
  return groups.flatMap(({ lines }) => lines).filter(({ id }) => id.startsWith('pages'));
};

test('a new site has drafts of the documents that a festival needs, and none of them is public', async () => {
  const made = await pages();
  expect(made.map(({ slug, place }) => `${slug} ${place}`)).toEqual([
    ...['vote-rules footer', 'venue both', 'contacts footer', 'press both', 'requisites footer'],
    ...['privacy footer', 'consent none'],
  ]);
  for (const { slug, status } of made) {
    expect([slug, status, (await young.visitor('GET', `/${slug}`)).statusCode]).toEqual([slug, 'draft', 404]);
    const { content } = (await young.editor('GET', `/api/admin/pages/${slug}`)).json();
    expect(content).toMatch(/^<p><em>Черновик\..*\[[Зз]аполните/s);
  }
});

test('their bodies are as the sanitizer leaves them, which does not see them', () => {
  for (const { content } of readFirstPages()) expect(sanitizeBody(content)).toBe(content);
});

test('a site that has anything is given nothing', async () => {
  await young.editor('DELETE', '/api/admin/pages/press');
  await addFirstPages(young.store, 'admin');
  expect((await pages()).map(({ slug }) => slug)).not.toContain('press');
});

test('the doctor names drafts, and published pages with places to fill in', async () => {
  await young.editor('PUT', '/api/admin/pages/contacts', { status: 'published' });
  expect(await findings()).toMatchObject([
    { id: 'pages-blank', state: 'bad', text: 'На сайте есть места «[заполните: …]»: «Контакты».' },
    { id: 'pages-drafts', state: 'attention', text: expect.stringContaining('«Реквизиты»') },
  ]);
  await young.editor('PUT', '/api/admin/pages/contacts', { content: '<p>press@festival.example</p>' });
  expect((await findings()).map(({ id }) => id)).toEqual(['pages-drafts']);
  for (const { slug } of await pages()) await young.editor('DELETE', `/api/admin/pages/${slug}`);
  expect(await findings()).toEqual([]);
});
