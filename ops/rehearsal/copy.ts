import { rmSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Config } from '../../config.ts';
import { openPostgres, openSqlite, readDatabaseFacts } from '../../db/dialect.ts';
import { databaseIn, migrate, newerStep } from '../../db/open.ts';
import type { Db } from '../../db/tables.ts';
import { reasonOf } from '../../errors.ts';
import { addAdmin } from '../../model/admins/admins.ts';
import { generatePassword } from '../../model/admins/first-admin.ts';
import { createPasswordHasher } from '../../model/admins/secrets.ts';
import { takeSnapshot } from '../backup/archive/snapshot.ts';
import { assertRestored } from '../backup/swap.ts';
import { RehearsalError } from '../errors.ts';
import { EMPTY, isAbsent, isEmpty } from '../integrity/lost.ts';
import { isUnfinished } from '../move/unfinished.ts';
import { Server } from './server.ts';

export interface Copy {
  dataDir: string;
  operator: { username: string; password: string }; // Administrator of the temporary server, who presses all buttons
}

type Source = Pick<Config, 'dataDir' | 'databaseUrl'>;
export type Progress = (what: string, done: number, total: number) => void;

const BESIDE_COPY = 200 * 1024 * 1024; // Logs, write-ahead log and the demo's pictures, in bytes

/** Copies the site's database into the new folder `to`, as SQLite, and adds an administrator. RehearsalError without a site or disk space. */
export async function copySite(source: Source, to: string, progress: Progress): Promise<Copy> {
  await mkdir(to, { mode: 0o700 });
  progress('Копирую базу', 0, 1);
  if (source.databaseUrl) await copyPostgres(source.databaseUrl, source.dataDir, to, progress);
  else await copyFile(source.dataDir, to, progress);
  await using db = openSqlite(databaseIn(to));
  if (await isUnfinished(db)) throw new RehearsalError('Сайт перенесён в эту базу не до конца. Закончите перенос.');
  if (await isEmpty(db)) throw new RehearsalError(`${EMPTY} Можно сыграть на показательном фестивале: --demo.`);
  await migrate(db);
  return { dataDir: to, operator: await addOperator(db) };
}

async function copyFile(dataDir: string, to: string, progress: Progress): Promise<void> {
  if (isAbsent(databaseIn(dataDir)))
    throw new RehearsalError(
      `Базы данных ${databaseIn(dataDir)} нет. Проверьте DATA_DIR или сыграйте на показательном фестивале: --demo.`,
    );
  await assertRestored(dataDir);
  const parts = ['', '-wal'].map((end) => statSync(databaseIn(dataDir) + end, { throwIfNoEntry: false }));
  await assertSpace(parts.reduce((sum, part) => sum + (part?.size ?? 0), 0));
  await takeSnapshot(undefined, dataDir, databaseIn(to), progress);
}

async function copyPostgres(url: string, dataDir: string, to: string, progress: Progress): Promise<void> {
  // No statement timeout: whole tables are read.
  await using db = await openPostgres(url, 0);
  if (await newerStep(db))
    throw new RehearsalError('Базу данных записала более новая версия rampa. Запустите команду той версии.');
  await assertSpace((await readDatabaseFacts(db)).bytes);
  await takeSnapshot(db, dataDir, databaseIn(to), progress);
}

async function addOperator(db: Db): Promise<Copy['operator']> {
  const password = generatePassword();
  const operator = { username: `rehearsal-${password.slice(0, 8)}`, password };
  await addAdmin({ db, publish: () => {}, passwords: createPasswordHasher() }, operator, null);
  return operator;
}

/** RehearsalError unless the copy fits, with a WAL of the same size. `bytes`: size of the site's database. */
async function assertSpace(bytes: number): Promise<void> {
  const folder = tmpdir();
  const needed = 2 * bytes + BESIDE_COPY;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= needed) return;
  const megabytes = (size: number) => Math.ceil(size / 1_000_000);
  throw new RehearsalError(
    `Для копии в ${folder} нужно ${megabytes(needed)} МБ, а свободно ${megabytes(bavail * bsize)}. ` +
      'Освободите место или назовите другую папку в переменной TMPDIR.',
  );
}

/** Starts the demo, which fills a folder in `folder`, and kills it: the rehearsal's server takes the folder over. */
export async function fillDemo(folder: string, progress: Progress, servers: Server[]): Promise<Copy> {
  progress('Наполняю показательный фестиваль', 0, 1);
  await assertSpace(0);
  const operator = { username: 'admin', password: generatePassword() };
  const demo = new Server('demo', { ADMIN_PASSWORD: operator.password, TMPDIR: folder });
  servers.push(demo);
  await demo.start();
  await demo.kill();
  const name = (await readdir(folder)).find((each) => each.startsWith('rampa-demo-'));
  if (!name) throw new RehearsalError('Показательный фестиваль не наполнился.');
  return { dataDir: path.join(folder, name), operator };
}

/** Runs `work` in a temporary folder. RehearsalError if it cannot be created. */
export async function withFolder<T>(work: (folder: string) => Promise<T>, inside = tmpdir()): Promise<T> {
  const folder = await mkdtemp(path.join(inside, 'rampa-rehearsal-')).catch((error: unknown) => {
    throw new RehearsalError(
      `Во временной папке ${inside} нельзя сделать копию (${reasonOf(error)}). Назовите другую папку в переменной TMPDIR.`,
    );
  });
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  // An uncaught error skips `finally`.
  process.once('exit', remove);
  try {
    return await work(folder);
  } finally {
    remove();
    process.removeListener('exit', remove);
  }
}
