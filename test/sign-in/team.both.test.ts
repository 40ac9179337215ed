import { expect, test, vi } from 'vitest';
import { ADMIN, type Caller, confirmSessions, readAuditLog } from '../rig/app.ts';
import { rowsIn } from '../rig/cases.ts';
import { sortedStatuses } from '../rig/world/editors.ts';
import { ANNA, BORIS, enter, enterAnna, isAlive, needFreshTeam, refusal, together } from './fresh-team.ts';

const t = await needFreshTeam();

const ADMINS = '/api/admin/admins';
const NEW = 'новый дом с колоннами';

const EASY = [...rowsIn('sign-in/passwords.txt', 'easy to guess').flat(), '', 5, null];
const GOOD = rowsIn('sign-in/passwords.txt', 'good').flat();

type Person = typeof ADMIN;

const canSignIn = async (person: Person) => (await t.visitor('POST', '/api/auth/login', person)).statusCode === 200;

async function add(person: Person): Promise<number> {
  const added = await t.editor('POST', ADMINS, person);
  expect(added.statusCode).toBe(201);
  return added.json().id;
}

const ownId = async (): Promise<number> => (await t.editor('GET', '/api/admin/me')).json().id;

async function names(): Promise<string[]> {
  const rows = await t.store.db.selectFrom('admins').select('username').orderBy('id').execute();
  return rows.map(({ username }) => username);
}

test('administrators are listed with the time of their last login, and everybody can ask who he is', async () => {
  const added = await t.editor('POST', ADMINS, ANNA);
  expect(added.json()).toMatchObject({ username: 'Анна', lastLoginAt: null });
  expect(JSON.stringify(added.json())).not.toContain('argon2');
  const anna = await enter(t, ANNA);
  const [first, second] = (await anna('GET', ADMINS)).json();
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  const line = { id: expect.any(Number), role: 'administrator', createdAt: time, lastLoginAt: time };
  expect([first, second]).toEqual([
    { ...line, username: 'admin', displayName: '' },
    { ...line, username: 'Анна', displayName: '' },
  ]);
  const me = { id: second.id, username: 'Анна', role: 'administrator', timeZone: 'Europe/Moscow', names: {} };
  expect((await anna('GET', '/api/admin/me')).json()).toEqual(me);
});

test('a person takes a display name, which nobody else has, and gives it up', async () => {
  const anna = await enterAnna(t);
  const rename = (displayName: unknown, call = anna) => call('PUT', '/api/admin/me/name', { displayName });
  const shown = async () => (await t.editor('GET', '/api/admin/me')).json().names;
  expect([(await rename('  Анна   Ветрова ')).statusCode, await shown()]).toEqual([204, { Анна: 'Анна Ветрова' }]);
  expect((await t.editor('GET', ADMINS)).json()[1]).toMatchObject({ username: 'Анна', displayName: 'Анна Ветрова' });
  for (const taken of ['анна ветрова', 'АННА', 'Ан\u00adна', 'Анна\u3164', 'Aннa']) {
    const refused = await rename(taken, t.editor);
    expect([refused.statusCode, refused.json().fields]).toEqual([409, { displayName: expect.any(String) }]);
  }
  expect((await t.editor('POST', ADMINS, { ...BORIS, username: 'Анна' })).statusCode).toBe(409);
  for (const wrong of ['я'.repeat(61), 5, null]) expect((await rename(wrong)).statusCode).toBe(400);
  expect(await shown()).toEqual({ Анна: 'Анна Ветрова' });
  const renamed = (await readAuditLog(t, '')).filter((line) => line.includes('admin.name'));
  expect(renamed).toEqual(['Анна admin.name Анна Ветрова']);
  expect([(await rename('')).statusCode, await shown()]).toEqual([204, {}]);
});

test('administrators have names that differ by more than case and spaces, also when added at the same time', async () => {
  expect(sortedStatuses(await together(4, () => t.editor('POST', ADMINS, ANNA)))).toEqual([201, 409, 409, 409]);
  for (const username of ['Анна', 'анна', ' АННА ', 'Aннa']) {
    const { statusCode, json } = await t.editor('POST', ADMINS, { ...BORIS, username });
    expect([statusCode, json().fields]).toMatchObject([409, { username: expect.any(String) }]);
  }
  expect(await names()).toEqual(['admin', 'Анна']);
});

