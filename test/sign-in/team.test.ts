import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ADMIN, confirmSessions, createTestApp, type TestApp } from '../rig/app.ts';

// Passwords are slow to hash on purpose.
vi.setConfig({ testTimeout: 30_000 });

let t: TestApp;
beforeEach(async () => {
  t = await createTestApp();
});
afterEach(() => t.close());

const ADMINS = '/api/admin/admins';
const SESSIONS = '/api/admin/sessions';
const ANNA = { username: 'Анна', password: 'лиловый трамвай у моста' };
const BORIS = { username: 'boris', password: 'семь чашек на подоконнике' };

const EASY = [
  'короткий',
  'a'.repeat(1025),
  'aaaaaaaaaaaa',
  '123456789012',
  '098765432109',
  'qwertyuiop[]',
  'йцукенгшщзхъ',
  'фывапролджэ12',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc',
  'a1b2c3d4e5f6',
  'password1234',
  'P@ssw0rd2024!',
  'Пароль123456',
  'gfhjkmgfhjkm',
  'administrator',
  'Welcome2025!',
  'абвабвабвабв',
  'анна-анна-анна',
  'Рампа2025!!!!',
  'рампа рампа',
  'correcthorsebatterystaple',
  '!@#$%^&*()_+',
  'admin@admin.ru',
  '',
  5,
  null,
];
const GOOD = [
  'лиловый трамвай у моста',
  'correct horse battery staple',
  'xK9#mQ2vL7pT',
  'vfuybnjajy lbdty',
  'a81d77c2-0b19f3e4-99120fab-5d1e4c77',
  `лиловый трамвай ${'у'.repeat(1008)}`,
];

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const DEVICES: Record<string, string> = {
  [CHROME]: 'Chrome, Windows',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 YaBrowser/25.8.0.0 Safari/537.36':
    'Яндекс Браузер, Windows',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0':
    'Edge, Windows',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 OPR/122.0.0.0':
    'Opera, Linux',
  'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0': 'Firefox, Linux',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15':
    'Safari, macOS',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1':
    'Safari, iPhone',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0.0.0 Mobile/15E148 Safari/604.1':
    'Chrome, iPhone',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36':
    'Samsung Internet, Android',
  'curl/8.5.0': 'curl',
  '<script>alert(1)</script>': 'Неизвестное устройство',
};

type Person = typeof ADMIN;

async function signIn(person: Person, device?: string): Promise<Record<string, string>> {
  const login = await t.visitor('POST', '/api/auth/login', person, device ? { 'user-agent': device } : {});
  expect(login.statusCode).toBe(200);
  return { authorization: `Bearer ${login.json().token}` };
}

async function canSignIn(person: Person): Promise<boolean> {
  return (await t.visitor('POST', '/api/auth/login', person)).statusCode === 200;
}

async function isAlive(headers: Record<string, string>): Promise<boolean> {
  return (await t.visitor('GET', '/api/auth/verify', undefined, headers)).statusCode === 200;
}

async function add(person: Person): Promise<number> {
  const added = await t.editor('POST', ADMINS, person);
  expect(added.statusCode).toBe(201);
  return added.json().id;
}

async function names(): Promise<string[]> {
  const rows = await t.store.db.selectFrom('admins').select('username').orderBy('id').execute();
  return rows.map(({ username }) => username);
}

/** `inject` sends nothing before somebody waits for the answer. */
const started = <T>(call: PromiseLike<T>): Promise<T> => Promise.resolve(call);

const codes = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode).sort();

