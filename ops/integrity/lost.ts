import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { commandLine } from '../../command.ts';
import type { Config } from '../../config.ts';
import { createMigrator, databaseIn, newerStep } from '../../db/open.ts';
import { withoutPassword } from '../../db/postgres/address.ts';
import type { Db } from '../../db/tables.ts';
import { StartupError } from '../../errors.ts';
import { hasUploads, uploadsIn } from '../../model/uploads/storage/storage.ts';
import { type TargetConfig, targetOf } from '../backup/elsewhere/target.ts';
import { INCOMPLETE, listByKind, regularOf } from '../backup/retention.ts';
import { withTimeout } from '../timeout.ts';

export const EMPTY = 'База данных пуста: сайта в ней ещё нет. Его создаёт первый запуск сервера.';

type Places = Pick<Config, 'dataDir' | 'backupDir' | 'backupTo' | 'databaseUrl'>;

const ANSWER_TIMEOUT = 10_000; // ms; for BACKUP_TO: a disconnected network folder may hang

/** StartupError if an SQLite file holds no site although backups, uploads or a WAL exist. Call before opening the file. */
export async function assertNotLost(config: Places, isWithoutSite: (file: string) => boolean): Promise<void> {
  if (!config.databaseUrl && isWithoutSite(databaseIn(config.dataDir))) await assertNoLoss(config);
}

/** The same for an empty PostgreSQL database. */
export async function assertNotEmptied(config: Places, db: Db): Promise<void> {
  if (config.databaseUrl && (await isEmpty(db))) await assertNoLoss(config);
}

async function assertNoLoss(config: Places): Promise<void> {
  const sentence = await lossIn(config);
  if (sentence) throw new StartupError(sentence);
}

/** Whether no migration has been applied. */
export async function isEmpty(db: Db): Promise<boolean> {
  const steps = await createMigrator(db).getMigrations();
  return steps.every(({ executedAt }) => executedAt === undefined) && (await newerStep(db)) === undefined;
}

/** Whether the file is absent or empty: opening it would create a new database. */
export function isAbsent(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/** A Russian sentence with recovery steps if traces of a site exist beside an empty database. */
export async function lossIn(config: Places): Promise<string | undefined> {
  const { dataDir, backupDir, backupTo, databaseUrl } = config;
  const file = databaseIn(dataDir);
  const here = await newestCopy(backupDir);
  const there = await newestElsewhere(config);
  const copy = here ?? there;
  const signs = [
    here && `резервные копии (${backupDir})`,
    there && `резервные копии (${backupTo})`,
    (await hasUploads(dataDir)) && `картинки или файлы (${uploadsIn(dataDir)})`,
    !databaseUrl && hasLog(file) && `её журнал (${file}-wal)`,
    databaseUrl && !isAbsent(file) && `база SQLite (${file})`,
  ].filter(Boolean);
  if (signs.length === 0) return undefined;
  const what = databaseUrl
    ? `DATABASE_URL: база ${withoutPassword(databaseUrl)} пуста`
    : `DATA_DIR: ${existsSync(file) ? `база данных ${file} пуста` : `базы данных ${file} нет`}`;
  const restore = `восстановите сайт из копии: ${commandLine(`restore ${copy ?? 'Файл'}`)}`;
  const back = databaseUrl
    ? `Проверьте адрес базы, перенесите сайт (${commandLine('move')}) или ${restore}`
    : `Верните файл базы на место или ${restore}`;
  const isApart = here !== undefined && !`${backupDir}${path.sep}`.startsWith(`${dataDir}${path.sep}`);
  const folders = ['DATA_DIR', isApart && 'BACKUP_DIR', there && 'BACKUP_TO'].filter(Boolean).join(' и в ');
  return (
    `${what}, а рядом есть ${signs.join(', ')}: похоже, сайт потерял базу. Новый сайт вместо него не создан, ничего не изменено. ` +
    `${back}. Если нужен именно новый сайт, задайте ему пустую папку в ${folders} или уберите прежнюю.`
  );
}

/** Name of the newest backup; an incomplete one only if there is no regular one. */
async function newestCopy(backupDir: string): Promise<string | undefined> {
  const { regular, beforeMigration } = await listByKind(backupDir);
  const incomplete = existsSync(path.join(backupDir, INCOMPLETE)) ? INCOMPLETE : undefined;
  return regular[0]?.name ?? incomplete ?? beforeMigration[0]?.name;
}

/** The same for BACKUP_TO; undefined when it cannot be read. */
async function newestElsewhere(config: TargetConfig): Promise<string | undefined> {
  const list = async () => (await targetOf(config, '')?.list()) ?? [];
  const files = await withTimeout(ANSWER_TIMEOUT, list).catch(() => []);
  return regularOf(files.map(({ name }) => name))[0]?.name;
}

/** Whether a WAL has lost its database: a non-empty file owns its WAL, and a killed first start leaves both empty. */
function hasLog(file: string): boolean {
  return existsSync(file) ? isAbsent(file) && !isAbsent(`${file}-wal`) : existsSync(`${file}-wal`);
}
