import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { listAdmins } from '../../model/admins/admins.ts';
import { makeLoginLink } from '../../model/sessions/login-links.ts';
import { ADMIN } from '../rig/app.ts';
import { FORM, form } from '../rig/image-app.ts';
import { createSite, type Site } from '../rig/site.ts';
import { appCode } from '../rig/world/otp.ts';
import { noise } from '../rig/world/pictures.ts';
import { bearer, stopClock } from './fresh-team.ts';

const site = await createSite();
afterAll(async () => {
  vi.useRealTimers();
  await site.close();
});

const NEWS = '/api/admin/news';
const LOGIN = '/api/auth/login';
const REDIRECTS = '/api/admin/redirects';
const skipTurn = () => site.visitor('GET', '/healthz');

test('an editor’s whole way: picture, draft, preview, tabs, revisions, publication, bin and back', async () => {
  const payload = form({ filename: 'a.png', type: 'image/png', bytes: await noise(640, 480).png().toBuffer() });
  const uploaded = await site.editor('POST', '/api/upload', payload, { 'content-type': FORM });
  expect(uploaded.statusCode).toBe(201);
  const { url } = uploaded.json();
  for (const _ of [1, 2]) expect((await site.visitor('GET', url)).headers['content-type']).toBe('image/png');
  const draft = { title: 'Победитель', slug: 'winner', status: 'draft', coverImageUrl: url };
  expect((await site.editor('POST', NEWS, draft)).statusCode).toBe(201);
  expect((await site.editor('PUT', `${NEWS}/winner/presence`, { tab: 'one' })).json()).toEqual([]);
  expect((await site.editor('PUT', `${NEWS}/winner/presence`, { tab: 'two' })).json()).toMatchObject([{ tab: 'one' }]);
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

test('a session is open and ended everywhere; a link from the host lets in once, wherever it is tried', async () => {
  const { token } = (await site.visitor('POST', LOGIN, ADMIN)).json();
  for (const _ of [1, 2])
    expect((await site.visitor('GET', '/api/auth/verify', undefined, bearer(token))).statusCode).toBe(200);
  await site.visitor('POST', '/api/auth/logout', undefined, bearer(token));
  for (const _ of [1, 2])
    expect((await site.visitor('GET', '/api/auth/verify', undefined, bearer(token))).statusCode).toBe(401);
  const [admin] = await listAdmins(site.a.store.db);
  const secret = await makeLoginLink(site.a.store, { id: admin?.id ?? 0, username: ADMIN.username });
  const enter = () => site.visitor('POST', '/api/auth/link', undefined, bearer(secret));
  expect([(await enter()).statusCode, (await enter()).statusCode]).toEqual([200, 401]);
});

test('a password given again holds for its session everywhere, and for no other', async () => {
  const { token } = (await site.visitor('POST', LOGIN, ADMIN)).json();
  const { token: other } = (await site.visitor('POST', LOGIN, ADMIN)).json();
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
  onTestFinished(() => void vi.useRealTimers());
  const cookie = String((await site.visitor('POST', LOGIN, ADMIN)).headers['set-cookie']).split(';')[0] ?? '';
  await skipTurn();
  const wrong = { ...ADMIN, password: 'неверный пароль' };
  for (let tries = 0; tries < 5; tries += 1) expect((await site.visitor('POST', LOGIN, wrong)).statusCode).toBe(401);
  for (const _ of [1, 2]) expect((await site.visitor('POST', LOGIN, ADMIN)).statusCode).toBe(429);
  for (const _ of [1, 2]) expect((await site.visitor('POST', LOGIN, ADMIN, { cookie })).statusCode).toBe(200);
});

const { a, b } = site;
const visit = async (server: Site['a'], path: string) => {
  const { statusCode, headers } = await server.visitor('GET', path);
  return headers.location === undefined ? statusCode : [statusCode, headers.location];
};

test('a redirect made on one server is answered by the other, until it is deleted there', async () => {
  expect([await visit(a, '/program.html'), await visit(b, '/program.html')]).toEqual([404, 404]);
  const { id } = (await a.editor('POST', REDIRECTS, { source: '/program.html', target: '/about' })).json();
  await expect.poll(() => visit(b, '/program.html')).toEqual([301, '/about']);
  await b.editor('PUT', `${REDIRECTS}/${id}`, { source: '/program.html', target: '/vote' });
  await expect.poll(() => visit(a, '/program.html')).toEqual([301, '/vote']);
  await b.editor('DELETE', `${REDIRECTS}/${id}`);
  await expect.poll(() => visit(a, '/program.html')).toBe(404);
});

test('two halves of a circle made at the same time on two servers: one is refused', async () => {
  const answers = await Promise.all([
    a.editor('POST', REDIRECTS, { source: '/here', target: '/there' }),
    b.editor('POST', REDIRECTS, { source: '/there', target: '/here' }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 400]);
});

test('a list of a thousand lines is stored as a whole and followed by the other server', async () => {
  const lines = Array.from({ length: 1000 }, (_, at) => `/old-${at};/news?page=${at}`);
  const stored = await a.editor('POST', `${REDIRECTS}/import`, { csv: [...lines, '/old;about'].join('\n') });
  expect(stored.json()).toHaveLength(1001);
  await expect.poll(() => visit(b, '/old-999')).toEqual([301, '/news?page=999']);
  expect(await visit(b, '/old')).toBe(404);
});

test('a code of the app is good once, wherever it is tried', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { key } = (await site.editor('POST', '/api/admin/me/totp', { current: ADMIN.password })).json();
  expect((await site.editor('PUT', '/api/admin/me/totp', { otp: appCode(key) })).statusCode).toBe(200);
  vi.setSystemTime(Date.now() + 3600_000);
  const attempt = { ...ADMIN, otp: appCode(key) };
  expect((await site.visitor('POST', LOGIN, attempt)).statusCode).toBe(200);
  expect((await site.visitor('POST', LOGIN, attempt)).json().code).toBe('wrong_otp');
});

test('of two who publish variants of one piece of news at the same moment on two servers one does', async () => {
  const { id: group } = (await site.editor('POST', '/api/admin/groups', { name: 'Победитель' })).json();
  for (const slug of ['zarya', 'volna']) await site.editor('POST', NEWS, { title: slug, slug, status: 'draft', group });
  const publish = (call: Site['editor'], slug: string) => call('PUT', `${NEWS}/${slug}`, { status: 'published' });
  const answers = await Promise.all([publish(site.a.editor, 'zarya'), publish(site.b.editor, 'volna')]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
});
