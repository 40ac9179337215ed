import { Agent, request } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { createPasswordHasher } from '../../model/admins/hasher.ts';
import { ADMIN, createTestApp } from '../rig/app.ts';
import { needSite } from '../rig/needs.ts';
import { sortedStatuses } from '../rig/world/editors.ts';
import { passTime, stopClock, together } from './fresh-team.ts';

const PROXIED = { TRUST_PROXY: '127.0.0.1/32' };
const t = await needSite(PROXIED);
afterEach(() => void vi.useRealTimers());

const LOGIN = '/api/auth/login';
const WRONG = { ...ADMIN, password: 'неверный пароль' };
const BLOCKED = '203.0.113.250';

/** Of 500 wrong passwords each, 20 s apart; 20 of them pass as well, and take their time. */
const ROUNDS = 6;

const login = (pair: object, address: string, headers: Record<string, string> = {}, site = t) =>
  site.visitor('POST', LOGIN, pair, { 'x-forwarded-for': address, ...headers });

/** The status of an attempt to log in that comes over a socket of `agent`. */
function post(origin: string, agent: Agent, pair: object, address: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}${LOGIN}`, { method: 'POST', agent, headers }, (answer) =>
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0)),
    );
    sent.once('error', reject).end(JSON.stringify(pair));
  });
}

test('a known device gets in throughout an attack of 500 addresses on its name, and nobody is locked out afterwards', async () => {
  stopClock();
  const [cookie = ''] = String((await login(ADMIN, '192.0.2.1')).headers['set-cookie']).split(';');
  for (let round = 0; round < ROUNDS; round += 1) {
    const attack = together(500, (at) => login(WRONG, `10.0.${at >> 8}.${at & 255}`));
    // From an address that attacks, too.
    const own = ['192.0.2.1', '10.0.0.1', '192.0.2.2'];
    const answers = await Promise.all(own.map((address) => login(ADMIN, address, { cookie })));
    expect(sortedStatuses(answers)).toEqual([200, 200, 200]);
    const seen = sortedStatuses(await attack);
    expect(seen.filter((code) => code === 401).length).toBeLessThanOrEqual(20);
    expect(new Set(seen).isSubsetOf(new Set([401, 429]))).toBe(true);
    passTime(20);
  }
  expect((await t.store.db.selectFrom('sessions').selectAll().execute()).length).toBeGreaterThanOrEqual(3 * ROUNDS);
  passTime(60);
  expect((await login(ADMIN, '192.0.2.99')).statusCode).toBe(200);
});

test('an unknown device gets in behind 150 attempts of a blocked address that come at the same moment', async () => {
  passTime(7 * 24 * 3600);
  for (let tries = 0; tries < 6; tries += 1) await login(WRONG, BLOCKED);
  const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true });
  for (let round = 0; round < 5; round += 1) {
    const attack = together(150, () => post(origin, agent, WRONG, BLOCKED));
    expect(await post(origin, agent, ADMIN, `192.0.2.${round}`)).toBe(200);
    expect(new Set(await attack)).toEqual(new Set([429]));
  }
  agent.destroy();
});

test('it finds twenty others waiting at most: then it is told at once to come again', async () => {
  const strong = await createTestApp(PROXIED, undefined, createPasswordHasher());
  const guess = (at: number) => login({ ...WRONG, username: `никто ${at}` }, `203.0.113.${at}`, {}, strong);
  const answers = await together(60, guess);
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused.length).toBeGreaterThan(20);
  expect(answers.filter(({ statusCode }) => statusCode === 401).length).toBe(60 - refused.length);
  for (const answer of refused) {
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.json().message).toMatch(/[а-яё]/);
  }
  expect((await login(ADMIN, '192.0.2.77', {}, strong)).statusCode).toBe(200);
  await strong.close();
});
