import { hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { sql } from 'kysely';
import { digestTables } from '../../../db/copying/copying.ts';
import { hasTable, isSqlite, openSqlite } from '../../../db/dialect.ts';
import { appliedSteps } from '../../../db/open.ts';
import type { Db } from '../../../db/tables.ts';
import { filesOf, type UploadStorage, uploadsIn } from '../../../model/uploads/storage/storage.ts';
import { listUploads, storageOf } from '../../../model/uploads/storage/transfer.ts';
import { VERSION } from '../../../version.ts';
import { hashBytes, TarWriter, tap } from '../../tar.ts';
import { verdictOn } from '../completeness.ts';
import type { Order } from '../create.ts';
import {
  DATABASE,
  FOLDER,
  FORMAT,
  MANIFEST,
  type Manifest,
  SUMS,
  type Tally,
  uploadEntry,
  writeSums,
} from './manifest.ts';
import type { Progress } from './reader.ts';
import { EXCLUDED_TABLES, leaveWal, takeSnapshot } from './snapshot.ts';

const CHUNK_SIZE = 256 * 1024;

type Packing = Required<Omit<Order, 'file'>> & { work: string; archive: string };

/** Writes and fsyncs the archive of a site; it must not exist yet. Returns its manifest. */
export async function pack({ config, db, work, archive, withImages, measure, progress }: Packing): Promise<Manifest> {
  const madeAt = new Date();
  const copy = path.join(work, 'rampa.sqlite');
  progress('Копирую базу', 0, 1);
  await takeSnapshot(db, config.dataDir, copy, progress);
  await using file = await open(archive, 'wx', 0o600);
  const sums = new Map<string, string>();
  const tar = new TarWriter(file, Math.floor(madeAt.getTime() / 1000));
  const storage = withImages ? storageOf(db, uploadsIn(config.dataDir)) : null;
  const content = await describe(db, copy, tar, storage, progress);
  leaveWal(copy);
  for (const [name, { sha256 }] of Object.entries(content.pictures ?? {})) sums.set(uploadEntry(name), sha256);
  const packed = await compress(copy, path.join(work, DATABASE), progress);
  await addFile(tar, path.join(work, DATABASE), DATABASE, sums);
  const manifest: Manifest = {
    ...{ format: FORMAT, version: VERSION, madeAt: madeAt.toISOString() },
    source: isSqlite(db) ? 'sqlite' : 'postgresql',
    ...content,
    ...verdictOn(content, measure),
    database: packed,
  };
  await addText(tar, MANIFEST, `${JSON.stringify(manifest, null, 1)}\n`, sums);
  await addText(tar, SUMS, writeSums(sums), new Map());
  await tar.end();
  await file.sync();
  return manifest;
}

async function describe(db: Db, copy: string, tar: TarWriter, storage: UploadStorage | null, progress: Progress) {
  await using file = openSqlite(copy);
  const packed = storage && (await packUploads(tar, storage, await listNames(file), progress));
  const missing = packed ? await forgetDeleted(db, file, packed.absent) : [];
  const onProgress = (done: number, total: number) => progress('Считаю контрольные суммы', done, total);
  const tables: Manifest['tables'] = await digestTables(file, { leaveOut: EXCLUDED_TABLES, progress: onProgress });
  const tally = await tallyOf(file, tables);
  return { schema: await appliedSteps(file), tables, pictures: packed?.files ?? null, missing, tally };
}

async function tallyOf(copy: Db, tables: Manifest['tables']): Promise<Tally> {
  const { rows } = await sql<Record<'articles' | 'deletions', number>>`
    select (select count(*) from articles where deleted_at is null) as articles,
      (select count(*) from journal where action like '%.delete') as deletions`.execute(copy);
  const { articles = 0, deletions = 0 } = rows[0] ?? {};
  return { kept: articles + (tables.images?.rows ?? 0) + (tables.files?.rows ?? 0), deletions };
}

async function forgetDeleted(db: Db, copy: Db, absent: string[]): Promise<string[]> {
  if (absent.length === 0) return [];
  const known = new Set(await listNames(db));
  const deleted = absent.filter((name) => !known.has(name));
  for (const table of ['images', 'files'] as const) {
    if (deleted.length > 0 && (await hasTable(copy, table)))
      await copy.deleteFrom(table).where('name', 'in', deleted).execute();
  }
  return absent.filter((name) => known.has(name));
}

/** Images are compressed already; texts shrink to a quarter. */
async function compress(from: string, to: string, progress: Progress): Promise<Manifest['database']> {
  const { size } = await stat(from);
  const { bytes, sum } = hashBytes(createReadStream(from, { highWaterMark: CHUNK_SIZE }));
  const zstd = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const read = tap(bytes, (done) => progress('Сжимаю базу', done, size));
  await pipeline(read, zstd, createWriteStream(to, { mode: 0o600 }));
  return { bytes: size, sha256: sum() };
}

async function addFile(tar: TarWriter, from: string, name: string, sums: Map<string, string>): Promise<void> {
  const { bytes, sum } = hashBytes(createReadStream(from, { highWaterMark: CHUNK_SIZE }));
  await tar.add(FOLDER + name, (await stat(from)).size, bytes);
  sums.set(FOLDER + name, sum());
}

async function addText(tar: TarWriter, name: string, text: string, sums: Map<string, string>): Promise<void> {
  const bytes = Buffer.from(text);
  await tar.add(FOLDER + name, bytes.length, [bytes]);
  sums.set(FOLDER + name, hash('sha256', bytes));
}

async function packUploads(tar: TarWriter, storage: UploadStorage, names: string[], progress: Progress) {
  const packed = { files: {} as NonNullable<Manifest['pictures']>, absent: [] as string[] };
  for (const [at, name] of names.entries()) {
    for (const each of filesOf(name)) {
      const found = await packUpload(tar, storage, each);
      if (found) packed.files[each] = found;
      else if (each === name) packed.absent.push(name);
    }
    progress('Копирую картинки и файлы', at + 1, names.length);
  }
  return packed;
}

async function listNames(db: Db): Promise<string[]> {
  return (await listUploads(db)).map(({ name }) => name).sort();
}

async function packUpload(tar: TarWriter, storage: UploadStorage, name: string) {
  const picture = await storage.open([name]);
  // A full or failing disk may have left an empty file.
  if (!picture?.size) return undefined;
  const { bytes, sum } = hashBytes(picture.read());
  await tar.add(uploadEntry(name), picture.size, bytes);
  return { bytes: picture.size, sha256: sum() };
}
