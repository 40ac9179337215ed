import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { generatePassword } from '../model/admins.ts';
import { isUnreachable } from '../model/dialect.ts';
import { createPictures } from '../model/images.ts';
import type { Store } from '../model/write.ts';
import { type AppOptions, createApp } from './app.ts';
import { ASSETS_DIR, ensureBuilt, SERVER_BUILD } from './build.ts';
import { type Config, StartupError } from './config.ts';
import { createPageCache } from './page-cache.ts';
import { lockDataDir, migrate, openDatabase } from './database.ts';
import { ensureFirstAdmin } from './first-admin.ts';
import { createLog } from './log.ts';

type Mode = 'production' | 'dev' | 'demo';

/** Pause between two attempts to reach the database at start, in ms. */
const RECONNECT_EVERY = 1000;
/** Requests under way get this long to finish after SIGTERM, in ms. */
const CLOSE_WITHIN = 25_000;

/** Starts the server and leaves it running until SIGTERM or SIGINT. Throws a StartupError when something has to be mended first. */
export async function start(configured: Config, mode: Mode): Promise<void> {
  const hasTerminal = Boolean(process.stdout.isTTY);
  const log = await createLog(hasTerminal);
  const config = mode === 'demo' ? await demoConfig(configured) : configured;
  const unlock = await lockDataDir(config.dataDir);
  if (mode !== 'dev') await ensureBuilt((line) => log.info(line));

  const db = await openDatabase(config);
  const uploadsDir = path.join(config.dataDir, 'uploads');
  const pageCache = createPageCache(db, config);
  // While developing, a page is rendered each time: its sources change under it.
  if (mode === 'dev') pageCache.install = () => {};
  const store: Store = { db, announce: () => pageCache.drop(), pictures: createPictures({ db, directory: uploadsDir }), timeZone: config.timeZone };
  const firstLines = config.databaseUrl ? undefined : await prepare(store, config, hasTerminal);
  if (mode === 'demo') await fillDemo(store);

  const app = await createApp({ config, store, pageCache, uploadsDir, logger: log, ...(await pagesFor(mode, store, config)), ...(mode === 'demo' && (await demoRoutes())) });
  await listen(app, config);
  const origin = config.publicUrl ?? `http://${shownHost(config.host)}:${portOf(app)}`;
  announceStart(log, hasTerminal, origin, firstLines ?? [], mode === 'demo' ? config : undefined);
  closeOnSignal(app, log, async () => {
    await store.pictures.close();
    await db.destroy();
    unlock();
    if (mode === 'demo') await rm(config.dataDir, { recursive: true, force: true });
  });
  if (!firstLines) await prepareWhenReachable(store, config, hasTerminal, log);
}

/** Migrates and makes the first administrator; gives the lines to print about it. */
async function prepare(store: Store, config: Config, hasTerminal: boolean): Promise<string[]> {
  await migrate(store.db);
  return ensureFirstAdmin(store.db, config, hasTerminal);
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
      if (!told) log.warn(`DATABASE_URL does not answer (${error instanceof Error ? error.message : error}); trying again every second`);
      await sleep(RECONNECT_EVERY);
    }
  }
}

async function pagesFor(mode: Mode, store: Store, config: Config): Promise<Pick<AppOptions, 'renderPage' | 'assetsDir' | 'before'>> {
  const site = {
    db: store.db,
    watchDefaults: { playerUrl: config.streamPlayerUrl, streamUrl: config.streamHlsUrl },
    playerHosts: config.playerHosts,
    timeZone: config.timeZone,
  };
  if (mode === 'dev') return (await import('./dev.ts')).createDevPages(site);
  const { createPages } = (await import(SERVER_BUILD)) as typeof import('./pages.ts');
  return { renderPage: createPages(site), assetsDir: ASSETS_DIR };
}

async function demoConfig(config: Config): Promise<Config> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rampa-demo-'));
  return { ...config, dataDir, databaseUrl: undefined, adminPassword: config.adminPassword ?? generatePassword() };
}

async function fillDemo(store: Store): Promise<void> {
  const { seedDemo } = await import('../db/seeds/demo.ts');
  await seedDemo(store);
}

async function demoRoutes(): Promise<Pick<AppOptions, 'extend'>> {
  const { demoStream } = await import('./demo-stream.ts');
  return { extend: async (app) => void (await app.register(demoStream)) };
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new StartupError(`PORT ${port} on ${host} is taken by another program. Stop it, or set PORT to a free one.`);
    if (code === 'EACCES') throw new StartupError(`PORT ${port} may not be used by this user. Set PORT to a number above 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new StartupError(`HOST ${host} is no address of this machine.`);
    throw error;
  }
}

function announceStart(log: Logger, hasTerminal: boolean, origin: string, lines: string[], demo: Config | undefined): void {
  const facts = demo
    ? ['Demo festival: everything in it is thrown away when you stop it.', `Administrator: ${demo.adminUsername}`, `Password:      ${demo.adminPassword}`]
    : lines;
  if (!hasTerminal) {
    log.info(`listening on ${origin}`);
    for (const line of facts) log.info(line);
    return;
  }
  const shown = [`rampa is running: ${origin}`, `Panel:          ${origin}/admin`, ...facts, 'Stop with Ctrl+C.'];
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

function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
