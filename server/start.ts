import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createPasswordHasher } from '../model/admins/hasher.ts';
import { isUnreachable } from '../model/dialect.ts';
import { createPictures } from '../model/images.ts';
import type { Store } from '../model/write.ts';
import { type AppOptions, createApp } from './app.ts';
import { ASSETS_DIR, ensureBuilt, SERVER_BUILD } from './build.ts';
import { type Config, StartupError } from './config.ts';
import { lockDataDir, migrate, openDatabase } from './database.ts';
import { ensureFirstAdmin } from './first-admin.ts';
import { watchForeignChanges } from './foreign-changes.ts';
import { createLog } from './log.ts';
import { createPageCache } from './page-cache.ts';
import { uploadsIn } from './uploads.ts';

type Mode = 'production' | 'dev' | 'demo';

/** Pause between two attempts to reach the database at start, in ms. */
const RECONNECT_EVERY = 1000;
/** Requests under way get this long to finish after SIGTERM, in ms. */
const CLOSE_WITHIN = 25_000;

/** Starts the server and leaves it running until SIGTERM or SIGINT. Throws a StartupError when something has to be mended first. */
export async function start(configured: Config, mode: Mode): Promise<void> {
  const hasTerminal = Boolean(process.stdout.isTTY);
  const log = await createLog(hasTerminal);
  const demo = mode === 'demo' ? await import('./demo.ts') : undefined;
  const config = demo ? await demo.demoConfig(configured) : configured;
  const unlock = await lockDataDir(config.dataDir);
  if (mode !== 'dev') await ensureBuilt((line) => log.info(line));

  const db = await openDatabase(config);
  const pageCache = createPageCache(db, config);
  // While developing, a page is rendered each time: its sources change under it.
  if (mode === 'dev') pageCache.install = () => {};
  const store = createStore(db, config, pageCache.drop);
  const lines = config.databaseUrl ? undefined : await prepare(store, config, hasTerminal);
  if (demo) await fillDemo(store, config, log);

  const pages = await pagesFor(mode, store, config);
  const app = await createApp({ config, store, pageCache, logger: log, ...pages, ...demo?.demoRoutes });
  const stopWatching = watchForeignChanges(db, pageCache.drop);
  closeOnSignal(app, log, async () => {
    stopWatching();
    await store.pictures.close();
    await db.destroy();
    unlock();
    await demo?.removeDemo(config);
  });
  await listen(app, config);
  announceStart(log, hasTerminal, addressOf(app, config), demo?.demoLines(config) ?? lines ?? []);
  if (!lines) await prepareWhenReachable(store, config, hasTerminal, log);
}

function createStore(db: Store['db'], config: Config, announce: Store['announce']): Store {
  const pictures = createPictures({ db, directory: uploadsIn(config.dataDir) });
  return { db, announce, pictures, passwords: createPasswordHasher(), timeZone: config.timeZone };
}

/** Migrates and makes the first administrator; gives the lines to print about it. */
async function prepare(store: Store, config: Config, hasTerminal: boolean): Promise<string[]> {
  await migrate(store.db);
  return ensureFirstAdmin(store, config, hasTerminal);
}

/** PostgreSQL may come up later than this server: until then pages and API answer 503. */
async function prepareWhenReachable(store: Store, config: Config, hasTerminal: boolean, log: Logger): Promise<void> {
  for (let told = false; ; told = true) {
    try {
      for (const line of await prepare(store, config, hasTerminal)) log.info(line);
      if (told) log.info('DATABASE_URL answers now');
      return;
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      const reason = error instanceof Error ? error.message : error;
      if (!told) log.warn(`DATABASE_URL does not answer (${reason}); trying again every second`);
      await sleep(RECONNECT_EVERY);
    }
  }
}

type Pages = Pick<AppOptions, 'renderPage' | 'assetsDir' | 'before'>;

async function pagesFor(mode: Mode, { db }: Store, config: Config): Promise<Pages> {
  const { playerHosts, timeZone } = config;
  const watchDefaults = { playerUrl: config.streamPlayerUrl, streamUrl: config.streamHlsUrl };
  const site = { db, watchDefaults, playerHosts, timeZone };
  if (mode === 'dev') return (await import('./dev.ts')).createDevPages(site);
  const { createPages } = (await import(SERVER_BUILD)) as typeof import('./pages.ts');
  return { renderPage: createPages(site), assetsDir: ASSETS_DIR };
}

async function fillDemo(store: Store, { adminUsername }: Config, log: Logger): Promise<void> {
  log.info('Filling the demo festival with news and pictures …');
  const { seedDemo } = await import('../db/seeds/demo.ts');
  await seedDemo(store, adminUsername);
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port, listenTextResolver: (address) => `listening on ${address}` });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartupError(
        `PORT ${port} on ${host} is taken by another program. Stop it, or set PORT to a free one.`,
      );
    }
    if (code === 'EACCES') throw new StartupError(`PORT ${port} may not be used by this user. Set a PORT above 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartupError(`HOST ${host} is no address of this machine.`);
    }
    throw error;
  }
}

function announceStart(log: Logger, hasTerminal: boolean, origin: string, lines: string[]): void {
  if (!hasTerminal) {
    for (const line of lines) log.info(line);
    return;
  }
  const shown = [`rampa is running: ${origin}`, `The panel:        ${origin}/admin`, ...lines, 'Stop it with Ctrl+C.'];
  process.stdout.write(`\n${shown.map((line) => `  ${line}`).join('\n')}\n\n`);
}

function closeOnSignal(app: FastifyInstance, log: Logger, release: () => Promise<void>): void {
  const close = async (signal: string) => {
    log.info(`${signal}: finishing open requests`);
    setTimeout(() => process.exit(1), CLOSE_WITHIN).unref();
    await app.close();
    await release();
    process.exit(0);
  };
  process.once('SIGTERM', close);
  process.once('SIGINT', close);
}

/** The address to open in a browser on this machine. */
function addressOf(app: FastifyInstance, { host, publicUrl }: Config): string {
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return publicUrl ?? `http://${name}:${port}`;
}
