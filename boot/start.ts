import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { warnOfMisspelt } from '../config/settings.ts';
import type { Config } from '../config.ts';
import { assertUtf8 } from '../db/dialect.ts';
import { isBusy, isDiskFull, isRefusedByServer, isUnavailable, isUnreachable } from '../db/errors.ts';
import { lockDataDir, prepareBackupDir, restrictPermissions } from '../db/open.ts';
import { write } from '../db/write.ts';
import { messageOf, StartupError } from '../errors.ts';
import { hasAdmin } from '../model/admins/first-admin.ts';
import { renewWords } from '../model/search/words.ts';
import type { Store } from '../model/store.ts';
import { alertJobs } from '../ops/alerts/alerts.ts';
import { migrateWithCopy } from '../ops/backup/create.ts';
import { backupJobs } from '../ops/backup/jobs.ts';
import { finishRestore } from '../ops/backup/swap.ts';
import { ASSETS_DIR } from '../ops/build/build.ts';
import { cleanUp } from '../ops/cleanup.ts';
import { embedsJob } from '../ops/embeds/job.ts';
import { makeFirstAdmin, watchFirstPassword } from '../ops/first-admin.ts';
import { indexJobs } from '../ops/indexnow.ts';
import { openChecked } from '../ops/integrity/check.ts';
import { assertNotEmptied, assertNotLost, isAbsent } from '../ops/integrity/lost.ts';
import { COPY_JOB } from '../ops/jobs.ts';
import { createMeters } from '../ops/metrics/meters.ts';
import { assertFinished } from '../ops/move/unfinished.ts';
import { every, startSchedule } from '../ops/schedule.ts';
import { addFirstPages } from '../seeds/pages.ts';
import { type AppOptions, createApp } from './app.ts';
import { announceStart, assertPortFree, inheritedSocket, listen, shownAddress } from './listen.ts';
import { createLog } from './log.ts';
import { createDevPages, createParts, loadPages } from './parts.ts';
import { shutDownInOrder } from './shutdown.ts';

/** `rehearsal`: on a copy that `rampa rehearse` throws away. */
export type Mode = 'production' | 'dev' | 'demo' | 'rehearsal';

const CLEANUP_INTERVAL = 3600 * 1000;
const PRIVATE = 0o077; // files of the server are private to its user
const RECONNECT_INTERVAL = 1000; // ms

