import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { ROLES, type Role } from '../../roles.ts';
import { isClosed, keyOf, liveRoutes, type Route, readRights } from '../hostile/routes.ts';
import { type Caller, signInAs } from '../rig/app.ts';
import { needSite } from '../rig/needs.ts';

const t = await needSite();
const others = ROLES.filter((role) => role !== 'administrator');
const callers = await Promise.all(others.map(async (role) => [role, await signInAs(t, role)] as const));
const as = { administrator: t.editor, ...Object.fromEntries(callers) } as Record<Role, Caller>;
const rightsOf = await readRights(t.visitor);
const live = liveRoutes(t.app).filter(({ method, pattern }) => pattern.startsWith('/api/') && method !== 'OPTIONS');
const closed = live.filter(isClosed);
const rolesOf = (route: Route) => rightsOf(route).roles ?? [];

const BROKEN = { 'content-type': 'application/json' };
const NEWS = '/api/admin/news';

test('every closed route says where it is registered who may call it, and of the open ones those that answer what is stored', () => {
  expect(closed.filter((route) => !rightsOf(route).roles).map(keyOf)).toEqual([]);
  const readAsStored = ['watch-settings', 'vote-settings', 'urgent', 'site-content', 'partners', 'programme'].map(
    (path) => `GET /api/${path}`,
  );
  const open = live.filter((route) => !isClosed(route) && route.method !== 'HEAD');
  const asked = open.filter((route) => rightsOf(route).roles).map(keyOf);
  expect(asked.toSorted()).toEqual(readAsStored.toSorted());
});

test.each(ROLES)('every closed route refuses the role «%s» what it may not, before a body is read', async (role) => {
  const walked = { open: 0, refused: 0 };
  // Ends the session that walks.
  for (const { method, pattern } of closed.filter(({ pattern }) => pattern !== '/api/auth/logout')) {
    const isRead = method === 'GET' || method === 'HEAD';
    const payload = isRead ? undefined : Buffer.from('{broken');
    const answer = await as[role](method as 'GET', pattern.replace(/:\w+/g, '0'), payload, payload && BROKEN);
    const isAllowed = rolesOf({ method, pattern }).includes(role);
    expect([method, pattern, answer.statusCode === 403]).toEqual([method, pattern, !isAllowed]);
    if (!isAllowed && method !== 'HEAD')
      expect([method, pattern, answer.json().code]).toEqual([method, pattern, 'forbidden_role']);
    walked[isAllowed ? 'open' : 'refused'] += 1;
  }
  expect(walked.open).toBeGreaterThan(10);
  expect(walked.refused > 0).toBe(role !== 'administrator');
});

test('every closed route refuses with a sentence that names who may', async () => {
  expect((await as.author('PUT', '/api/vote-settings', { title: 'Моё' })).json()).toEqual({
    code: 'forbidden_role',
    message: 'Для этого нужна роль «администратор», «редактор» или «эфир», а ваша — «автор».',
  });
  expect((await as.editor('GET', '/api/admin/admins')).json().message).toBe(
    'Для этого нужна роль «администратор», а ваша — «редактор».',
  );
});

test('what a role may is for administration nothing but the administrator’s', () => {
  const isAdministration = ({ pattern }: Route) =>
    /^\/api\/admin\/(admins|invitations|first-run|doctor|alerts|backup)\b/.test(pattern);
  expect(closed.filter(isAdministration).filter((route) => rolesOf(route).length > 1)).toEqual([]);
  expect(closed.filter(isAdministration).length).toBeGreaterThan(10);
});

test('what a role may is for the broadcast the programme, the settings of the night, its audit log and oneself', () => {
  const may = live.filter(
    (route) =>
      route.method !== 'HEAD' && rolesOf(route).includes('broadcast') && !/\/(auth|me|sessions)\b/.test(route.pattern),
  );
  const programme = {
    GET: ['admin/desk', 'admin/editions', 'admin/journal', 'admin/results/:id', 'programme'],
    POST: ['admin/contestants', 'admin/shows', 'admin/shows/:id/table', 'admin/shows/table/undo'],
    PUT: ['admin/contestants/:id', 'admin/shows/:id', 'admin/shows/:id/order'],
    DELETE: ['admin/contestants/:id', 'admin/shows/:id'],
  };
  const night = {
    GET: ['urgent', 'vote-settings', 'watch-settings'],
    POST: ['results/:id/next', 'results/:id/reveal', 'stage'],
    PUT: ['urgent', 'vote-settings', 'watch-settings'],
    DELETE: ['results/reveals/:id', 'stage/:id'],
  };
  const expected = [programme, night].flatMap((part) =>
    Object.entries(part).flatMap(([method, paths]) => paths.map((path) => `${method} /api/${path}`)),
  );
  expect(may.map(keyOf).toSorted()).toEqual(expected.toSorted());
});