describe('administrators', () => {
  test('are listed with the time of their last login, and everybody can ask who he is', async () => {
    await add(ANNA);
    const anna = await signIn(ANNA);
    const [first, second] = (await t.visitor('GET', ADMINS, undefined, anna)).json();
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    const line = { id: expect.any(Number), role: 'administrator', createdAt: time, lastLoginAt: time };
    expect([first, second]).toEqual([
      { ...line, username: 'admin' },
      { ...line, username: 'Анна' },
    ]);
    expect((await t.visitor('GET', '/api/admin/me', undefined, anna)).json()).toEqual({
      id: second.id,
      username: 'Анна',
      role: 'administrator',
      timeZone: 'Europe/Moscow',
    });
  });

  test('who never came have no last login', async () => {
    const added = await t.editor('POST', ADMINS, ANNA);
    expect(added.json()).toMatchObject({ username: 'Анна', lastLoginAt: null });
    expect(JSON.stringify(added.json())).not.toContain('argon2');
  });

  test('have names that differ by more than case and spaces', async () => {
    await add(ANNA);
    for (const username of ['Анна', 'анна', ' АННА ']) {
      const refused = await t.editor('POST', ADMINS, { ...BORIS, username });
      expect(refused.statusCode).toBe(409);
      expect(refused.json().fields).toHaveProperty('username');
    }
  });

  test('of one name added at the same time are one', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => t.editor('POST', ADMINS, ANNA)));
    expect(codes(answers)).toEqual([201, 409, 409, 409]);
    expect(await names()).toEqual(['admin', 'Анна']);
  });

  test.each(['', '   ', 'и'.repeat(101), 'ad\u200bmin', 'a\nb', '\u202eadmin', 'Мария Пресс', 'a\u00a0b', 5, null])(
    'are not called %j',
    async (username) => {
      const refused = await t.editor('POST', ADMINS, { username, password: ANNA.password });
      expect(refused.statusCode).toBe(400);
      expect(refused.json().fields).toHaveProperty('username');
    },
  );

  test('keep a name with a space that they were given before', async () => {
    await add(ANNA);
    await t.store.db.updateTable('admins').set({ username: 'Анна Пресс' }).where('username', '=', 'Анна').execute();
    expect(await canSignIn({ ...ANNA, username: 'Анна Пресс' })).toBe(true);
  });
});

describe('a password', () => {
  test('that is short, long or easy to guess is refused, and nothing is stored', async () => {
    for (const password of EASY) {
      const refused = await t.editor('POST', ADMINS, { username: 'Анна', password });
      expect([password, refused.statusCode]).toEqual([password, 400]);
      expect(refused.json().fields.password).toMatch(/^[А-ЯЁ].*\.$/);
    }
    expect(await names()).toEqual(['admin']);
  });

  test('of some words or many signs is good', async () => {
    for (const [at, password] of GOOD.entries()) {
      await add({ username: `Анна-${at}`, password });
      expect([password, await canSignIn({ username: `Анна-${at}`, password })]).toEqual([password, true]);
    }
  });

  test('is the same whether й and ё are typed as one character or two, a name too', async () => {
    await add({ username: 'Андрей', password: 'зелёный чайник на балконе' });
    const decomposed = { username: 'Андрей'.normalize('NFD'), password: 'зелёный чайник на балконе'.normalize('NFD') };
    expect(decomposed.username).not.toBe('Андрей');
    expect(await canSignIn(decomposed)).toBe(true);
  });
});

