import { expect, test, vi } from 'vitest';
import { ADMIN, confirmSessions } from '../rig/app.ts';
import { sortedStatuses } from '../rig/world/editors.ts';
import { appCode } from '../rig/world/otp.ts';
import { ANNA, enterAnna, needFreshTeam, passTime, refusal, stopClock, together, told } from './fresh-team.ts';

const t = await needFreshTeam();

const OWN = '/api/admin/me/totp';
const CURRENT = { current: ADMIN.password };

const login = (body: object, headers: Record<string, string> = {}) =>
  t.visitor('POST', '/api/auth/login', body, headers);

/** Turns the code on for the signed-in administrator; the clock stands still from then on, on a code nobody used yet. */
async function turnOn(call = t.editor, current = ADMIN.password): Promise<{ key: string; recoveryCodes: string[] }> {
  stopClock();
  const { key } = (await call('POST', OWN, { current })).json();
  const confirmed = await call('PUT', OWN, { otp: appCode(key) });
  expect(confirmed.statusCode).toBe(200);
  passTime(60);
  return { key, recoveryCodes: confirmed.json().recoveryCodes };
}

test('turning it on gives a key of 160 bits as a text and as an address, and ten recovery codes for the first code, which is used up', async () => {
  expect((await t.editor('GET', OWN)).json()).toEqual({ isOn: false, recoveryCodesLeft: 0 });
  const started = await t.editor('POST', OWN, CURRENT);
  expect(started.statusCode).toBe(201);
  const { key, address } = started.json();
  expect(key).toMatch(/^[A-Z2-7]{32}$/);
  expect(decodeURIComponent(address)).toMatch(/^otpauth:\/\/totp\/[^:]+:admin\?/);
  const parameters = Object.fromEntries(new URL(address).searchParams);
  expect(parameters).toMatchObject({ secret: key, algorithm: 'SHA1', digits: '6', period: '30' });
  expect((await login(ADMIN)).statusCode).toBe(200);
  stopClock();
  const otp = appCode(key);
  const confirmed = await t.editor('PUT', OWN, { otp });
  expect(refusal(await login({ ...ADMIN, otp }))).toEqual([401, 'wrong_otp']);
  expect(new Set(confirmed.json().recoveryCodes).size).toBe(10);
  for (const code of confirmed.json().recoveryCodes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){5}$/);
  expect((await t.editor('GET', OWN)).json()).toEqual({ isOn: true, recoveryCodesLeft: 10 });
  expect((await t.editor('GET', '/api/admin/admins')).json()).toMatchObject([{ username: 'admin', hasTotp: true }]);
});

test('turning it on takes the password and a right code, once: the key in the app stays good', async () => {
  expect(refusal(await t.editor('POST', OWN, { current: 'неверный пароль' }))).toEqual([400, 'wrong_password']);
  expect(await t.store.db.selectFrom('totp').selectAll().execute()).toEqual([]);
  expect(refusal(await t.editor('PUT', OWN, { otp: '123456' }))).toEqual([400, 'wrong_otp']);
  const { key } = (await t.editor('POST', OWN, CURRENT)).json();
  for (const otp of [appCode(key, Date.now() + 3_600_000), '', 'abcdef', null])
    expect((await t.editor('PUT', OWN, { otp })).statusCode).toBe(400);
  expect((await login(ADMIN)).statusCode).toBe(200);
  const { key: last } = await turnOn();
  expect(refusal(await t.editor('POST', OWN, CURRENT))).toEqual([409, 'totp_on']);
  expect(refusal(await t.editor('PUT', OWN, { otp: appCode(last) }))).toEqual([409, 'totp_on']);
  expect((await login({ ...ADMIN, otp: appCode(last) })).statusCode).toBe(200);
});

