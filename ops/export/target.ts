import { createWriteStream } from 'node:fs';
import { lstat, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/tables.ts';
import { countArticles, everyArticle } from '../../model/moving.ts';
import type { UploadStorage } from '../../model/uploads/storage/storage.ts';
import { ExportError, toBackupError, UNFINISHED } from '../errors.ts';

/** Input of an export, and its progress callback. */
export interface Source {
  db: Db;
  uploads: UploadStorage;
  config: Config;
  origin: string; // Of the site, for absolute addresses
  now: string; // ISO 8601, UTC
  progress: (what: string, done: number, total: number) => void;
}

export interface Exported {
  counts: Record<string, number>;
  problems: string[]; // Russian sentences, one for each missing thing
}

/** Writes beside `target`, which must not exist, and renames at the end. ExportError; file system errors become BackupErrors. */
export async function writeAtomically<T>(target: string, write: (beside: string) => Promise<T>): Promise<T> {
  await assertFree(target);
  const beside = path.join(path.dirname(target), `${UNFINISHED}export-${path.basename(target)}`);
  try {
    await rm(beside, { recursive: true, force: true });
    const written = await write(beside);
    await assertFree(target);
    await rename(beside, target);
    return written;
  } catch (error) {
    await rm(beside, { recursive: true, force: true }).catch(() => {});
    throw toBackupError(error, target);
  }
}

/** Yields every article and page; counts them and reports progress. */
export async function* countedArticles({ db, progress }: Source, counts: { news: number; pages: number }) {
  const total = await countArticles(db);
  for await (const row of everyArticle(db)) {
    counts[row.kind === 'page' ? 'pages' : 'news'] += 1;
    progress('Новости и страницы', counts.news + counts.pages, total);
    yield row;
  }
}

/** Streams pieces to a new file, with back-pressure. */
export async function writePieces(file: string, pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  await pipeline(Readable.from(pieces), createWriteStream(file, { flags: 'wx' }));
}

async function assertFree(target: string): Promise<void> {
  if (await lstat(target).catch(() => undefined))
    throw new ExportError(
      `${target} уже есть. Ничего не сделано: назовите другое место или уберите то, что там лежит.`,
    );
  const folder = path.dirname(target);
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw new ExportError(`Такой папки нет: ${folder}. Ничего не сделано.`);
}
