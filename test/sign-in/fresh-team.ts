import { sql } from 'kysely';
import { afterEach, beforeEach, vi } from 'vitest';
import { isSqlite } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';
import { ADMIN, type Caller, type TestApp } from '../rig/app.ts';
import { needSite } from '../rig/needs.ts';

/** What signing in and the team write; each stands behind those that it refers to. */
const TABLES = [
  ...(['admins', 'sessions', 'devices', 'totp', 'recovery_codes', 'login_links', 'invitations'] as const),
  ...(['login_failures', 'login_name_failures', 'login_paces', 'journal', 'settings'] as const),
];

export const ANNA = { username: 'Анна', password: 'лиловый трамвай у моста' };
export const BORIS = { username: 'boris', password: 'семь чашек на подоконнике' };

/** A site on which each test finds its administrator alone, signed in and confirmed, the clock right and an address of its own. */
export async function needFreshTeam(): Promise<TestApp> {
  const t = await needSite({ TRUST_PROXY: '127.0.0.1/32' });
  const { db } = t.store;
  const rows = await Promise.all(TABLES.map((table) => db.selectFrom(table).selectAll().execute()));
  let tests = 0;
  const from = (call: Caller): Caller => {
    return (method, url, body, headers) =>
      call(method, url, body, { 'x-forwarded-for': `198.51.100.${tests}`, ...headers });
  };
  beforeEach(async () => {
    tests += 1;
    for (const table of TABLES.toReversed()) await db.deleteFrom(table).execute();
    for (const [at, table] of TABLES.entries()) for (const row of rows[at] ?? []) await insert(db, table, row);
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  return { ...t, visitor: from(t.visitor), editor: from(t.editor) };
}

/** With the id that it had. */
async function insert(db: Db, table: string, row: object): Promise<void> {
  const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  const given = isSqlite(db) ? sql`` : sql`overriding system value`;
  await sql`insert into ${sql.table(table)} (${names}) ${given} values (${sql.join(Object.values(row))})`.execute(db);
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Calls with the token of a session of its own, in which no password was given again. */
export async function enter(t: TestApp, person: object = ADMIN, headers: Record<string, string> = {}): Promise<Caller> {
  const { token } = (await t.visitor('POST', '/api/auth/login', person, headers)).json();
  return (method, url, body, more) => t.visitor(method, url, body, { ...bearer(token), ...more });
}

/** The same with a session of Anna, who is added just now. */
export async function enterAnna(t: TestApp): Promise<Caller> {
  await t.editor('POST', '/api/admin/admins', ANNA);
  return enter(t, ANNA);
}

export const isAlive = async (call: Caller) => (await call('GET', '/api/auth/verify')).statusCode === 200;

/** Who did what to whom, newest first. */
export async function told({ editor }: Pick<TestApp, 'editor'>): Promise<string[]> {
  const lines: Record<string, unknown>[] = (await editor('GET', '/api/admin/journal')).json();
  return lines.map(({ who, action, subject }) => `${who ?? 'server'} ${action} ${subject}`);
}

export const refusal = ({ statusCode, json }: { statusCode: number; json: () => { code: string } }) => [
  statusCode,
  json().code,
];

/** From then on the clock stands still; timers go on. */
export const passTime = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });

export const stopClock = () => passTime(0);

export const together = <T>(count: number, call: (at: number) => PromiseLike<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => Promise.resolve(call(at))));
