import { Agent } from 'node:http';
import { sql } from 'kysely';
import { type Digests, digestTables } from '../../db/copying/copying.ts';
import { isSqlite } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';
import { ADMIN, openDatabaseOf, startServer } from '../rig/server.ts';
import { type Answer, type Asked, ask } from './asking.ts';

export type World = Awaited<ReturnType<typeof openWorld>>;

export const JSON_TYPE = { 'content-type': 'application/json' };

/** What a refused request may touch: counters of attempts and when a session was last used. */
const NO_CONTENT = [
  ...(['sessions', 'devices', 'login_failures', 'login_name_failures', 'login_paces'] as const),
  ...(['presence', 'changes'] as const),
];

/** A real server on a directory of its own, and an administrator signed in. It has to be the same process in the end. */
export async function openWorld(env: NodeJS.ProcessEnv = {}) {
  const server = await startServer({ env });
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const send = (asked: Asked) => ask(server.origin, agent, asked);
  const login = { method: 'POST', path: '/api/auth/login', headers: JSON_TYPE, body: JSON.stringify(ADMIN) };
  const { token } = JSON.parse((await send(login)).body.toString()) as { token: string };
  const db = await openDatabaseOf(server);
  const content = await watchContent(db);
  const sendAs = (asked: Asked) =>
    send({ ...asked, headers: { authorization: `Bearer ${token}`, ...JSON_TYPE, ...asked.headers } });
  return {
    ...{ server, db, token, send, sendAs, content },
    call: async (method: string, path: string, body?: object): Promise<unknown> => {
      const answer = await sendAs({ method, path, ...(body && { body: JSON.stringify(body) }) });
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
      return answer.body.length > 0 ? JSON.parse(answer.body.toString()) : undefined;
    },
    close: async () => {
      const { status } = await fetch(`${server.origin}/healthz`);
      agent.destroy();
      await db.destroy();
      await server.stop();
      if (status !== 200) throw new Error(`The server is not well: ${status}`);
    },
  };
}

/**
 * The tables that a refused request changed all the same. The server writes by itself too, such as when a session was last used:
 * only what happens again each time the request does is its doing.
 */
export async function tablesChanged({ content }: World, again: () => Promise<Answer>): Promise<string[]> {
  let changed = await content.whatChanged();
  for (let times = 0; times < 3 && changed.length > 0; times += 1) {
    await content.remember();
    const { status } = await again();
    changed = status >= 400 ? await content.whatChanged() : [];
  }
  return changed;
}

async function watchContent(db: Db) {
  const digest = () => digestTables(db, { leaveOut: NO_CONTENT });
  const lastWrite = await countWrites(db);
  let seen = await lastWrite();
  let known: Digests | undefined = await digest();
  return {
    remember: async () => {
      seen = await lastWrite();
      known = await digest();
    },
    /** After an intended change. The digest is not computed: until `remember` each further write counts as a change. */
    accept: async () => {
      const last = await lastWrite();
      if (last !== seen) known = undefined;
      seen = last;
    },
    whatChanged: async () => {
      const last = await lastWrite();
      if (last === seen) return [];
      seen = last;
      const now = await digest();
      return Object.keys(now).filter((name) => known?.[name]?.sha256 !== now[name]?.sha256);
    },
  };
}

async function countWrites(db: Db): Promise<() => Promise<string>> {
  if (!isSqlite(db)) await countByTriggers(db);
  const asked = isSqlite(db) ? sql`pragma data_version` : sql`select last_value, is_called from writes`;
  return async () => JSON.stringify((await asked.execute(db)).rows);
}

async function countByTriggers(db: Db): Promise<void> {
  await sql`create sequence writes`.execute(db);
  await sql`create function count_write() returns trigger language plpgsql
    as 'begin perform nextval(''writes''); return null; end'`.execute(db);
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(db);
  for (const { name } of rows)
    if (!NO_CONTENT.some((each) => each === name))
      await sql`create trigger count_write after insert or update or delete on ${sql.table(name)}
        execute function count_write()`.execute(db);
}
