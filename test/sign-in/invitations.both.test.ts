import { expect, test } from 'vitest';
import { ADMIN, readAuditLog, signInAs } from '../rig/app.ts';
import { sortedStatuses } from '../rig/world/editors.ts';
import { bearer, needFreshTeam, refusal } from './fresh-team.ts';

const t = await needFreshTeam();

const INVITATIONS = '/api/admin/invitations';
const OPEN = '/api/auth/invitation';
const password = 'лиловый трамвай у моста';
const DAY = 24 * 3600 * 1000;

async function invite(body: object): Promise<{ id: number; secret: string; headers: Record<string, string> }> {
  const made = await t.editor('POST', INVITATIONS, body);
  expect(made.statusCode).toBe(201);
  const secret = /^\/admin\/login#invitation=([\w-]{43})$/.exec(made.json().url)?.[1] ?? '';
  expect(secret).not.toBe('');
  return { id: made.json().id, secret, headers: bearer(secret) };
}

const accept = (headers: Record<string, string>, body: object) => t.visitor('POST', OPEN, body, headers);
const nameAndRole = ({ username, role }: Record<string, string>) => `${username} ${role}`;
const team = async (): Promise<string[]> => (await t.editor('GET', '/api/admin/admins')).json().map(nameAndRole);

test('an invitation adds one person with its role and its name, signs them in, and is used up', async () => {
  const { headers, secret } = await invite({ role: 'editor', username: ' Вера ' });
  expect((await t.visitor('GET', OPEN, undefined, headers)).json()).toEqual({ role: 'editor', username: 'Вера' });
  const entered = await accept(headers, { username: 'admin', password });
  expect(entered.statusCode).toBe(201);
  const verified = await t.visitor('GET', '/api/admin/me', undefined, bearer(entered.json().token));
  expect(verified.json()).toMatchObject({ username: 'Вера', role: 'editor' });
  expect((await t.visitor('POST', '/api/auth/login', { username: 'Вера', password })).statusCode).toBe(200);
  for (const again of [await accept(headers, { password }), await t.visitor('GET', OPEN, undefined, headers)])
    expect(refusal(again)).toEqual([401, 'invitation_invalid']);
  expect((await t.editor('GET', INVITATIONS)).json()).toEqual([]);
  const auditLog = (await t.editor('GET', '/api/admin/journal?kind=invitation')).json();
  expect(await readAuditLog(t, 'kind=invitation')).toEqual([
    'Вера invitation.accept редактор, приглашение от «admin»',
    'admin invitation.create редактор, для «Вера»',
  ]);
  expect(JSON.stringify(auditLog)).not.toContain(secret);
});

test('an invitation without a name lets the invited person choose a free one', async () => {
  const { headers } = await invite({ role: 'author' });
  expect((await t.visitor('GET', OPEN, undefined, headers)).json()).toEqual({ role: 'author', username: null });
  for (const username of [undefined, '', 'Вера Пресс'])
    expect([username, (await accept(headers, { username, password })).statusCode]).toEqual([username, 400]);
  expect((await accept(headers, { username: 'ADMIN', password })).statusCode).toBe(409);
  const easy = await accept(headers, { username: 'Глеб', password: 'qwertyuiop123' });
  expect(easy.json().fields).toHaveProperty('password');
  expect((await accept(headers, { username: 'Глеб', password })).statusCode).toBe(201);
  expect(await team()).toEqual(['admin administrator', 'Глеб author']);
});

test('an invitation whose name is to be chosen gives nobody the drafts of a former colleague', async () => {
  const zhanna = await signInAs(t, 'author', 'Жанна');
  expect((await zhanna('POST', '/api/admin/news', { title: 'Тайна', status: 'draft' })).statusCode).toBe(201);
  expect((await t.editor('DELETE', `/api/admin/admins/${await idOf('Жанна')}`)).statusCode).toBe(204);
  const { headers } = await invite({ role: 'author' });
  expect((await accept(headers, { username: 'Жанна', password })).statusCode).toBe(409);
  expect((await accept(headers, { username: 'Глеб', password })).statusCode).toBe(201);
  const back = await invite({ role: 'author', username: 'Жанна' });
  expect((await accept(back.headers, { password })).statusCode).toBe(201);
});

