import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { commandLine } from '../command.ts';
import { readConfig } from '../config.ts';
import { makeReadOnly } from '../db/dialect.ts';
import { uploadsIn } from '../model/uploads/storage/storage.ts';
import { storageOf } from '../model/uploads/storage/transfer.ts';
import { ensureBuilt } from '../ops/build/build.ts';
import { numberText } from '../ops/doctor/report.ts';
import { writeJson } from '../ops/export/json.ts';
import { writeStatic } from '../ops/export/static/static.ts';
import { type Exported, type Source, writeAtomically } from '../ops/export/target.ts';
import { writeWxr } from '../ops/export/wxr.ts';
import { openExisting } from './database.ts';
import { type Args, showProgress, UsageError } from './terminal.ts';

export const help = `rampa export [--format json|wxr|static] <папка или файл>    забрать с сайта всё, что на нём написано

Того, что названо, ещё не должно быть: ничего не перезаписывается. Сервер может работать, база только читается.

  --format json     (и без ключа) папка для переезда на другой сайт rampa и для программ: новости и страницы, и черновики тоже,
                    картинки, файлы, переадресации, партнёры, программа
  --format wxr      файл для WordPress: Инструменты → Импорт → WordPress; картинки он возьмёт с сайта, его адрес — в PUBLIC_URL
  --format static   папка с сайтом как он виден посетителям: открывается с диска и с любого веб-сервера, без сервера rampa

Код завершения: 0 — всё на месте, 1 — не получилось или чего-то не хватает (об этом сказано), 2 — команда записана с ошибкой.

Примеры:
  ${commandLine('export /srv/rampa-export')}
  ${commandLine('export --format wxr /srv/festival.xml')}
  ${commandLine('export --format static /srv/www')}`;
export const values = ['format'];

const FORMATS: Record<string, (source: Source, target: string) => Promise<Exported>> = {
  json: writeJson,
  wxr: writeWxr,
  static: writeSite,
};

export async function run({ words: [to, ...rest], values: { format = 'json' } }: Args): Promise<number> {
  if (!to) throw new UsageError('Куда записать? Назовите папку или файл.');
  if (rest.length > 0) throw new UsageError('Место нужно одно.');
  const write = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (!write) throw new UsageError(`--format: json, wxr или static, а не «${format}».`);
  using shown = showProgress();
  const config = readConfig(process.env);
  if (format === 'static') await ensureBuilt(shown.print);
  const target = path.resolve(to);
  await using db = await openExisting(config);
  await makeReadOnly(db);
  const uploads = storageOf(db, uploadsIn(config.dataDir));
  const origin = config.publicUrl ?? `http://localhost:${config.port}`;
  if (!config.publicUrl && format !== 'json')
    shown.print(`PUBLIC_URL не задан: полные адреса будут начинаться с ${origin}.`);
  const source = { db, uploads, config, origin, now: new Date().toISOString(), progress: shown.progress };
  const exported = await writeAtomically(target, (beside) => write(source, beside));
  shown.end();
  return report(exported, target);
}

/** Writes public files, readable by any web server (umask 022). */
async function writeSite(source: Source, target: string): Promise<Exported> {
  const { db, config, origin } = source;
  process.umask(0o022);
  // Inside the target, so that the next export removes the leftovers of a killed one.
  const folder = path.join(target, '.uploads');
  await mkdir(folder, { recursive: true });
  const { readSite } = await import('../site.ts');
  await using site = await readSite(db, config, { origin, folder });
  const exported = await writeStatic(source, target, site, origin);
  await rm(folder, { recursive: true });
  return exported;
}

function report({ counts, problems }: Exported, target: string): number {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  const list = parts.map(([name, count]) => `${WORDS[name] ?? name} — ${numberText(count)}`).join(', ');
  process.stdout.write(`Записано: ${list || 'на сайте ещё ничего нет'}.\n${target}\n`);
  if (problems.length === 0) return 0;
  process.stderr.write(`Чего не хватает (${problems.length}):\n${problems.map((each) => `  ${each}\n`).join('')}`);
  return 1;
}

const WORDS: Record<string, string> = {
  news: 'новостей',
  pages: 'страниц',
  pictures: 'картинок',
  files: 'файлов',
  redirects: 'переадресаций',
  partners: 'партнёров',
  shows: 'концертов',
  contestants: 'участников',
  editions: 'фестивалей',
};
