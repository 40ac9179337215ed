import { createHash } from 'node:crypto';
import { hasTable, isSqlite } from '../../../db/dialect.ts';
import type { Db } from '../../../db/tables.ts';
import { isSame } from '../../compare.ts';
import { filesOf, folderStorage, type UploadStorage } from './storage.ts';
import { tableStorage } from './table.ts';

/** Images and files; a database of an older version has no files. */
export async function listUploads(db: Db): Promise<{ name: string; bytes: number }[]> {
  const images = await db.selectFrom('images').select(['name', 'bytes']).execute();
  const files = (await hasTable(db, 'files')) ? await db.selectFrom('files').select(['name', 'bytes']).execute() : [];
  return [...images, ...files];
}

export interface UploadDigest {
  uploads: number;
  files: number;
  bytes: number;
  sha256: string; // SHA-256 in hex over name, size and SHA-256 of each file, ordered by name
  absent: string[];
}

type Progress = (done: number, total: number) => void;

/** Storage for the CLI, without a cache; `folder` is used with SQLite. */
export function storageOf(db: Db, folder: string): UploadStorage {
  return isSqlite(db) ? folderStorage(folder) : tableStorage({ db });
}

/** Copies the files of all uploads of `db`, skipping those of equal size. Progress in bytes, approximate. */
export async function copyUploads(db: Db, from: UploadStorage, to: UploadStorage, progress: Progress): Promise<void> {
  await forEachUpload(db, progress, (name) => Promise.all(filesOf(name).map((file) => copyFile(from, to, file))));
}

/** Compares two storages byte by byte and copies differing files once more; throws when they still differ. */
export async function compareUploads(
  db: Db,
  from: UploadStorage,
  to: UploadStorage,
  progress: Progress,
): Promise<UploadDigest> {
  const compared = async (file: string) => {
    const wanted = await sumOf(from, file);
    if (!wanted || isSame(wanted, await sumOf(to, file))) return wanted;
    await put(from, to, file);
    if (isSame(wanted, await sumOf(to, file))) return wanted;
    throw new Error(`the upload ${file} arrives with other bytes`);
  };
  const hash = createHash('sha256');
  const found = { uploads: 0, files: 0, bytes: 0, absent: [] as string[] };
  await forEachUpload(db, progress, async (name) => {
    const files = filesOf(name);
    const sums = await Promise.all(files.map(compared));
    if (sums[0]) found.uploads += 1;
    else found.absent.push(name);
    for (const [at, each] of sums.entries()) {
      if (!each) continue;
      hash.update(`${files[at]} ${each.size} ${each.sha256}\n`);
      found.files += 1;
      found.bytes += each.size;
    }
  });
  return { ...found, sha256: hash.digest('hex') };
}

async function forEachUpload(db: Db, progress: Progress, work: (name: string) => Promise<unknown>): Promise<void> {
  const uploads = await listUploads(db);
  const total = uploads.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  // Sorted here: PostgreSQL's collation depends on its locale.
  for (const { name, bytes } of uploads.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    await work(name);
    done += bytes;
    progress(done, total);
  }
}

async function copyFile(from: UploadStorage, to: UploadStorage, file: string): Promise<void> {
  const [wanted, there] = await Promise.all([from.open([file]), to.open([file])]);
  if (wanted && wanted.size !== there?.size) await put(from, to, file);
}

async function put(from: UploadStorage, to: UploadStorage, file: string): Promise<void> {
  const found = await from.open([file]);
  if (found) await to.put(file, found.read());
}

async function sumOf(storage: UploadStorage, file: string) {
  const found = await storage.open([file]);
  if (!found) return undefined;
  const hash = createHash('sha256');
  for await (const chunk of found.read()) hash.update(chunk);
  return { size: found.size, sha256: hash.digest('hex') };
}