test('an invitation is listed without its secret, which is stored as a hash, until it is revoked or 72 hours old', async () => {
  const { id, secret, headers } = await invite({ role: 'broadcast', username: 'Эфир' });
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  const line = { id, role: 'broadcast', username: 'Эфир', createdAt: time, createdBy: 'admin', expiresAt: time };
  const listed = (await t.editor('GET', INVITATIONS)).json();
  expect(listed).toEqual([line]);
  expect(Date.parse(listed[0].expiresAt) - Date.parse(listed[0].createdAt)).toBe(3 * DAY);
  expect(JSON.stringify(await t.store.db.selectFrom('invitations').selectAll().execute())).not.toContain(secret);
  expect((await t.editor('DELETE', `${INVITATIONS}/${id}`)).statusCode).toBe(204);
  expect((await t.editor('DELETE', `${INVITATIONS}/${id}`)).statusCode).toBe(404);
  const later = await invite({ role: 'editor', username: 'Вера' });
  const expires_at = new Date(Date.now() - 1).toISOString();
  await t.store.db.updateTable('invitations').set({ expires_at }).where('id', '=', later.id).execute();
  for (const ended of [headers, later.headers]) expect((await accept(ended, { password })).statusCode).toBe(401);
  expect((await t.editor('GET', INVITATIONS)).json()).toEqual([]);
});

test('an invitation ends when who made it is demoted or removed', async () => {
  const boss = await signInAs(t, 'administrator', 'Босс');
  const headers = bearer((await boss('POST', INVITATIONS, { role: 'administrator' })).json().url.split('=')[1]);
  const { id } = (await boss('GET', '/api/admin/me')).json();
  await t.editor('PUT', `/api/admin/admins/${id}/role`, { role: 'editor' });
  expect((await accept(headers, { username: 'Сообщник', password })).statusCode).toBe(401);
  expect((await boss('POST', INVITATIONS, { role: 'administrator' })).statusCode).toBe(403);
});

test.each([
  [400, { role: 'king' }],
  [400, {}],
  [400, { role: 'editor', username: 'Вера Пресс' }],
  [400, { role: 'editor', username: 'x'.repeat(101) }],
  [409, { role: 'editor', username: 'Admin' }],
])('an invitation is refused (%i) when made of %j', async (status, body) =>
  expect((await t.editor('POST', INVITATIONS, body)).statusCode).toBe(status),
);

test('an invitation accepted by many at the same time adds one', async () => {
  const { headers } = await invite({ role: 'author' });
  const names = ['Анна', 'Борис', 'Вера'];
  const answers = await Promise.all(names.map((username) => accept(headers, { username, password })));
  expect(sortedStatuses(answers)).toEqual([201, 401, 401]);
  expect(await team()).toHaveLength(2);
});

test('an invitation is guessed at the pace of passwords, and every wrong one is told the same', async () => {
  const { headers } = await invite({ role: 'editor' });
  const wrong = bearer('x'.repeat(43));
  for (let tries = 0; tries < 5; tries += 1) {
    const refused =
      tries % 2 ? await accept(wrong, { username: 'Я', password }) : await t.visitor('GET', OPEN, undefined, wrong);
    expect(refusal(refused)).toEqual([401, 'invitation_invalid']);
  }
  for (const given of [wrong, headers, {}]) {
    const held = await t.visitor('GET', OPEN, undefined, given as Record<string, string>);
    expect([held.statusCode, Number(held.headers['retry-after']) > 0]).toEqual([429, true]);
  }
});

const idOf = async (name: string) => {
  const all = (await t.editor('GET', '/api/admin/admins')).json();
  return all.find(({ username }: { username: string }) => username === name).id;
};

test('the last administrator is neither demoted nor removed, whoever else may sign in', async () => {
  await signInAs(t, 'editor');
  const id = await idOf(ADMIN.username);
  const demoted = await t.editor('PUT', `/api/admin/admins/${id}/role`, { role: 'editor' });
  expect(refusal(demoted)).toEqual([409, 'last_admin']);
  expect(refusal(await t.editor('DELETE', `/api/admin/admins/${id}`))).toEqual([409, 'last_admin']);
  expect((await t.editor('PUT', `/api/admin/admins/${id}/role`, { role: 'administrator' })).statusCode).toBe(200);
  expect(await team()).toEqual(['admin administrator', 'editor editor']);
});

const WAYS = ['demote', 'remove', 'both', 'step down'] as const;
test.each(WAYS)('the last administrator remains when two %s at the same time', async (how) => {
  const second = await signInAs(t, 'administrator', 'Босс');
  const [one, two] =
    how === 'step down' ? [await idOf('Босс'), await idOf('admin')] : [await idOf('admin'), await idOf('Босс')];
  const act = (call: typeof second, id: number, isRemoval: boolean) =>
    isRemoval
      ? call('DELETE', `/api/admin/admins/${id}`)
      : call('PUT', `/api/admin/admins/${id}/role`, { role: 'author' });
  const answers = await Promise.all([
    act(t.editor, two, how === 'remove' || how === 'both'),
    act(second, one, how === 'remove'),
  ]);
  expect(answers.filter(({ statusCode }) => statusCode < 300)).toHaveLength(1);
  const left = await t.store.db.selectFrom('admins').select('role').where('role', '=', 'administrator').execute();
  expect(left).toHaveLength(1);
});
