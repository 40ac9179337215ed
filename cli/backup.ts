import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type Config, readConfig } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { regularName } from '../ops/backup/archive/names.ts';
import { lowerPriority } from '../ops/backup/nice.ts';
import { backUp, drill } from '../ops/backup/run.ts';
import { openExisting } from './database.ts';
import { type ShownProgress, showingProgress } from './progress.ts';
import { describeContent, sizeInWords } from './words.ts';

const USAGE = `rampa backup                        сделать копию базы и картинок в папке BACKUP_DIR
rampa backup --to <файл или папка>  сделать копию там
rampa backup --check [файл]         проверить копию: восстановить её во временную папку и сравнить

База данных берётся из DATA_DIR или DATABASE_URL; сервер при этом может работать. Без имени проверяется последняя копия.`;

/** Runs beside a server. Exit codes: 0 done, 1 failed or damaged, 2 usage. */
export async function backup(args: string[]): Promise<number> {
  const order = readOrder(args);
  if (!order) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  return showingProgress(async (shown) => {
    lowerPriority();
    const config = readConfig(process.env);
    const db = await openExisting(config, { older: config.databaseUrl === undefined });
    const lines = await order(config, db, shown.progress).finally(() => db.destroy());
    shown.end();
    process.stdout.write(`${lines.join('\n')}\n`);
    return 0;
  });
}

type Order = (config: Config, db: Db, progress: ShownProgress['progress']) => Promise<string[]>;

function readOrder([flag, value, ...rest]: string[]): Order | undefined {
  if (rest.length > 0 || value === '' || value?.startsWith('--')) return undefined;
  if (flag === undefined) return make(undefined);
  if (flag === '--to' && value !== undefined) return make(value);
  if (flag === '--check') return check(value);
  return undefined;
}

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
