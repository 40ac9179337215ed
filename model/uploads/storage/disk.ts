import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../../db/fsync.ts';
import { ModelError } from '../../../errors.ts';
import type { Chunks, UploadFile } from './storage.ts';

const TEMPORARY = '.tmp-';
const TEMPORARY_RETENTION = 24 * 3600 * 1000; // ms; no upload takes a day

/** Atomic and durable: fsync, rename, fsync of the folder. 507 or 503 without leftovers. Returns an undo. */
export async function storeFiles(directory: string, files: UploadFile[]): Promise<() => Promise<void>> {
  const added: string[] = [];
  const undo = async () => {
    for (const file of added.splice(0)) await unlink(file);
  };
  try {
    await makeDirectory(directory);
    for (const { name, bytes, received } of files) {
      const file = path.join(directory, name);
      const isKnown = existsSync(file);
      await (received ? rename(received, file) : putInPlace(file, bytes));
      if (!isKnown) added.push(file);
    }
    await syncFolder(directory);
    return undo;
  } catch (error) {
    await undo().catch(() => {});
    throw notStored(error);
  }
}

export interface Received {
  path: string;
  size: number;
  sha256: string; // hex
}

/** Writes a stream to a synced temporary file. `refusal` over `limit` bytes; 503, 507; rethrows the stream's errors. */
export async function receiveFile(
  directory: string,
  bytes: Chunks,
  limit: number,
  refusal: () => ModelError,
): Promise<Received> {
  const hash = createHash('sha256');
  let size = 0;
  await makeDirectory(directory).catch(refuseStoring);
  const file = temporaryIn(directory);
  const handle = await open(file, 'wx', 0o644).catch(refuseStoring);
  try {
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > limit) throw refusal();
      hash.update(chunk);
      await handle.writeFile(chunk).catch(refuseStoring);
    }
    await handle.sync().catch(refuseStoring);
  } catch (error) {
    await unlink(file).catch(() => {});
    throw error;
  } finally {
    await handle.close();
  }
  return { path: file, size, sha256: hash.digest('hex') };
}

/** Deletes a received file; no-op once it has been kept. */
export async function dropReceived({ path }: Received): Promise<void> {
  await rm(path, { force: true });
}

/** For cached copies: atomic, but without fsync of the folder. */
export async function putCopy(directory: string, name: string, bytes: Chunks): Promise<void> {
  await makeDirectory(directory);
  await putInPlace(path.join(directory, name), bytes);
}

/** Removes files; missing ones are ignored. 503 when the folder is not writable. */
export async function removeFiles(directory: string, names: string[]): Promise<void> {
  try {
    for (const name of names) await rm(path.join(directory, name), { force: true });
  } catch (error) {
    throw Object.assign(cannotRemove(), { cause: error });
  }
}

/** Deletes temporary files older than `age` (ms, default one day), left by crashes. Never throws. */
export async function removeAbandoned(directory: string, age = TEMPORARY_RETENTION): Promise<void> {
  const before = Date.now() - age;
  const names = await readdir(directory).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(TEMPORARY))) {
    const file = path.join(directory, name);
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < before) await unlink(file).catch(() => {});
  }
}

async function makeDirectory(directory: string): Promise<void> {
  const firstMade = await mkdir(directory, { recursive: true });
  if (firstMade) await syncFolder(path.dirname(firstMade));
}

async function putInPlace(file: string, bytes: Chunks): Promise<void> {
  const temporary = temporaryIn(path.dirname(file));
  try {
    await writeSynced(temporary, bytes);
    await rename(temporary, file);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
}

function temporaryIn(directory: string): string {
  return path.join(directory, TEMPORARY + randomBytes(8).toString('hex'));
}

async function writeSynced(file: string, bytes: Chunks): Promise<void> {
  await using handle = await open(file, 'wx', 0o644);
  await handle.writeFile(bytes);
  await handle.sync();
}

function refuseStoring(cause: unknown): never {
  throw notStored(cause);
}

function notStored(cause: unknown): ModelError {
  const { code } = cause as NodeJS.ErrnoException;
  return Object.assign(code === 'ENOSPC' || code === 'EDQUOT' ? diskFull() : cannotStore(), { cause });
}

export function diskFull(): ModelError {
  const message = 'Файл не сохранён: на диске сервера не осталось места. Сообщите администратору сервера.';
  return new ModelError(507, 'disk_full', message);
}

function cannotStore(): ModelError {
  const reason = 'сервер не может записать его в папку загрузок';
  return new ModelError(503, 'not_stored', `Файл не сохранён: ${reason}. Сообщите администратору сервера.`);
}

/** 503: removed from the library, but its file cannot be deleted. */
function cannotRemove(): ModelError {
  const reason = 'но сервер не может удалить сам файл из папки загрузок';
  return new ModelError(503, 'not_removed', `Из библиотеки убрано, ${reason}. Сообщите администратору сервера.`);
}
