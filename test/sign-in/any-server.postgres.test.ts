import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { listAdmins } from '../../model/admins/admins.ts';
import { makeLoginLink } from '../../model/sessions/login-links.ts';
import { ADMIN } from '../rig/app.ts';
import { FORM, form } from '../rig/image-app.ts';
import { createSite, type Site } from '../rig/site.ts';
import { appCode } from '../rig/world/otp.ts';
import { noise } from '../rig/world/pictures.ts';
import { bearer, passTime, stopClock } from './fresh-team.ts';

const site = await createSite();
afterAll(() => site.close());
afterEach(() => void vi.useRealTimers());

const NEWS = '/api/admin/news';
const LOGIN = '/api/auth/login';
const TOTP = '/api/admin/me/totp';
const REDIRECTS = '/api/admin/redirects';
const skipTurn = () => site.visitor('GET', '/healthz');
const enter = async () => (await site.visitor('POST', LOGIN, ADMIN)).json().token;
/** Of the same call to one server and to the other. */
const statuses = async (...call: Parameters<typeof site.visitor>) =>
  [await site.visitor(...call), await site.visitor(...call)].map(({ statusCode }) => statusCode);

test('an editor’s whole way: picture, draft, preview, tabs, revisions, publication, bin and back', async () => {
  const payload = form({ filename: 'a.png', type: 'image/png', bytes: await noise(640, 480).png().toBuffer() });
  const uploaded = await site.editor('POST', '/api/upload', payload, { 'content-type': FORM });
  expect(uploaded.statusCode).toBe(201);
  const { url } = uploaded.json();
  for (const _ of [1, 2]) expect((await site.visitor('GET', url)).headers['content-type']).toBe('image/png');
  const draft = { title: 'Победитель', slug: 'winner', status: 'draft', coverImageUrl: url };
  expect((await site.editor('POST', NEWS, draft)).statusCode).toBe(201);
  expect((await site.editor('PUT', `${NEWS}/winner/presence`, { tab: 'one' })).json().others).toEqual([]);
  expect((await site.editor('PUT', `${NEWS}/winner/presence`, { tab: 'two' })).json().others).toMatchObject([
    { tab: 'one' },
  ]);
  const { url: preview } = (await site.editor('POST', `${NEWS}/winner/preview`)).json();
  for (const _ of [1, 2]) expect((await site.visitor('GET', preview)).payload).toContain('Победитель');
  const saved = await site.editor('PUT', `${NEWS}/winner`, { status: 'published', title: 'Победила «Заря»' });
  const { etag = '' } = saved.headers;
  expect((await site.editor('PUT', `${NEWS}/winner`, { title: 'Поздно' }, { 'if-match': '"1"' })).statusCode).toBe(412);
  expect((await site.editor('GET', `${NEWS}/winner`)).headers.etag).toBe(etag);
  expect((await site.editor('GET', `${NEWS}/winner/revisions`)).json()).toHaveLength(2);
  for (const _ of [1, 2])
    await expect.poll(async () => (await site.visitor('GET', '/news/winner')).payload).toContain('Победила «Заря»');
  const id = (await site.editor('DELETE', `${NEWS}/winner`)).headers['x-bin-id'];
  for (const _ of [1, 2])
    await expect.poll(async () => (await site.visitor('GET', '/news/winner')).statusCode).toBe(404);
  expect((await site.editor('POST', `/api/admin/bin/${id}/restore`)).statusCode).toBe(200);
  expect((await site.editor('GET', '/api/admin/journal')).json().length).toBeGreaterThan(5);
});

