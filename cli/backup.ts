import { existsSync } from 'node:fs';
import { mkdtempDisposable, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { commandLine } from '../command.ts';
import { type Config, readConfig } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { sizeText } from '../model/text/size.ts';
import type { Manifest } from '../ops/backup/archive/manifest.ts';
import type { Progress } from '../ops/backup/archive/reader.ts';
import { copyElsewhere, listElsewhere, withCopy } from '../ops/backup/elsewhere/copy.ts';
import { restore } from '../ops/backup/restore.ts';
import { type ArchiveFile, INCOMPLETE, listByKind, newestIn, newRegular } from '../ops/backup/retention.ts';
import { backUp, lowerPriority, restoreTest, tryRestore } from '../ops/backup/run.ts';
import { backupState } from '../ops/backup/state.ts';
import { BackupError, toBackupError } from '../ops/errors.ts';
import { isEmptyFolder } from '../ops/move/move.ts';
import { openExisting } from './database.ts';
import { type Args, type Command, confirm, describeContent, errorText, showProgress, UsageError } from './terminal.ts';

export const backupSite: Command = {
  help: `rampa backup                        сделать копию базы, картинок и файлов в папке BACKUP_DIR
rampa backup --to <файл или папка>  сделать копию там
rampa backup list                   какие копии есть и где они лежат
rampa backup --accept-loss          сделать копию, хотя картинки или файлы пропали или повреждены или база потеряла половину
rampa backup --check [файл]         проверить копию: восстановить её во временную папку и сравнить

База данных берётся из DATA_DIR или DATABASE_URL; сервер при этом может работать. Без имени проверяется последняя копия.
Копия не удалась, если картинок или файлов, названных в базе, нет или они повреждены, или если в базе стало меньше половины прежнего, а
в панели этого не удаляли: она лежит отдельно и прежних не вытесняет. С --accept-loss потеря принята, и следующие копии о ней не напомнят.
С BACKUP_TO копия отправляется и туда; вместо файла довольно имени копии, которая лежит там или в BACKUP_DIR.

Примеры:
  ${commandLine('backup --to /mnt/usb/')}
  ${commandLine('backup --check /mnt/usb/rampa-2026-07-20T01-12-45Z.tar')}`,
  flags: ['check', 'accept-loss'],
  values: ['to'],
  run: runBackup,
};

export const restoreSite: Command = {
  help: `rampa restore <файл> [--yes] [--replace] [--wait]

Заменяет базу, картинки и файлы тем, что лежит в резервной копии. Сервер должен быть остановлен. Прежние данные остаются рядом.
Вместо файла довольно имени копии, которая лежит в BACKUP_DIR или в BACKUP_TO.
--yes      не переспрашивать; в пустое место копия восстанавливается и без этого
--wait     не отказывать, пока сервер работает, а полминуты ждать, когда он остановится
--replace  только для PostgreSQL: отложить таблицы, которые есть в базе, в отдельную схему

Примеры:
  ${commandLine('restore /mnt/usb/rampa-2026-07-20T01-12-45Z.tar')}`,
  flags: ['yes', 'replace', 'wait'],
  run: runRestore,
};

async function runBackup({ words, flags: given, values: { to } }: Args): Promise<number> {
  const isCheck = given.has('check');
  const accept = given.has('accept-loss');
  const isMaking = !isCheck && words.length === 0;
  if (words.length > (isCheck || words[0] === 'list' ? 1 : 0) || ((to !== undefined || accept) && !isMaking))
    throw new UsageError('Так эти слова и ключи вместе не пишутся.');
  const config = readConfig(process.env);
  if (words[0] === 'list' && !isCheck) return list(config);
  using shown = showProgress();
  lowerPriority();
  const { lines, problem } = isCheck
    ? await check(words[0], config, shown.progress)
    : await make(to, accept, config, shown.progress);
  shown.end();
  return print(lines, problem);
}

function open(config: Config): Promise<Db> {
  return openExisting(config, { older: config.databaseUrl === undefined });
}

/** Returns the exit code. `problem`: a failure beside the completed work. */
function print(lines: string[], problem: string | undefined): number {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  if (problem) process.stderr.write(`${problem}\n`);
  return problem ? 1 : 0;
}

interface Outcome {
  lines: string[];
  problem?: string;
}

async function make(to: string | undefined, accept: boolean, config: Config, progress: Progress): Promise<Outcome> {
  const elsewhere = to === undefined ? undefined : await fileFor(to);
  await using db = await open(config);
  const { file, bytes, manifest } = await backUp(config, db, progress, { file: elsewhere, accept });
  const lines = [`${describeContent(manifest, config.timeZone)} ${sizeText(bytes)}.`, file];
  if (to !== undefined || config.backupTo === undefined) return { lines };
  try {
    await copyElsewhere(config, db, progress);
    return { lines: [...lines, `И в другом месте: ${config.backupTo}`] };
  } catch (error) {
    return { lines, problem: `В другое место копия не попала. ${errorText(error)}` };
  }
}

async function check(given: string | undefined, config: Config, progress: Progress): Promise<Outcome> {
  const sound = (manifest: Manifest) => [
    'Копия исправна: она восстановлена во временную папку, и всё совпало.',
    describeContent(manifest, config.timeZone),
  ];
  if (given)
    return { lines: sound(await withCopy(config, given, progress, (file) => checkFile(config, file, progress))) };
  await using db = await open(config);
  const lines = sound(await restoreTest(config, db, progress));
  const { failure } = await backupState(db);
  return { lines, ...(failure?.isIncomplete && { problem: `Но после неё копия не удалась. ${failure.message}` }) };
}

/** Works without the database, which may be what has to be restored. */
async function checkFile(config: Config, file: string, progress: Progress): Promise<Manifest> {
  const isNewest = file === (await newestIn(config.backupDir));
  await using db = isNewest ? await open(config).catch(() => undefined) : undefined;
  if (db) return await restoreTest(config, db, progress, file);
  if (existsSync(config.backupDir)) return tryRestore(config.backupDir, file, progress);
  await using backupDir = await mkdtempDisposable(path.join(tmpdir(), 'rampa-check-'));
  return await tryRestore(backupDir.path, file, progress);
}

async function fileFor(to: string): Promise<string> {
  const target = path.resolve(to);
  const isFolder = await stat(target).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const file = isFolder || /[/\\]$/.test(to) ? await newRegular(target) : target;
  // Never created: if the target disk is not mounted, the folder would be on the site's own disk.
  const folder = path.dirname(file);
  await stat(folder).catch(({ code }: NodeJS.ErrnoException) => {
    if (code === 'ENOENT')
      throw new BackupError(`Такой папки нет: ${folder}. Ничего не сделано. Создайте её или подключите диск.`);
  });
  return file;
}

/** Works without the database, which may be what has to be restored. */
async function list(config: Config): Promise<number> {
  const { backupDir, backupTo } = config;
  await readdir(backupDir).catch((error) => {
    if (error.code !== 'ENOENT') throw toBackupError(error, backupDir);
  });
  const { regular, beforeMigration } = await listByKind(backupDir);
  const sized = (files: ArchiveFile[]) =>
    Promise.all(files.map(async (file) => ({ ...file, bytes: (await stat(path.join(backupDir, file.name))).size })));
  const incomplete = await stat(path.join(backupDir, INCOMPLETE)).catch(() => undefined);
  const { there, problem } = await listElsewhere(config);
  const groups = [
    { title: `Копии в папке ${backupDir}:`, files: await sized(regular) },
    { title: 'Копии перед сменой версии, без картинок и файлов:', files: await sized(beforeMigration) },
    {
      title: 'Неполная копия, последняя из неудавшихся:',
      files: incomplete ? [{ name: INCOMPLETE, madeAt: incomplete.mtime, bytes: incomplete.size }] : [],
    },
    { title: `Копии в другом месте, ${backupTo}:`, files: there },
  ].filter(({ files }) => files.length > 0);
  const time = new Intl.DateTimeFormat('ru', { dateStyle: 'short', timeStyle: 'short', timeZone: config.timeZone });
  const lines = groups.flatMap(({ title, files }) => [
    title,
    ...files.map(({ name, madeAt, bytes }) => `  ${time.format(madeAt)}  ${sizeText(bytes).padStart(9)}  ${name}`),
  ]);
  return print(lines.length > 0 ? lines : [`В папке ${backupDir} ещё нет ни одной копии.`], problem);
}

async function runRestore({ words: [file, ...rest], flags: given }: Args): Promise<number> {
  if (!file) throw new UsageError('Из какого файла восстановить?');
  if (rest.length > 0) throw new UsageError('Файл нужен один.');
  using shown = showProgress();
  const { progress } = shown;
  const config = readConfig(process.env);
  const [replace, wait] = [given.has('replace'), given.has('wait')];
  // Without --replace `restore` refuses a PostgreSQL database that is not empty.
  const isFree = config.databaseUrl ? !replace : await isEmptyFolder(config.dataDir);
  const agree = async (manifest: Manifest) => {
    shown.end();
    if (given.has('yes') || isFree) return true;
    process.stdout.write(`${describeContent(manifest, config.timeZone)}\n`);
    return confirm('Заменить этим нынешние данные?', 'восстановление');
  };
  const done = await withCopy(config, file, progress, (found) =>
    restore({ config, file: found, agree, replace, wait, progress }),
  );
  shown.end();
  process.stdout.write(`${done ? restored(done) : 'Ничего не изменено.'}\n`);
  return done ? 0 : 1;
}

function restored({ manifest, aside }: { manifest: Manifest; aside: string | undefined }): string {
  const old = aside && `Прежние данные — ${aside}. Удалите их, когда убедитесь, что всё на месте.`;
  const pictures = manifest.pictures ? undefined : 'В этой копии нет картинок и файлов: они остались прежними.';
  const lines = ['Данные восстановлены. Запустите сервер.', old, pictures, 'Всем администраторам нужно войти заново.'];
  return lines.filter(Boolean).join('\n');
}