const NO_NAMES = [
  ...['', '   ', 'и'.repeat(101), 'ad\u200bmin', 'a\nb', '\u202eadmin', 'Мария Пресс', 'a\u00a0b'],
  ...['\u3164', 'admin\ufe0f', '\u2800', 5, null],
];
test('administrators are not called by blanks, signs that nobody sees or what is no text, but keep a name with a space that they had', async () => {
  for (const username of NO_NAMES) {
    const refused = await t.editor('POST', ADMINS, { username, password: ANNA.password });
    expect([username, refused.statusCode]).toEqual([username, 400]);
    expect(refused.json().fields).toHaveProperty('username');
  }
  await add(ANNA);
  await t.store.db.updateTable('admins').set({ username: 'Анна Пресс' }).where('username', '=', 'Анна').execute();
  expect(await canSignIn({ ...ANNA, username: 'Анна Пресс' })).toBe(true);
});

test('a password that is short, long or easy to guess is refused, and one of some words or many signs is good', async () => {
  for (const password of EASY) {
    const refused = await t.editor('POST', ADMINS, { username: 'Анна', password });
    expect([password, refused.statusCode]).toEqual([password, 400]);
    expect(refused.json().fields.password).toMatch(/^[А-ЯЁ].*\.$/);
  }
  expect(await names()).toEqual(['admin']);
  for (const [at, password] of GOOD.entries()) {
    await add({ username: `Анна-${at}`, password });
    expect([password, await canSignIn({ username: `Анна-${at}`, password })]).toEqual([password, true]);
  }
});

test('a password is the same whether й and ё are typed as one character or two, a name too', async () => {
  await add({ username: 'Андрей', password: 'зелёный чайник на балконе' });
  const decomposed = { username: 'Андрей'.normalize('NFD'), password: 'зелёный чайник на балконе'.normalize('NFD') };
  expect(decomposed.username).not.toBe('Андрей');
  expect(await canSignIn(decomposed)).toBe(true);
});

const reset = (id: number | string, password = NEW) => t.editor('PUT', `${ADMINS}/${id}/password`, { password });

test('another’s password is reset by the same rule: the old one opens nothing and that person’s sessions are dead', async () => {
  const id = await add(ANNA);
  const [phone, laptop] = [await enter(t, ANNA), await enter(t, ANNA)];
  expect((await reset(id, 'Анна12345678')).statusCode).toBe(400);
  expect([await isAlive(phone), await canSignIn(ANNA)]).toEqual([true, true]);
  expect([(await reset(id)).statusCode, await isAlive(phone), await isAlive(laptop)]).toEqual([204, false, false]);
  expect([await canSignIn(ANNA), await canSignIn({ ...ANNA, password: NEW })]).toEqual([false, true]);
  expect((await t.editor('GET', '/api/admin/me')).statusCode).toBe(200);
});

test('another’s password is neither the own one, which takes the current one, nor that of nobody', async () => {
  expect([refusal(await reset(await ownId())), await canSignIn(ADMIN)]).toEqual([[409, 'own_password'], true]);
  for (const id of ['0', '999', 'x', '-1', '1e1', '99999999999999999999', '1%20or%201=1']) {
    const removed = await t.editor('DELETE', `${ADMINS}/${id}`);
    expect([id, (await reset(id)).statusCode, removed.statusCode]).toEqual([id, 404, 404]);
  }
});

test('another’s password reset while that person signs in leaves no session of the old one', async () => {
  const id = await add(ANNA);
  const done = Promise.resolve(reset(id));
  const logins = await together(4, () => t.visitor('POST', '/api/auth/login', ANNA));
  expect((await done).statusCode).toBe(204);
  for (const answer of logins.filter(({ statusCode }) => statusCode === 200)) {
    const headers = { authorization: `Bearer ${answer.json().token}` };
    expect((await t.visitor('GET', '/api/auth/verify', undefined, headers)).statusCode).toBe(401);
  }
  expect(await t.store.db.selectFrom('sessions').selectAll().where('admin_id', '=', id).execute()).toEqual([]);
});

const CHANGE = { current: ANNA.password, password: NEW };
const change = (call: Caller, body: object) => call('PUT', '/api/admin/me/password', body);