test('a session is open and ended everywhere; a link from the host and a code of the app let in once, wherever they are tried', async () => {
  const token = await enter();
  const verify = () => statuses('GET', '/api/auth/verify', undefined, bearer(token));
  expect(await verify()).toEqual([200, 200]);
  await site.visitor('POST', '/api/auth/logout', undefined, bearer(token));
  expect(await verify()).toEqual([401, 401]);
  const [admin] = await listAdmins(site.a.store.db);
  const secret = await makeLoginLink(site.a.store, { id: admin?.id ?? 0, username: ADMIN.username });
  expect(await statuses('POST', '/api/auth/link', undefined, bearer(secret))).toEqual([200, 401]);
  stopClock();
  const { key } = (await site.editor('POST', TOTP, { current: ADMIN.password })).json();
  expect((await site.editor('PUT', TOTP, { otp: appCode(key) })).statusCode).toBe(200);
  passTime(3600);
  expect(await statuses('POST', LOGIN, { ...ADMIN, otp: appCode(key) })).toEqual([200, 401]);
  passTime(3600);
  const off = { current: ADMIN.password, otp: appCode(key) };
  expect((await site.editor('POST', `${TOTP}/off`, off)).statusCode).toBe(204);
});

test('a password given again holds for its session everywhere, and for no other', async () => {
  const [token, other] = [await enter(), await enter()];
  const invite = (of: string) => site.visitor('POST', '/api/admin/invitations', { role: 'author' }, bearer(of));
  for (const _ of [1, 2]) expect((await invite(token)).json().code).toBe('password_required');
  const confirmed = await site.visitor('POST', '/api/auth/confirm', { password: ADMIN.password }, bearer(token));
  expect(confirmed.statusCode).toBe(204);
  for (const _ of [1, 2]) expect((await invite(token)).statusCode).toBe(201);
  for (const _ of [1, 2]) expect((await invite(other)).json().code).toBe('password_required');
});

test('wrong passwords are counted together, and a known device is known everywhere', async () => {
  // The first wait is a second, which a busy machine may take for these calls.
  stopClock();
  const cookie = String((await site.visitor('POST', LOGIN, ADMIN)).headers['set-cookie']).split(';')[0] ?? '';
  await skipTurn();
  const wrong = { ...ADMIN, password: 'неверный пароль' };
  for (let tries = 0; tries < 5; tries += 1) expect((await site.visitor('POST', LOGIN, wrong)).statusCode).toBe(401);
  expect(await statuses('POST', LOGIN, ADMIN)).toEqual([429, 429]);
  expect(await statuses('POST', LOGIN, ADMIN, { cookie })).toEqual([200, 200]);
});

const { a, b } = site;
const visit = async (server: Site['a'], path: string) => {
  const { statusCode, headers } = await server.visitor('GET', path);
  return headers.location === undefined ? statusCode : [statusCode, headers.location];
};

test('a redirect made on one server is answered by the other, until it is deleted there; a list is followed as a whole', async () => {
  expect([await visit(a, '/program.html'), await visit(b, '/program.html')]).toEqual([404, 404]);
  const { id } = (await a.editor('POST', REDIRECTS, { source: '/program.html', target: '/about' })).json();
  await expect.poll(() => visit(b, '/program.html')).toEqual([301, '/about']);
  await b.editor('PUT', `${REDIRECTS}/${id}`, { source: '/program.html', target: '/vote' });
  await expect.poll(() => visit(a, '/program.html')).toEqual([301, '/vote']);
  await b.editor('DELETE', `${REDIRECTS}/${id}`);
  await expect.poll(() => visit(a, '/program.html')).toBe(404);
  const lines = Array.from({ length: 1000 }, (_, at) => `/old-${at};/news?page=${at}`);
  const stored = await a.editor('POST', `${REDIRECTS}/import`, { csv: [...lines, '/old;about'].join('\n') });
  expect(stored.json()).toHaveLength(1001);
  await expect.poll(() => visit(b, '/old-999')).toEqual([301, '/news?page=999']);
  expect(await visit(b, '/old')).toBe(404);
});

test('two halves of a circle made at the same time on two servers: one is refused', async () => {
  const answers = await Promise.all([
    a.editor('POST', REDIRECTS, { source: '/here', target: '/there' }),
    b.editor('POST', REDIRECTS, { source: '/there', target: '/here' }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 400]);
});