test('signing in with it a right password alone is 401 otp_required, a wrong one says nothing of codes, and what is no code is refused', async () => {
  const { key } = await turnOn();
  for (const otp of [undefined, null, '', '  ']) {
    const asked = await login({ ...ADMIN, ...(otp !== undefined && { otp }) });
    expect(refusal(asked)).toEqual([401, 'otp_required']);
    expect(asked.json().message).toMatch(/^[А-ЯЁ].*\.$/);
    expect([asked.json().token, asked.headers['set-cookie']]).toEqual([undefined, undefined]);
  }
  const wrong = await login({ ...ADMIN, password: 'неверный пароль', otp: appCode(key) });
  expect([...refusal(wrong), wrong.json().message]).toEqual([401, 'wrong_credentials', 'Неверные учетные данные']);
  expect((await login({ ...ADMIN, otp: appCode(key) })).statusCode).toBe(200);
  for (const otp of ['-', 'абв', 'a'.repeat(101), 5, {}, ['000000']]) {
    expect([otp, [400, 401].includes((await login({ ...ADMIN, otp })).statusCode)]).toEqual([otp, true]);
    passTime(60);
  }
});

test.each([-90, -60, -30, 0, 30, 60])(
  'signing in with it takes an app half a minute off at most: %i s',
  async (seconds) => {
    const { key } = await turnOn();
    const answer = await login({ ...ADMIN, otp: appCode(key, Date.now() + seconds * 1000) });
    expect(answer.statusCode).toBe(Math.abs(seconds) <= 30 ? 200 : 401);
  },
);

test('signing in with it a code is good once, also in parallel, and an older one is none after it', async () => {
  const { key } = await turnOn();
  const otp = `${appCode(key).slice(0, 3)} ${appCode(key).slice(3)}`;
  const before = appCode(key, Date.now() - 30_000);
  expect(sortedStatuses(await together(4, () => login({ ...ADMIN, otp })))).toEqual([200, 401, 401, 401]);
  expect(refusal(await login({ ...ADMIN, otp: before }))).toEqual([401, 'wrong_otp']);
  passTime(30);
  expect((await login({ ...ADMIN, otp: appCode(key) })).statusCode).toBe(200);
});

test('signing in with it wrong codes count like wrong passwords, and asking for one is no failure', async () => {
  const { key } = await turnOn();
  for (let tries = 0; tries < 8; tries += 1) expect((await login(ADMIN)).statusCode).toBe(401);
  for (let tries = 0; tries < 5; tries += 1)
    expect(refusal(await login({ ...ADMIN, otp: '000000' }))).toEqual([401, 'wrong_otp']);
  expect((await login({ ...ADMIN, otp: appCode(key) })).statusCode).toBe(429);
  passTime(30);
  expect((await login({ ...ADMIN, otp: appCode(key) })).statusCode).toBe(200);
});

test('signing in with it many addresses that know the password have together five wrong codes; the known device goes on', async () => {
  const { key } = await turnOn();
  const [device = ''] = String((await login({ ...ADMIN, otp: appCode(key) })).headers['set-cookie']).split(';');
  const from = (remoteAddress: string) =>
    t.app.inject({ method: 'POST', url: '/api/auth/login', payload: { ...ADMIN, otp: '000000' }, remoteAddress });
  const codes: number[] = [];
  for (let at = 0; at < 8; at += 1) codes.push((await from(`203.0.113.${at}`)).statusCode);
  expect(codes).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  passTime(30);
  expect((await login({ ...ADMIN, otp: appCode(key) }, { cookie: device })).statusCode).toBe(200);
});

test('signing in with it a recovery code opens once, however it is written, and the audit log tells of it', async () => {
  const [first = '', second = ''] = (await turnOn()).recoveryCodes;
  expect((await login({ ...ADMIN, otp: first })).statusCode).toBe(200);
  expect(refusal(await login({ ...ADMIN, otp: first }))).toEqual([401, 'wrong_otp']);
  expect((await login({ ...ADMIN, otp: ` ${second.toUpperCase().replaceAll('-', ' ')} ` })).statusCode).toBe(200);
  expect((await t.editor('GET', OWN)).json()).toEqual({ isOn: true, recoveryCodesLeft: 8 });
  expect((await told(t)).join()).toContain('admin.recovery-code');
});

