import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { typed } from '../command.ts';
import { type Config, readConfig } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { listKept, regularName } from '../ops/backup/archive/names.ts';
import { explain } from '../ops/backup/errors.ts';
import { lowerPriority } from '../ops/backup/nice.ts';
import { backUp, drill } from '../ops/backup/run.ts';
import { type Given, UsageError } from './arguments.ts';
import { openExisting } from './database.ts';
import { type ShownProgress, showingProgress } from './progress.ts';
import { describeContent, sizeInWords } from './words.ts';

export const help = `rampa backup                        сделать копию базы и картинок в папке BACKUP_DIR
rampa backup --to <файл или папка>  сделать копию там
rampa backup list                   какие копии лежат в папке BACKUP_DIR
rampa backup --check [файл]         проверить копию: восстановить её во временную папку и сравнить

База данных берётся из DATA_DIR или DATABASE_URL; сервер при этом может работать. Без имени проверяется последняя копия.

Примеры:
  ${typed('backup --to /mnt/usb/')}
  ${typed('backup --check /mnt/usb/rampa-2026-07-20T01-12-45Z.tar')}`;
export const flags = ['check'];
export const values = ['to'];

/** Runs beside a server. */
export async function run({ words, flags: given, values: { to } }: Given): Promise<number> {
  const isCheck = given.has('check');
  if (words.length > (isCheck || words[0] === 'list' ? 1 : 0) || (to !== undefined && (isCheck || words.length > 0)))
    throw new UsageError('Так эти слова и ключи вместе не пишутся.');
  const config = readConfig(process.env);
  if (words[0] === 'list' && !isCheck) return list(config);
  const order = isCheck ? check(words[0]) : make(to);
  const lines = await showingProgress(async ({ progress }) => {
    lowerPriority();
    const db = await openExisting(config, { older: config.databaseUrl === undefined });
    return order(config, db, progress).finally(() => db.destroy());
  });
  process.stdout.write(`${lines.join('\n')}\n`);
  return 0;
}

type Order = (config: Config, db: Db, progress: ShownProgress['progress']) => Promise<string[]>;

function make(to: string | undefined): Order {
  return async (config, db, progress) => {
    const { file, bytes, manifest } = await backUp(config, db, progress, to && (await fileFor(to)));
    const missing = manifest.missing.map((name) => `Внимание: картинки ${name} нет на диске, в копии её тоже нет.`);
    return [`${describeContent(manifest, config.timeZone)} ${sizeInWords(bytes)}.`, file, ...missing];
  };
}

function check(file: string | undefined): Order {
  return async (config, db, progress) => {
    const manifest = await drill(config, db, progress, file && path.resolve(file));
    return [
      'Копия исправна: она восстановлена во временную папку, и всё совпало.',
      describeContent(manifest, config.timeZone),
    ];
  };
}

async function fileFor(to: string): Promise<string> {
  const target = path.resolve(to);
  const isFolder = await stat(target).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder || /[/\\]$/.test(to) ? path.join(target, regularName(new Date())) : target;
}

/** Needs no database: it may be what has to be restored. */
async function list({ backupDir, timeZone }: Config): Promise<number> {
  await readdir(backupDir).catch((error) => {
    if (error.code !== 'ENOENT') throw explain(error, backupDir);
  });
  const { regular, beforeMigration } = await listKept(backupDir);
  const groups = [
    { title: `Копии в папке ${backupDir}:`, files: regular },
    { title: 'Копии перед сменой версии, без картинок:', files: beforeMigration },
  ].filter(({ files }) => files.length > 0);
  if (groups.length === 0) process.stdout.write(`В папке ${backupDir} ещё нет ни одной копии.\n`);
  const time = new Intl.DateTimeFormat('ru', { dateStyle: 'short', timeStyle: 'short', timeZone });
  for (const { title, files } of groups) {
    process.stdout.write(`${title}\n`);
    for (const { name, madeAt } of files) {
      const { size } = await stat(path.join(backupDir, name));
      process.stdout.write(`  ${time.format(madeAt)}  ${sizeInWords(size).padStart(9)}  ${name}\n`);
    }
  }
  return 0;
}
