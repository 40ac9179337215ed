import { beforeEach, expect, test } from 'vitest';
import { ROLES } from '../../roles.ts';
import { isClosed, keyOf, liveRoutes, readRights } from '../hostile/routes.ts';
import { ADMIN, type Caller, signInAs } from '../rig/app.ts';
import { sortedStatuses } from '../rig/world/editors.ts';
import { appCode } from '../rig/world/otp.ts';
import { BORIS, enter, needFreshTeam, passTime, refusal, together, told } from './fresh-team.ts';

const t = await needFreshTeam();
/** Calls with the token of a fresh login, which has confirmed nothing: all that a thief holds. */
let thief: Caller;
beforeEach(async () => {
  thief = await enter(t);
});

const CONFIRM = '/api/auth/confirm';
const ADMINS = '/api/admin/admins';
const OWN = { password: ADMIN.password };
const WRONG = { password: 'неверный пароль' };
const EVE = { username: 'eve', password: 'лиловый трамвай у моста' };

const ASKED = [403, 'password_required'];

test('a session alone is asked by every route that changes the team, whatever the body says, and by no other', async () => {
  const { id } = (await t.editor('POST', ADMINS, BORIS)).json();
  const team = (await t.editor('GET', ADMINS)).json();
  const rightsOf = await readRights(t.visitor);
  const changing = liveRoutes(t.app)
    .filter(isClosed)
    .filter(({ method }) => method !== 'GET' && method !== 'HEAD');
  const asking = changing.filter((route) => rightsOf(route).asksPassword);
  const ofTeam = changing.filter(({ pattern }) => /^\/api\/admin\/(admins|invitations)\b/.test(pattern));
  const revoking = { method: 'DELETE', pattern: '/api/admin/invitations/:id' };
  expect([...asking, revoking].map(keyOf).toSorted()).toEqual(ofTeam.map(keyOf).toSorted());
  expect(asking).toHaveLength(ofTeam.length - 1);
  expect(asking.filter((route) => rightsOf(route).roles?.length !== 1)).toEqual([]);
  for (const { method, pattern } of asking)
    for (const body of [EVE, { ...EVE, role: 'author' }, { role: 'administrator' }, Buffer.from('{broken')]) {
      const headers: Record<string, string> = Buffer.isBuffer(body) ? { 'content-type': 'application/json' } : {};
      const refused = await thief(method as 'POST', pattern.replace(':id', String(id)), body, headers);
      expect([method, pattern, ...refusal(refused)]).toEqual([method, pattern, ...ASKED]);
      expect(refused.json().message).toMatch(/^[А-ЯЁ].*пароль.*\.$/);
    }
  expect((await t.editor('GET', ADMINS)).json()).toEqual(team);
  expect((await t.editor('GET', '/api/admin/invitations')).json()).toEqual([]);
  expect((await thief('GET', ADMINS)).statusCode).toBe(200);
});

const OTHERS = ROLES.filter((role) => role !== 'administrator');
test.each(OTHERS)('a session alone says first what the role «%s» may not', async (role) => {
  const call = await signInAs(t, role);
  expect(refusal(await call('POST', ADMINS, EVE))).toEqual([403, 'forbidden_role']);
  expect(refusal(await call('POST', CONFIRM, OWN))).toEqual([403, 'forbidden_role']);
});

test('the own password, given again opens the team for ten minutes, to this session alone, and stands in the audit log', async () => {
  const other = await enter(t);
  const confirmed = await thief('POST', CONFIRM, OWN);
  expect([confirmed.statusCode, confirmed.body]).toEqual([204, '']);
  const added = await thief('POST', ADMINS, EVE);
  expect(added.statusCode).toBe(201);
  expect(refusal(await other('POST', ADMINS, EVE))).toEqual(ASKED);
  expect((await told(t))[1]).toMatch(/^admin session\.confirm /);
  passTime(9 * 60);
  expect((await thief('PUT', `${ADMINS}/${added.json().id}/role`, { role: 'author' })).statusCode).toBe(200);
  passTime(2 * 60);
  expect(refusal(await thief('DELETE', `${ADMINS}/${added.json().id}`))).toEqual(ASKED);
  expect((await thief('POST', CONFIRM, OWN)).statusCode).toBe(204);
  expect((await thief('DELETE', `${ADMINS}/${added.json().id}`)).statusCode).toBe(204);
});

