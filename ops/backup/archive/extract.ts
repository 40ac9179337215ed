import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { digestTables, findDifference } from '../../../db/copying/copying.ts';
import { knownTables } from '../../../db/copying/tables.ts';
import { openSqlite } from '../../../db/dialect.ts';
import { syncFile, syncFolder } from '../../../db/fsync.ts';
import { migrations } from '../../../db/migrations/index.ts';
import type { Db } from '../../../db/tables.ts';
import { BackupError, damaged } from '../../errors.ts';
import { problemOfPages } from '../../integrity/file.ts';
import { hashBytes, readEntry, tap } from '../../tar.ts';
import type { Manifest } from './manifest.ts';
import type { Archive, Progress } from './reader.ts';
import { leaveWal } from './snapshot.ts';

/** Unpacks into an empty folder and verifies; returns the database file. BackupError names the first difference. */
export async function unpack(archive: Archive, folder: string, progress: Progress = () => {}): Promise<string> {
  assertKnownSchema(archive);
  const file = path.join(folder, 'rampa.sqlite');
  await unpackDatabase(archive, file, progress);
  await inspect(archive, file, progress);
  if (archive.manifest.pictures) await unpackUploads(archive, path.join(folder, 'uploads'), progress);
  await syncFolder(folder);
  return file;
}

function assertKnownSchema({ manifest }: Archive): void {
  if (manifest.schema.every((step) => step in migrations)) return;
  throw new BackupError(
    `Копия сделана более новой версией rampa (${manifest.version}). Установите её или новее и повторите.`,
  );
}

async function unpackDatabase({ manifest, database, file }: Archive, to: string, progress: Progress): Promise<void> {
  const { bytes: size, sha256 } = manifest.database;
  let unpackedBytes = 0;
  const reportDone = (done: number) => {
    unpackedBytes = done;
    if (done > size) throw damaged('база больше, чем записано в описании');
    progress('Распаковываю базу', done, size);
  };
  const zstd = createZstdDecompress();
  const unpacked = pipeline(
    readEntry(file, database),
    zstd,
    async function* (from) {
      const { bytes, sum } = hashBytes(tap(from as AsyncIterable<Uint8Array>, reportDone));
      yield* bytes;
      if (unpackedBytes !== size || sum() !== sha256) throw damaged('база не сходится со своей контрольной суммой');
    },
    createWriteStream(to, { flags: 'wx', mode: 0o600 }),
  );
  await unpacked.catch((error: NodeJS.ErrnoException) => {
    throw error.code?.startsWith('ZSTD_') ? damaged('база не распаковывается') : error;
  });
  await syncFile(to);
}

async function inspect({ manifest }: Archive, file: string, progress: Progress): Promise<void> {
  progress('Проверяю базу', 0, 1);
  assertSound(file);
  {
    await using db = openSqlite(file);
    const table = await differenceIn(db, manifest, progress);
    if (table) throw damaged(`таблица ${table} не сходится со своей контрольной суммой`);
  }
  leaveWal(file);
}

function assertSound(file: string): void {
  using raw = new DatabaseSync(file, { readOnly: true });
  const problem = problemOfPages(raw);
  if (problem) throw damaged(`база: ${problem}`);
  const orphan = raw.prepare('pragma foreign_key_check').get();
  if (orphan) throw damaged(`база: в таблице ${orphan.table} есть ссылка в никуда`);
}

/** Name of the first table that differs from the manifest. */
export async function differenceIn(db: Db, { tables }: Manifest, progress: Progress): Promise<string | undefined> {
  const found = await digestTables(db, { progress: (done, total) => progress('Сверяю таблицы', done, total) });
  // Excluded tables are empty and have no digest. Archives of earlier versions may lack tables dropped later.
  const known = new Set<string>((await knownTables()).map(({ name }) => name));
  const compared = Object.entries(found).filter(([name, { rows }]) => name in tables || (known.has(name) && rows > 0));
  return findDifference(tables, Object.fromEntries(compared));
}

async function unpackUploads({ manifest, pictures, file }: Archive, folder: string, progress: Progress): Promise<void> {
  await mkdir(folder);
  let done = 0;
  for (const [name, entry] of pictures) {
    const to = path.join(folder, name);
    const { bytes, sum } = hashBytes(readEntry(file, entry));
    await pipeline(bytes, createWriteStream(to, { flags: 'wx' }));
    if (sum() !== manifest.pictures?.[name]?.sha256) throw damaged(`загруженный файл ${name}`);
    await syncFile(to);
    done += 1;
    progress('Распаковываю картинки и файлы', done, pictures.size);
  }
  await syncFolder(folder);
}