/** Runs the server until SIGTERM or SIGINT. StartupError for wrong settings. */
export async function start(configured: Config, mode: Mode): Promise<void> {
  const hasTerminal = Boolean(process.stdout.isTTY);
  const log = await createLog(hasTerminal, configured);
  for (const line of warnOfMisspelt(process.env)) log.warn(line);
  const demo = mode === 'demo' ? await import('./demo.ts') : undefined;
  const config = demo ? await demo.demoConfig(configured) : configured;
  // The setting may be relative to the working directory.
  log.info(`DATA_DIR is ${config.dataDir}`);
  // Runs before the lock creates the folder; an existing one may hold an unfinished restore.
  if (!existsSync(config.dataDir)) await assertNotLost(config, isAbsent);
  const unlock = await lockDataDir(config.dataDir);
  const backupProblem = prepareBackupDir(config);
  if (backupProblem) log.error(backupProblem);
  await finishRestore(config.dataDir);
  // Set after the build, whose files other users may read.
  process.umask(PRIVATE);
  const openProblem = restrictPermissions(config.dataDir);
  if (openProblem) log.warn(openProblem);

  const meters = createMeters();
  const { db, integrity } = await openChecked(config, log, {
    onQuery: meters.queries.log,
    onReplaced: () => changes.startOver(),
  });
  const { changes, store, pageCache, live, site, close } = createParts(db, config, { log });
  const pages: Pick<AppOptions, 'renderPage' | 'assetsDir' | 'before'> =
    mode === 'dev' ? await createDevPages(site) : { renderPage: await loadPages(site), assetsDir: ASSETS_DIR };
  const { jobs, step } = backupJobs(db, config, log);
  const cleaning = { name: 'cleaning', next: every(CLEANUP_INTERVAL), run: () => cleanUp(db) };
  // The demo and a rehearsal make no outgoing requests.
  const embeds = demo ? [] : [embedsJob(store, log)];
  const wanted = mode === 'rehearsal' ? [] : [...jobs, ...embeds, ...alertJobs(db, config), ...indexJobs(db, config)];
  const schedule = startSchedule(db, [cleaning, ...wanted], log);
  const backups = { step, runNow: schedule.runNow };
  const parts = { config, store, pageCache, live, meters, health: integrity.health, backups, logger: log };
  const app = await createApp({ ...parts, ...pages, ...demo?.demoRoutes });
  const shutdown = shutDownInOrder(app, log, async () => {
    await schedule.stop();
    await integrity.stop();
    await close();
    await db.destroy();
    unlock();
    await demo?.removeDemo(config);
  });
  // Checked before the first password is made: it is shown only once.
  const socket = inheritedSocket(process.env);
  await assertPortFree(config, socket);
  const lines = await prepare(store, config, hasTerminal, log);
  await demo?.fillDemo(store, config, log).catch((error) => shutdown.isEnding() || Promise.reject(error));
  if (shutdown.isEnding()) return;
  await listen(app, config, socket);
  announceStart(log, hasTerminal, shownAddress(app, config), demo?.demoLines(config, hasTerminal) ?? lines ?? []);
  integrity.begin();
  if (!lines) await prepareWhenReachable(store, config, hasTerminal, log);
  const warn = (what: string) => (error: unknown) => log.warn({ err: error }, what);
  // Not awaited: after an upgrade it takes a minute for 100,000 articles.
  renewWords(db, shutdown.isEnding).then(
    (count) => count > 0 && log.info(`Texts indexed anew for the search: ${count}`),
    warn('The search is incomplete until the next start'),
  );
  // Not awaited: a network folder may be slow.
  if (config.backupTo !== undefined) schedule.runNow(COPY_JOB).catch(warn('The copy to BACKUP_TO waits for its hour'));
  // Not awaited: it may last until the first login.
  if (config.databaseUrl) watchFirstPassword(store, config.dataDir).catch(warn('first-password stays'));
}

/** Prepares the database; undefined if it is unreachable. */
async function prepare(store: Store, config: Config, hasTerminal: boolean, log: Logger): Promise<string[] | undefined> {
  try {
    await assertUtf8(store.db);
    await assertFinished(store.db);
    await assertNotEmptied(config, store.db);
    await migrateWithCopy(config, store.db, (line) => log.info(line));
    await store.uploads.begin();
    if (await hasAdmin(store.db)) return [];
    // In one transaction: a start that is cut short would leave a site without some of its pages.
    return await write(store, async (db) => {
      const lines = await makeFirstAdmin({ ...store, db }, config, hasTerminal);
      // Empty if another server created the administrator first.
      if (lines.length > 0) await addFirstPages({ ...store, db }, config.adminUsername);
      return lines;
    });
  } catch (error) {
    if (isRefusedByServer(error))
      throw new StartupError(
        `DATABASE_URL: база PostgreSQL не пускает (${messageOf(error)}). Проверьте имя, пароль и то, что база создана.`,
      );
    if (isDiskFull(error))
      throw new StartupError(`${config.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR'}: на диске не осталось места.`);
    // Another server may be migrating the schema.
    const isWaiting = config.databaseUrl !== undefined && (isUnavailable(error) || isBusy(error));
    if (isWaiting || isUnreachable(error)) return undefined;
    throw error;
  }
}

/** PostgreSQL may start later: until then pages and API answer 503. */
async function prepareWhenReachable(store: Store, config: Config, hasTerminal: boolean, log: Logger): Promise<void> {
  log.warn('DATABASE_URL does not answer, or another server changes its schema; trying again every second');
  for (let lines: string[] | undefined; !lines; ) {
    await sleep(RECONNECT_INTERVAL);
    lines = await prepare(store, config, hasTerminal, log);
    for (const line of lines ?? []) log.info(line);
  }
  log.info('DATABASE_URL answers now');
}