test('signing in with it nobody’s code opens another’s door', async () => {
  const call = await enterAnna(t);
  const { key, recoveryCodes } = await turnOn();
  await turnOn(call, ANNA.password);
  for (const otp of [appCode(key), recoveryCodes[0]])
    expect(refusal(await login({ ...ANNA, otp }))).toEqual([401, 'wrong_otp']);
});

test('turning it off takes password and code', async () => {
  const { key } = await turnOn();
  const off = (body: object) => t.editor('POST', `${OWN}/off`, body);
  expect([(await off({ otp: appCode(key) })).statusCode, (await off(CURRENT)).statusCode]).toEqual([400, 400]);
  expect(refusal(await off({ current: 'неверный пароль', otp: appCode(key) }))).toEqual([400, 'wrong_password']);
  expect(refusal(await off({ ...CURRENT, otp: '000000' }))).toEqual([400, 'wrong_otp']);
  expect((await login(ADMIN)).statusCode).toBe(401);
  expect((await off({ ...CURRENT, otp: appCode(key) })).statusCode).toBe(204);
  expect((await login(ADMIN)).statusCode).toBe(200);
  expect(refusal(await off({ ...CURRENT, otp: appCode(key) }))).toEqual([409, 'totp_off']);
  expect(await t.store.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([]);
  expect((await told(t)).join()).toMatch(/admin\.totp-off.*admin\.totp-on/);
});

test('turning it off is done for another who lost it, not for oneself, and the audit log says who did it', async () => {
  const call = await enterAnna(t);
  await turnOn(call, ANNA.password);
  await confirmSessions(t.store);
  expect(refusal(await login(ANNA))).toEqual([401, 'otp_required']);
  const { id } = (await call('GET', '/api/admin/me')).json();
  expect(refusal(await call('DELETE', `/api/admin/admins/${id}/totp`))).toEqual([409, 'own_totp']);
  expect((await t.editor('DELETE', `/api/admin/admins/${id}/totp`)).statusCode).toBe(204);
  expect((await login(ANNA)).statusCode).toBe(200);
  expect((await t.editor('DELETE', `/api/admin/admins/${id}/totp`)).statusCode).toBe(404);
  expect((await t.editor('DELETE', '/api/admin/admins/999/totp')).statusCode).toBe(404);
  expect(await told(t)).toContain('admin admin.totp-reset Анна');
});

test('neither key nor recovery codes are in any later answer, nor are the codes in the database', async () => {
  const { key, recoveryCodes } = await turnOn();
  const secrets = [key, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))];
  const urls = [OWN, '/api/admin/me', '/api/admin/admins', '/api/admin/sessions', '/api/admin/journal'];
  const bodies = await Promise.all(urls.map(async (url) => (await t.editor('GET', url)).body));
  const rows = JSON.stringify(await t.store.db.selectFrom('recovery_codes').selectAll().execute());
  for (const secret of secrets) for (const body of bodies) expect(body).not.toContain(secret);
  for (const secret of secrets.slice(1)) expect(rows).not.toContain(secret);
});

test('the codes are those of RFC 6238', async () => {
  // Appendix B: the key is the text below; its eight digits, of which an app with six shows the last ones.
  const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  await turnOn();
  await t.store.db.updateTable('totp').set({ secret: key, last_step: 0 }).execute();
  const codes = { 59: '287082', 1111111109: '081804', 1234567890: '005924', 2000000000: '279037' };
  for (const [seconds, otp] of Object.entries(codes)) {
    vi.setSystemTime(Number(seconds) * 1000);
    expect([seconds, (await login({ ...ADMIN, otp })).statusCode]).toEqual([seconds, 200]);
  }
});
