import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { inject as provided } from 'vitest';
import { createPasswordHasher } from '../model/admins/hasher.ts';
import { addFirstAdmin } from '../model/admins.ts';
import { createNewsPages } from '../model/articles/news-pages.ts';
import { openPostgres, openSqlite } from '../model/dialect.ts';
import { createPictures } from '../model/images.ts';
import type { Db } from '../model/tables.ts';
import type { Store } from '../model/write.ts';
import { createApp } from '../server/app.ts';
import { ASSETS_DIR } from '../server/build.ts';
import { loadPages } from '../server/built-pages.ts';
import { followChanges } from '../server/changes.ts';
import { type Config, readConfig } from '../server/config.ts';
import { migrate } from '../server/database.ts';
import { createLive } from '../server/live.ts';
import { createPageCache } from '../server/page-cache.ts';
import { uploadsIn } from '../server/uploads.ts';
import { runOn } from './postgres.ts';

export const ADMIN = { username: 'admin', password: 'верный пароль редактора' };

export interface TestApp {
  app: FastifyInstance;
  store: Store;
  config: Config;
  /** Calls without a token. */
  visitor: Caller;
  /** Calls with the administrator's token. */
  editor: Caller;
  close: () => Promise<void>;
}

interface FreshDatabase {
  db: Db;
  /** Of a PostgreSQL. */
  databaseUrl: string | undefined;
  drop: () => Promise<void>;
}

type Caller = (
  method: InjectOptions['method'],
  url: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<LightMyRequestResponse>;

/** The whole application on a database of its own (SQLite, or PostgreSQL in that project, or the empty one at `postgres`), with one administrator signed in. */
export async function createTestApp(env: NodeJS.ProcessEnv = {}, postgres?: string): Promise<TestApp> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rampa-test-'));
  const config = readConfig({ DATA_DIR: dataDir, ...env });
  const { db, databaseUrl, drop } = postgres
    ? { db: await openPostgres(postgres), databaseUrl: postgres, drop: async () => {} }
    : await finishedDatabase(dataDir);
  await migrate(db);
  const pageCache = createPageCache(db, config);
  const newsPages = createNewsPages(db);
  const pictures = createPictures({ db, directory: uploadsIn(dataDir) });
  const live = createLive(db, config);
  const changes = followChanges(db, databaseUrl, { newsPages, pageCache, live });
  const store: Store = {
    db,
    announce: changes.own,
    pictures,
    passwords: createPasswordHasher(),
    timeZone: config.timeZone,
  };
  await addFirstAdmin(store, ADMIN.username, ADMIN.password);
  const renderPage = await loadPages({
    db,
    newsPages,
    watchDefaults: { playerUrl: config.streamPlayerUrl, streamUrl: config.streamHlsUrl },
    playerHosts: config.playerHosts,
    timeZone: config.timeZone,
  });
  const app = await createApp({ config, store, renderPage, pageCache, live, assetsDir: ASSETS_DIR });
  const visitor = caller(app);
  const login = await visitor('POST', '/api/auth/login', ADMIN);
  return {
    app,
    store,
    config,
    visitor,
    editor: caller(app, login.json().token),
    close: async () => {
      await app.close();
      changes.stop();
      await store.pictures.close();
      await db.destroy();
      await drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
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

/** One that has the schema already, where that saves time. */
function finishedDatabase(dataDir: string): Promise<FreshDatabase> {
  const isCopied = process.env.TEST_STORE === 'postgres';
  return freshDatabase(dataDir, undefined, isCopied ? provided('postgresTemplate') : undefined);
}

/** The project's database, empty; `locale` is how a PostgreSQL sorts texts by itself. */
export async function freshDatabase(dataDir: string, locale?: string, template = 'template1'): Promise<FreshDatabase> {
  if (process.env.TEST_STORE !== 'postgres')
    return { db: openSqlite(path.join(dataDir, 'rampa.sqlite')), databaseUrl: undefined, drop: async () => {} };
  const server = provided('postgresUrl');
  const name = `rampa_test_${randomBytes(6).toString('hex')}`;
  const made = locale ? `template0 locale_provider icu icu_locale '${locale}'` : template;
  await runOn(server, `create database ${name} template ${made}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    db: await openPostgres(url.href),
    databaseUrl: url.href,
    drop: () => runOn(server, `drop database ${name} with (force)`),
  };
}