test('the own password, given again does not last longer for a clock that was set back', async () => {
  await thief('POST', CONFIRM, OWN);
  passTime(-24 * 3600);
  const again = await enter(t);
  expect(refusal(await again('POST', ADMINS, EVE))).toEqual(ASKED);
  await t.store.db.updateTable('sessions').set({ last_used_at: new Date().toISOString() }).execute();
  expect(refusal(await thief('POST', ADMINS, EVE))).toEqual(ASKED);
});

test('the own password, given again that is wrong, empty or missing opens nothing and ends no session', async () => {
  const wrong = await thief('POST', CONFIRM, WRONG);
  expect([refusal(wrong), wrong.json().fields]).toEqual([[400, 'wrong_password'], { password: 'Пароль неверен.' }]);
  for (const body of [{}, { password: '' }, { password: 5 }, { password: 'a'.repeat(2000) }]) {
    const refused = await thief('POST', CONFIRM, body);
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['password']]);
  }
  expect(refusal(await thief('POST', ADMINS, EVE))).toEqual(ASKED);
  expect((await thief('GET', '/api/auth/verify')).statusCode).toBe(200);
  expect((await t.visitor('POST', CONFIRM, OWN)).statusCode).toBe(401);
});

test('the own password, given again is guessed five times and no more, at once or in turn, with one counter for all doors', async () => {
  const guesses = await together(24, () => thief('POST', CONFIRM, WRONG));
  expect(sortedStatuses(guesses)).toEqual([...Array(5).fill(400), ...Array(19).fill(429)]);
  const held = await thief('POST', CONFIRM, OWN);
  expect(refusal(held)).toEqual([429, 'too_many_attempts']);
  expect(Number(held.headers['retry-after'])).toBeGreaterThan(0);
  const change = { current: ADMIN.password, password: EVE.password };
  expect((await thief('PUT', '/api/admin/me/password', change)).statusCode).toBe(429);
  expect((await thief('POST', '/api/admin/me/totp', change)).statusCode).toBe(429);
  passTime(60);
  expect((await thief('POST', CONFIRM, OWN)).statusCode).toBe(204);
});

test('the own password, given again comes with a code where one is asked for; a question for it tells nothing of the password', async () => {
  const { key } = (await t.editor('POST', '/api/admin/me/totp', { current: ADMIN.password })).json();
  await t.editor('PUT', '/api/admin/me/totp', { otp: appCode(key, Date.now() - 30_000) });
  for (const password of [ADMIN.password, WRONG.password])
    expect(refusal(await thief('POST', CONFIRM, { password }))).toEqual([400, 'otp_required']);
  const right = appCode(key);
  const wrong = await thief('POST', CONFIRM, { ...OWN, otp: right === '000000' ? '000001' : '000000' });
  expect([...refusal(wrong), Object.keys(wrong.json().fields)]).toEqual([400, 'wrong_otp', ['otp']]);
  expect(refusal(await thief('POST', CONFIRM, { ...WRONG, otp: right }))).toEqual([400, 'wrong_password']);
  expect(refusal(await thief('POST', ADMINS, EVE))).toEqual(ASKED);
  expect((await thief('POST', CONFIRM, { ...OWN, otp: right })).statusCode).toBe(204);
  expect((await thief('POST', ADMINS, EVE)).statusCode).toBe(201);
  expect(refusal(await thief('POST', CONFIRM, { ...OWN, otp: right }))).toEqual([400, 'wrong_otp']);
});
