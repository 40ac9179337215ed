import { expect, test, vi } from 'vitest';
import pageRoutes from '../../app/routes.ts';
import { isReservedPath } from '../../model/pages/routes.ts';
import { liveRoutes } from '../hostile/routes.ts';
import { needHeard } from '../live/heard.ts';

const ADMIN = '/api/admin/pages';
const HOUR = 3600_000;
const FLOOD = 300;
const at = (ms: number) => new Date(Date.now() + ms).toISOString();

const t = await needHeard();

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
    for (const path of [`/news/${slug}`, `/api/news/${slug}`])
      expect([path, (await t.visitor('GET', path)).statusCode]).toEqual([path, 404]);
    for (const call of ['GET ', 'PUT ', 'DELETE ', 'PUT /pin', 'POST /duplicate', 'GET /revisions', 'POST /preview']) {
      const [method, path] = call.split(' ');
      const { statusCode } = await t.editor(method as 'GET', `/api/admin/news/${slug}${path}`, {});
      expect([call, statusCode]).toEqual([call, 404]);
    }
  }
  for (const path of ['/only', '/api/pages/only']) expect((await t.visitor('GET', path)).statusCode).toBe(404);
  for (const path of ['only', 'only/revisions'])
    expect((await t.editor('GET', `${ADMIN}/${path}`)).statusCode).toBe(404);
  const [trashed] = (await t.editor('GET', '/api/admin/pages-bin')).json();
  expect((await t.editor('POST', `/api/admin/bin/${trashed.id}/restore`)).statusCode).toBe(404);

  const shown = (await t.visitor('GET', '/api/pages')).json();
  expect(shown.map(({ slug }: { slug: string }) => slug)).toEqual(['doc-published', 'doc-expiring']);
  for (const state of ['draft', 'scheduled', 'expired', 'deleted'])
    expect([state, (await t.visitor('GET', `/doc-${state}`)).statusCode]).toEqual([state, 404]);
});

test('a scheduled page appears and ends at its moment, and open pages are told as of texts of the site', async () => {
  const stream = await t.open();
  const [publishAt, expiresAt] = [at(1500), at(4000)];
  await t.editor('POST', ADMIN, { title: 'По часам', slug: 'clockwork', status: 'scheduled', publishAt, expiresAt });
  const statusOf = async () => (await t.visitor('GET', '/clockwork')).statusCode;
  expect(await statusOf()).toBe(404);
  await stream.next('site-content'); // of the save
  expect((await stream.next('site-content')).data).toEqual({});
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(publishAt));
  expect(await statusOf()).toBe(200);
  await stream.next('site-content');
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expiresAt));
  expect(await statusOf()).toBe(404);
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
  for (let n = 0; n < FLOOD; n += 1) expect((await t.visitor('GET', `/nobody-knows-${n}`)).statusCode).toBe(404);
  // The 404 is rendered anew each second.
  expect(asked.mock.calls.length).toBeLessThan(FLOOD);
  asked.mockClear();
  await t.visitor('GET', '/news/nobody-knows');
  expect(asked).toHaveBeenCalled();
});