test('the own password is changed with the current one: this session stays, the other own ones end, those of others stay', async () => {
  const [here, elsewhere] = [await enterAnna(t), await enter(t, ANNA)];
  expect((await change(here, CHANGE)).statusCode).toBe(204);
  expect([await isAlive(here), await isAlive(elsewhere), await isAlive(t.editor)]).toEqual([true, false, true]);
  expect([await canSignIn(ANNA), await canSignIn({ ...ANNA, password: NEW })]).toEqual([false, true]);
});

test('the own password is not changed without it', async () => {
  const here = await enterAnna(t);
  for (const current of ['не тот пароль', ADMIN.password]) {
    const refused = await change(here, { ...CHANGE, current });
    expect([...refusal(refused), Object.keys(refused.json().fields)]).toEqual([400, 'wrong_password', ['current']]);
  }
  for (const current of ['', null, undefined])
    expect((await change(here, { ...CHANGE, current })).statusCode).toBe(400);
  expect([await isAlive(here), await canSignIn(ANNA)]).toEqual([true, true]);
});

test('the own password cannot be guessed by whoever has a session; refused new ones are no guesses', async () => {
  const here = await enterAnna(t);
  for (let tries = 0; tries < 8; tries += 1)
    expect((await change(here, { ...CHANGE, password: 'qwertyuiop123' })).statusCode).toBe(400);
  for (let tries = 0; tries < 5; tries += 1)
    expect((await change(here, { ...CHANGE, current: `догадка ${tries}` })).statusCode).toBe(400);
  const held = await change(here, CHANGE);
  expect(held.statusCode).toBe(429);
  expect(Number(held.headers['retry-after'])).toBeGreaterThan(0);
  expect(await canSignIn(ANNA)).toBe(true);
});

test('the own password changed twice at the same time is changed once', async () => {
  const sessions = [await enterAnna(t), await enter(t, ANNA), await enter(t, ANNA)];
  const passwords = ['раз', 'два', 'три'].map((number) => `новый дом номер ${number}`);
  const answers = await Promise.all(sessions.map((here, at) => change(here, { ...CHANGE, password: passwords[at] })));
  const won = answers.findIndex(({ statusCode }) => statusCode === 204);
  expect(answers.filter(({ statusCode }) => statusCode === 204).length).toBe(1);
  expect(await Promise.all(sessions.map(isAlive))).toEqual(sessions.map((_, at) => at === won));
  expect(await canSignIn({ ...ANNA, password: passwords[won] ?? '' })).toBe(true);
});

const remove = (id: number, call = t.editor) => call('DELETE', `${ADMINS}/${id}`);

test('an administrator who is removed is out at once', async () => {
  const id = await add(ANNA);
  const anna = await enter(t, ANNA);
  expect([(await remove(id)).statusCode, await isAlive(anna), await canSignIn(ANNA)]).toEqual([204, false, false]);
  expect((await remove(id)).statusCode).toBe(404);
});

test('an administrator who is removed is never the last one, not even when all are removed at once by one hand', async () => {
  const ids = [await add(ANNA), await add(BORIS), await ownId()];
  const answers = await Promise.all([...ids, ...ids].map((id) => remove(id)));
  const removed = answers.filter(({ statusCode }) => statusCode === 204).length;
  const left = (await names()).length;
  expect([removed > 0, left > 0, removed + left]).toEqual([true, true, 3]);
});

test('an administrator who is removed finishes nothing that was under way', async () => {
  const id = await add(ANNA);
  const boris = await add(BORIS);
  const anna = await enter(t, ANNA);
  await confirmSessions(t.store);
  const { hash } = t.store.passwords;
  const gate = Promise.withResolvers<void>();
  const hashing = vi.spyOn(t.store.passwords, 'hash').mockImplementation(async (password) => {
    await gate.promise;
    return hash(password);
  });
  const password = 'белый катер у причала';
  const under = Promise.all([
    anna('POST', ADMINS, { username: 'сообщник', password }),
    anna('PUT', `${ADMINS}/${boris}/password`, { password }),
  ]);
  await expect.poll(() => hashing.mock.calls.length).toBe(2);
  expect((await remove(id)).statusCode).toBe(204);
  gate.resolve();
  expect(sortedStatuses(await under)).toEqual([401, 401]);
  hashing.mockRestore();
  expect([await names(), await canSignIn(BORIS)]).toEqual([['admin', 'boris'], true]);
});
