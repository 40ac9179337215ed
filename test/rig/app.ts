import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { createApp } from '../../boot/app.ts';
import { createParts, loadPages } from '../../boot/parts.ts';
import { readConfig } from '../../config.ts';
import { openPostgres } from '../../db/dialect.ts';
import { migrate } from '../../db/open.ts';
import type { TopicMessage } from '../../db/topics.ts';
import { addAdmin } from '../../model/admins/admins.ts';
import { addFirstAdmin } from '../../model/admins/first-admin.ts';
import { createPasswordHasher } from '../../model/admins/secrets.ts';
import type { Store } from '../../model/store.ts';
import { ASSETS_DIR } from '../../ops/build/build.ts';
import type { Role } from '../../roles.ts';
import { finishedDatabase } from './database/databases.ts';
import { ADMIN } from './server.ts';

export { ADMIN };

/** The weakest Argon2: a strong hash would double the time of each application. */
const WEAK = { parallelism: 1, memory: 8, passes: 1, tagLength: 32 };

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

export type Caller = (
  method: InjectOptions['method'],
  url: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<LightMyRequestResponse>;

/** The whole application on a database of its own (SQLite, or PostgreSQL in that project, or the empty one at `postgres`), with one administrator signed in. */
export async function createTestApp(
  env: NodeJS.ProcessEnv = {},
  postgres?: string,
  passwords = createPasswordHasher(WEAK),
) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rampa-test-'));
  const { db, databaseUrl, drop } = postgres
    ? { db: await openPostgres(postgres), databaseUrl: postgres, drop: async () => {} }
    : await finishedDatabase(dataDir);
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...env });
  await migrate(db);
  const { store, pageCache, live, site, close } = createParts(db, config, { passwords });
  await addFirstAdmin(store, ADMIN.username, ADMIN.password);
  const renderPage = await loadPages(site);
  // The test shares the event loop; injected requests in a row delay its timers.
  const isOverloaded = () => false;
  const app = await createApp({ config, store, renderPage, pageCache, live, assetsDir: ASSETS_DIR, isOverloaded });
  const visitor = caller(app);
  const login = await visitor('POST', '/api/auth/login', ADMIN);
  await confirmSessions(store);
  return {
    app,
    store,
    config,
    visitor,
    editor: caller(app, login.json().token),
    close: async () => {
      await app.close();
      await close();
      await db.destroy();
      await drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** As if the password had just been given again in every open session; the audit log stays without entries of it. */
export async function confirmSessions({ db }: Pick<Store, 'db'>): Promise<void> {
  await db.updateTable('sessions').set({ confirmed_at: new Date().toISOString() }).execute();
}

/** Adds an account with this role; the caller sends its token. */
export async function signInAs({ app, store, visitor }: TestApp, role: Role, username: string = role): Promise<Caller> {
  const password = 'верный пароль того, кто здесь работает';
  await addAdmin(store, { username, password, role }, null);
  const login = await visitor('POST', '/api/auth/login', { username, password });
  if (role === 'administrator') await confirmSessions(store);
  return caller(app, login.json().token);
}

/** That an answer refuses, in these words. */
export function expectRefusal(answer: LightMyRequestResponse, status: number, message: unknown): void {
  expect([answer.statusCode, answer.json().message]).toEqual([status, message]);
}

/** Who did what to what, newest first. */
export async function readAuditLog({ editor }: TestApp, query: string): Promise<string[]> {
  const entries: Record<'who' | 'action' | 'title', string>[] = (
    await editor('GET', `/api/admin/journal?${query}`)
  ).json();
  return entries.map(({ who, action, title }) => `${who} ${action} ${title}`);
}

/** Messages from now on, in a list that the test may empty. */
export function collectMessages({ store }: TestApp): TopicMessage[] {
  const all: TopicMessage[] = [];
  const { publish } = store;
  store.publish = (message, change) => {
    all.push(message);
    publish(message, change);
  };
  return all;
}

function caller(app: FastifyInstance, token?: string): Caller {
  return (method, url, body, headers) =>
    app.inject({
      ...(method && { method }),
      url,
      ...(body && { payload: body }),
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    });
}
