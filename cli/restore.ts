import { typed } from '../command.ts';
import { readConfig } from '../config.ts';
import type { Manifest } from '../ops/backup/archive/manifest.ts';
import { withCopy } from '../ops/backup/elsewhere/copy.ts';
import { restore as restoreArchive } from '../ops/backup/restore.ts';
import { isEmptyFolder } from '../ops/move/move.ts';
import { agrees, describeContent, type Given, showProgress, UsageError } from './terminal.ts';

export const help = `rampa restore <файл> [--yes] [--replace] [--wait]

Заменяет базу, картинки и файлы тем, что лежит в резервной копии. Сервер должен быть остановлен. Прежние данные остаются рядом.
Вместо файла довольно имени копии, которая лежит в BACKUP_DIR или в BACKUP_TO.
--yes      не переспрашивать; в пустое место копия восстанавливается и без этого
--wait     не отказывать, пока сервер работает, а полминуты ждать, когда он остановится
--replace  только для PostgreSQL: отложить таблицы, которые есть в базе, в отдельную схему

Примеры:
  ${typed('restore /mnt/usb/rampa-2026-07-20T01-12-45Z.tar')}`;
export const flags = ['yes', 'replace', 'wait'];

export async function run({ words: [file, ...rest], flags: given }: Given): Promise<number> {
  if (!file) throw new UsageError('Из какого файла восстановить?');
  if (rest.length > 0) throw new UsageError('Файл нужен один.');
  using shown = showProgress();
  const { progress } = shown;
  const config = readConfig(process.env);
  const [replace, wait] = [given.has('replace'), given.has('wait')];
  // Without --replace a PostgreSQL that is not empty is refused before.
  const isFree = config.databaseUrl ? !replace : await isEmptyFolder(config.dataDir);
  const agree = async (manifest: Manifest) => {
    shown.end();
    return given.has('yes') || isFree || ask(manifest, config.timeZone);
  };
  const done = await withCopy(config, file, progress, (found) =>
    restoreArchive({ config, file: found, agree, replace, wait, progress }),
  );
  shown.end();
  process.stdout.write(`${done ? describe(done) : 'Ничего не изменено.'}\n`);
  return done ? 0 : 1;
}

function ask(manifest: Manifest, timeZone: string): Promise<boolean> {
  process.stdout.write(`${describeContent(manifest, timeZone)}\n`);
  return agrees('Заменить этим нынешние данные?', 'восстановление');
}

function describe({ manifest, aside }: { manifest: Manifest; aside: string | undefined }): string {
  const old = aside && `Прежние данные — ${aside}. Удалите их, когда убедитесь, что всё на месте.`;
  const pictures = manifest.pictures ? undefined : 'В этой копии нет картинок и файлов: они остались прежними.';
  const lines = ['Данные восстановлены. Запустите сервер.', old, pictures, 'Всем администраторам нужно войти заново.'];
  return lines.filter(Boolean).join('\n');
}