test('what a role may decides whether an open address answers what is stored', async () => {
  const stream_url = 'https://cdn.example/secret.m3u8';
  await t.editor('PUT', '/api/watch-settings', { title: 'Эфир', description: 'Финал', stream_url });
  const seen = async (call: Caller) => (await call('GET', '/api/watch-settings')).json().stream_url;
  expect(await Promise.all([as.administrator, as.editor, as.broadcast].map(seen))).toEqual(Array(3).fill(stream_url));
  expect(await Promise.all([as.author, t.visitor].map(seen))).toEqual([null, null]);
});

test('what a role may changes at once, on the running session', async () => {
  const call = await signInAs(t, 'author', 'Вера');
  const team = (await t.editor('GET', '/api/admin/admins')).json();
  const { id } = team.find(({ username }: { username: string }) => username === 'Вера');
  expect((await call('GET', '/api/admin/me')).json()).toMatchObject({ username: 'Вера', role: 'author' });
  expect((await call('GET', '/api/admin/groups')).statusCode).toBe(403);
  expect((await t.editor('PUT', `/api/admin/admins/${id}/role`, { role: 'editor' })).json().role).toBe('editor');
  expect((await call('GET', '/api/admin/groups')).statusCode).toBe(200);
  expect((await t.editor('PUT', `/api/admin/admins/${id}/role`, { role: 'broadcast' })).statusCode).toBe(200);
  expect((await call('GET', NEWS)).statusCode).toBe(403);
  expect((await t.editor('GET', '/api/admin/journal?kind=admin')).json().slice(0, 3)).toMatchObject([
    { action: 'admin.role', subject: 'Вера', title: 'редактор → эфир' },
    { action: 'admin.role', subject: 'Вера', title: 'автор → редактор' },
    { action: 'admin.add', subject: 'Вера', title: 'автор' },
  ]);
});

test.each([
  ['another role', 403, (id: number) => t.editor('PUT', `/api/admin/admins/${id}/role`, { role: 'broadcast' })],
  ['removal', 401, (id: number) => t.editor('DELETE', `/api/admin/admins/${id}`)],
])('what a role may holds to the end of a body that is on its way: %s', async (name, refusal, change) => {
  const call = await signInAs(t, 'editor', `На-ходу-${refusal}`);
  const { id } = (await call('GET', '/api/admin/me')).json();
  const body = new PassThrough();
  body.write('{"title":');
  const answer = Promise.resolve(call('POST', NEWS, body, { 'content-type': 'application/json' }));
  expect((await change(id)).statusCode).toBeLessThan(300);
  body.end(`"Опубликовано: ${name}"}`);
  expect((await answer).statusCode).toBe(refusal);
  expect((await t.editor('GET', `${NEWS}?q=Опубликовано`)).json()).toEqual([]);
});

test('what a role may leaves logins and changes of the team out of an editor’s audit log', async () => {
  await as.editor('PUT', '/api/vote-settings', { title: 'Голосуем' });
  const kinds = async (call: Caller, query = '') => {
    const lines = (await call('GET', `/api/admin/journal?limit=100${query}`)).json();
    return new Set(lines.map(({ action }: { action: string }) => action.split('.')[0]));
  };
  expect(await kinds(t.editor)).toEqual(new Set(['vote', 'watch', 'admin', 'session']));
  expect(await kinds(as.editor)).toEqual(new Set(['vote', 'watch']));
  expect(await kinds(as.editor, '&kind=admin,vote')).toEqual(new Set(['vote']));
  expect(await kinds(as.editor, '&kind=admin')).toEqual(new Set());
});