describe('another’s password', () => {
  const url = (id: number | string) => `${ADMINS}/${id}/password`;

  test('is reset: the old one opens nothing and that person’s sessions are dead', async () => {
    const id = await add(ANNA);
    const [phone, laptop] = [await signIn(ANNA), await signIn(ANNA)];
    const reset = await t.editor('PUT', url(id), { password: 'новый дом с колоннами' });
    expect(reset.statusCode).toBe(204);
    expect([await isAlive(phone), await isAlive(laptop)]).toEqual([false, false]);
    expect(await canSignIn(ANNA)).toBe(false);
    expect(await canSignIn({ ...ANNA, password: 'новый дом с колоннами' })).toBe(true);
    expect((await t.editor('GET', '/api/admin/me')).statusCode).toBe(200);
  });

  test('follows the same rule', async () => {
    const id = await add(ANNA);
    expect((await t.editor('PUT', url(id), { password: 'Анна12345678' })).statusCode).toBe(400);
    expect(await canSignIn(ANNA)).toBe(true);
  });

  test('is not the own one: that takes the current one', async () => {
    const { id } = (await t.editor('GET', '/api/admin/me')).json();
    const refused = await t.editor('PUT', url(id), { password: 'новый дом с колоннами' });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'own_password']);
    expect(await canSignIn(ADMIN)).toBe(true);
  });

  test.each(['0', '999', 'x', '-1', '1e1', '99999999999999999999', '1%20or%201=1'])(
    'of nobody (%s) is 404',
    async (id) => {
      expect((await t.editor('PUT', url(id), { password: 'новый дом с колоннами' })).statusCode).toBe(404);
      expect((await t.editor('DELETE', `${ADMINS}/${id}`)).statusCode).toBe(404);
    },
  );

  test('reset while that person signs in leaves no session of the old one', async () => {
    const id = await add(ANNA);
    const login = () => t.visitor('POST', '/api/auth/login', ANNA);
    const reset = started(t.editor('PUT', url(id), { password: 'новый дом с колоннами' }));
    const logins = await Promise.all([login(), login(), login(), login()]);
    expect((await reset).statusCode).toBe(204);
    for (const answer of logins.filter(({ statusCode }) => statusCode === 200)) {
      expect(await isAlive({ authorization: `Bearer ${answer.json().token}` })).toBe(false);
    }
    expect(await t.store.db.selectFrom('sessions').selectAll().where('admin_id', '=', id).execute()).toEqual([]);
  });
});

describe('the own password', () => {
  const URL = '/api/admin/me/password';
  const change = { current: ANNA.password, password: 'новый дом с колоннами' };

  test('is changed with the current one: this session stays, the other own ones end, those of others stay', async () => {
    await add(ANNA);
    const [here, elsewhere] = [await signIn(ANNA), await signIn(ANNA)];
    expect((await t.visitor('PUT', URL, change, here)).statusCode).toBe(204);
    expect([await isAlive(here), await isAlive(elsewhere)]).toEqual([true, false]);
    expect((await t.editor('GET', '/api/admin/me')).statusCode).toBe(200);
    expect([await canSignIn(ANNA), await canSignIn({ ...ANNA, password: change.password })]).toEqual([false, true]);
  });

  test('is not changed without it', async () => {
    await add(ANNA);
    const here = await signIn(ANNA);
    for (const current of ['не тот пароль', ADMIN.password]) {
      const refused = await t.visitor('PUT', URL, { ...change, current }, here);
      expect([refused.statusCode, refused.json().code]).toEqual([400, 'wrong_password']);
      expect(refused.json().fields).toHaveProperty('current');
    }
    for (const current of ['', null, undefined]) {
      expect((await t.visitor('PUT', URL, { ...change, current }, here)).statusCode).toBe(400);
    }
    expect([await isAlive(here), await canSignIn(ANNA)]).toEqual([true, true]);
  });

  test('cannot be guessed by whoever has a session; refused new ones are no guesses', async () => {
    await add(ANNA);
    const here = await signIn(ANNA);
    for (let tries = 0; tries < 8; tries += 1) {
      expect((await t.visitor('PUT', URL, { ...change, password: 'qwertyuiop123' }, here)).statusCode).toBe(400);
    }
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await t.visitor('PUT', URL, { ...change, current: `догадка ${tries}` }, here)).statusCode).toBe(400);
    }
    const held = await t.visitor('PUT', URL, change, here);
    expect(held.statusCode).toBe(429);
    expect(Number(held.headers['retry-after'])).toBeGreaterThan(0);
    expect(await canSignIn(ANNA)).toBe(true);
  });

  test('changed twice at the same time is changed once', async () => {
    await add(ANNA);
    const sessions = [await signIn(ANNA), await signIn(ANNA), await signIn(ANNA)];
    const passwords = sessions.map((_, at) => `новый дом номер ${['раз', 'два', 'три'][at]}`);
    const answers = await Promise.all(
      sessions.map((here, at) => t.visitor('PUT', URL, { ...change, password: passwords[at] }, here)),
    );
    const won = answers.findIndex(({ statusCode }) => statusCode === 204);
    expect(answers.filter(({ statusCode }) => statusCode === 204).length).toBe(1);
    expect(await Promise.all(sessions.map(isAlive))).toEqual(sessions.map((_, at) => at === won));
    expect(await canSignIn({ ...ANNA, password: passwords[won] ?? '' })).toBe(true);
  });
});

