import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { typed } from '../command.ts';
import { type Config, readConfig } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { type KeptFile, listKept, newRegular } from '../ops/backup/archive/names.ts';
import { copyElsewhere } from '../ops/backup/elsewhere/copy.ts';
import { listElsewhere, withCopy } from '../ops/backup/elsewhere/find.ts';
import { BackupError, explain } from '../ops/backup/errors.ts';
import { lowerPriority } from '../ops/backup/nice.ts';
import { backUp, drill } from '../ops/backup/run.ts';
import { type Given, UsageError } from './arguments.ts';
import { openExisting } from './database.ts';
import { type ShownProgress, showingProgress } from './progress.ts';
import { describeContent, sentence, sizeInWords } from './words.ts';

export const help = `rampa backup                        сделать копию базы, картинок и файлов в папке BACKUP_DIR
rampa backup --to <файл или папка>  сделать копию там
rampa backup list                   какие копии есть и где они лежат
rampa backup --check [файл]         проверить копию: восстановить её во временную папку и сравнить

База данных берётся из DATA_DIR или DATABASE_URL; сервер при этом может работать. Без имени проверяется последняя копия.
С BACKUP_TO копия отправляется и туда; вместо файла довольно имени копии, которая лежит там или в BACKUP_DIR.

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
  return showingProgress(async ({ progress, end }) => {
    lowerPriority();
    const db = await openExisting(config, { older: config.databaseUrl === undefined });
    const { lines, problem } = await order(config, db, progress).finally(() => db.destroy());
    end();
    return tell(lines, problem);
  });
}

/** Exit code. `problem`: what went wrong beside what was done. */
function tell(lines: string[], problem: string | undefined): number {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  if (problem) process.stderr.write(`${problem}\n`);
  return problem ? 1 : 0;
}

interface Outcome {
  lines: string[];
  problem?: string;
}
type Order = (config: Config, db: Db, progress: ShownProgress['progress']) => Promise<Outcome>;

function make(to: string | undefined): Order {
  return async (config, db, progress) => {
    const { file, bytes, manifest } = await backUp(config, db, progress, to && (await fileFor(to)));
    const missing = manifest.missing.map((name) => `Внимание: файла ${name} нет на диске, в копии его тоже нет.`);
    const lines = [`${describeContent(manifest, config.timeZone)} ${sizeInWords(bytes)}.`, file, ...missing];
    if (to !== undefined || config.backupTo === undefined) return { lines };
    return copyElsewhere(config, db, progress).then(
      () => ({ lines: [...lines, `И в другом месте: ${config.backupTo}`] }),
      (error: unknown) => ({ lines, problem: `В другое место копия не попала. ${sentence(error)}` }),
    );
  };
}

function check(given: string | undefined): Order {
  return async (config, db, progress) => {
    const tried = (file?: string) => drill(config, db, progress, file);
    const manifest = await (given ? withCopy(config, given, progress, tried) : tried());
    const lines = [
      'Копия исправна: она восстановлена во временную папку, и всё совпало.',
      describeContent(manifest, config.timeZone),
    ];
    return { lines };
  };
}

async function fileFor(to: string): Promise<string> {
  const target = path.resolve(to);
  const isFolder = await stat(target).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const file = isFolder || /[/\\]$/.test(to) ? await newRegular(target) : target;
  // Made by us it would be on the disk of the site, not on the one that is not connected.
  const folder = path.dirname(file);
  await stat(folder).catch(({ code }: NodeJS.ErrnoException) => {
    if (code === 'ENOENT')
      throw new BackupError(`Такой папки нет: ${folder}. Ничего не сделано. Создайте её или подключите диск.`);
  });
  return file;
}

/** Needs no database: it may be what has to be restored. */
async function list(config: Config): Promise<number> {
  const { backupDir, backupTo } = config;
  await readdir(backupDir).catch((error) => {
    if (error.code !== 'ENOENT') throw explain(error, backupDir);
  });
  const { regular, beforeMigration } = await listKept(backupDir);
  const sized = (files: KeptFile[]) =>
    Promise.all(files.map(async (file) => ({ ...file, bytes: (await stat(path.join(backupDir, file.name))).size })));
  const { there, problem } = await listElsewhere(config);
  const groups = [
    { title: `Копии в папке ${backupDir}:`, files: await sized(regular) },
    { title: 'Копии перед сменой версии, без картинок и файлов:', files: await sized(beforeMigration) },
    { title: `Копии в другом месте, ${backupTo}:`, files: there },
  ].filter(({ files }) => files.length > 0);
  const time = new Intl.DateTimeFormat('ru', { dateStyle: 'short', timeStyle: 'short', timeZone: config.timeZone });
  const lines = groups.flatMap(({ title, files }) => [
    title,
    ...files.map(({ name, madeAt, bytes }) => `  ${time.format(madeAt)}  ${sizeInWords(bytes).padStart(9)}  ${name}`),
  ]);
  return tell(lines.length > 0 ? lines : [`В папке ${backupDir} ещё нет ни одной копии.`], problem);
}