describe('an administrator who is removed', () => {
  interface Admin {
    id: number;
  }
  let survivor: Record<string, string> | undefined;
  beforeEach(() => {
    survivor = undefined;
  });

  async function freshAdmin(number: number) {
    const person = { ...ANNA, username: `админ-${number}` };
    const added = await (survivor ? t.visitor('POST', ADMINS, person, survivor) : t.editor('POST', ADMINS, person));
    expect(added.statusCode).toBe(201);
    return { id: added.json().id as number, username: person.username, headers: await signIn(person) };
  }

  const remove = (id: number, headers?: Record<string, string>) =>
    headers ? t.visitor('DELETE', `${ADMINS}/${id}`, undefined, headers) : t.editor('DELETE', `${ADMINS}/${id}`);

  test('is out at once', async () => {
    const id = await add(ANNA);
    const anna = await signIn(ANNA);
    expect((await remove(id)).statusCode).toBe(204);
    expect([await isAlive(anna), await canSignIn(ANNA)]).toEqual([false, false]);
    expect((await remove(id)).statusCode).toBe(404);
  });

  test('is never the last one', async () => {
    const { id } = (await t.editor('GET', '/api/admin/me')).json();
    const refused = await remove(id);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'last_admin']);
    expect(await names()).toEqual(['admin']);
  });

  test('is not the last one even when two remove each other, or both leave, at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [first, second] = await Promise.all([freshAdmin(round * 2), freshAdmin(round * 2 + 1)]);
      await confirmSessions(t.store);
      const others = (await t.visitor('GET', ADMINS, undefined, first.headers)).json().map(({ id }: Admin) => id);
      for (const id of others) if (id !== first.id && id !== second.id) await remove(id, first.headers);
      const [target, other] = round % 2 === 0 ? [second, first] : [first, second];
      const answers = await Promise.all([remove(target.id, first.headers), remove(other.id, second.headers)]);
      expect(answers.filter(({ statusCode }) => statusCode === 204).length).toBe(1);
      const [left] = await names();
      expect((await names()).length).toBe(1);
      survivor = left === first.username ? first.headers : second.headers;
    }
  });

  test('and all of them at once, by one hand: one stays', async () => {
    const ids = [await add(ANNA), await add(BORIS), (await t.editor('GET', '/api/admin/me')).json().id];
    const answers = await Promise.all([...ids, ...ids].map((id) => remove(id)));
    const removed = answers.filter(({ statusCode }) => statusCode === 204).length;
    const left = (await names()).length;
    expect([removed > 0, left > 0, removed + left]).toEqual([true, true, 3]);
  });

  test('finishes nothing that was under way', async () => {
    const id = await add(ANNA);
    const boris = await add(BORIS);
    const anna = await signIn(ANNA);
    await confirmSessions(t.store);
    const { hash } = t.store.passwords;
    const gate = Promise.withResolvers<void>();
    const hashing = vi.spyOn(t.store.passwords, 'hash').mockImplementation(async (password) => {
      await gate.promise;
      return hash(password);
    });
    const under = [
      started(t.visitor('POST', ADMINS, { username: 'сообщник', password: 'белый катер у причала' }, anna)),
      started(t.visitor('PUT', `${ADMINS}/${boris}/password`, { password: 'белый катер у причала' }, anna)),
    ];
    await expect.poll(() => hashing.mock.calls.length).toBe(2);
    expect((await remove(id)).statusCode).toBe(204);
    gate.resolve();
    expect(codes(await Promise.all(under))).toEqual([401, 401]);
    expect(await names()).toEqual(['admin', 'boris']);
    expect(await canSignIn(BORIS)).toBe(true);
  });
});

describe('own sessions', () => {
  test('are listed with their devices, the present one marked, without anybody else’s', async () => {
    await add(ANNA);
    const here = await signIn(ANNA, CHROME);
    await signIn(ANNA);
    const sessions = (await t.visitor('GET', SESSIONS, undefined, here)).json();
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    const both = { id: expect.stringMatching(/^[0-9a-f]{16}$/), createdAt: time, lastUsedAt: time };
    expect(sessions.length).toBe(2);
    expect(sessions).toContainEqual({ ...both, device: 'Chrome, Windows', current: true });
    expect(sessions).toContainEqual({ ...both, device: 'Неизвестное устройство', current: false });
  });

  test('that have run out are not listed', async () => {
    await signIn(ADMIN);
    const long = new Date(Date.now() - 12.1 * 3600 * 1000).toISOString();
    const [other] = (await t.editor('GET', SESSIONS)).json().filter(({ current }: { current: boolean }) => !current);
    await t.store.db
      .updateTable('sessions')
      .set({ last_used_at: long })
      .where('token_hash', 'like', `${other.id}%`)
      .execute();
    expect((await t.editor('GET', SESSIONS)).json()).toEqual([expect.objectContaining({ current: true })]);
  });

  test('are revoked one by one', async () => {
    const [phone, laptop] = [await signIn(ADMIN), await signIn(ADMIN)];
    const own = (await t.visitor('GET', SESSIONS, undefined, phone)).json();
    const { id } = own.find(({ current }: { current: boolean }) => current);
    expect((await t.visitor('DELETE', `${SESSIONS}/${id}`, undefined, laptop)).statusCode).toBe(204);
    expect([await isAlive(phone), await isAlive(laptop)]).toEqual([false, true]);
    expect((await t.visitor('DELETE', `${SESSIONS}/${id}`, undefined, laptop)).statusCode).toBe(404);
  });

  test('revoked twice at the same time end once', async () => {
    await signIn(ADMIN);
    const [other] = (await t.editor('GET', SESSIONS)).json().filter(({ current }: { current: boolean }) => !current);
    const answers = await Promise.all(Array.from({ length: 4 }, () => t.editor('DELETE', `${SESSIONS}/${other.id}`)));
    expect(codes(answers)).toEqual([204, 404, 404, 404]);
  });

  test('of others cannot be revoked, nor many by a pattern', async () => {
    await add(ANNA);
    const anna = await signIn(ANNA);
    const [{ id }] = (await t.visitor('GET', SESSIONS, undefined, anna)).json();
    for (const name of [id, '%25', '_'.repeat(16), '', id.slice(0, 8), 'x'.repeat(16), `${id}0`]) {
      expect((await t.editor('DELETE', `${SESSIONS}/${name}`)).statusCode).toBe(404);
    }
    expect([await isAlive(anna), (await t.editor('GET', '/api/admin/me')).statusCode]).toEqual([true, 200]);
  });

  test('tell their browsers and systems in words', async () => {
    for (const [userAgent, device] of Object.entries(DEVICES)) {
      const here = await signIn(ADMIN, userAgent);
      const current = expect.objectContaining({ device, current: true });
      expect((await t.visitor('GET', SESSIONS, undefined, here)).json()).toContainEqual(current);
    }
  });
});
