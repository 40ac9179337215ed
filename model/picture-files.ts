import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { ModelError } from './errors.ts';
import { cannotStore, diskFull } from './picture-refusals.ts';

const TEMPORARY = '.tmp-';
/** No upload takes a day. In ms. */
const ABANDONED_AFTER = 24 * 3600 * 1000;

/**
 * Temporary file → fsync → rename → fsync of the folder: after a power cut the name is there with all its bytes or not at all.
 * Makes the folder when needed. Fails with 507 on a full disk and with 503 when the folder cannot be written, and leaves nothing behind.
 * Gives a function that takes the file away again, unless it was there before.
 */
export async function keepFile(directory: string, name: string, bytes: Buffer): Promise<() => Promise<void>> {
  const file = path.join(directory, name);
  const temporary = path.join(directory, TEMPORARY + randomBytes(8).toString('hex'));
  try {
    await makeDirectory(directory);
    const isKnown = await exists(file);
    await writeSynced(temporary, bytes);
    await rename(temporary, file);
    await syncDirectory(directory);
    return async () => void (isKnown || (await unlink(file)));
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw notStored(error);
  }
}

/** Clears away temporary files older than a day: what uploads cut off by a crash have left. Never fails; the next start tries again. */
export async function removeAbandoned(directory: string): Promise<void> {
  const before = Date.now() - ABANDONED_AFTER;
  const names = await readdir(directory).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(TEMPORARY))) {
    const file = path.join(directory, name);
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < before) await unlink(file).catch(() => {});
  }
}

async function makeDirectory(directory: string): Promise<void> {
  const firstMade = await mkdir(directory, { recursive: true });
  if (firstMade) await syncDirectory(path.dirname(firstMade));
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

async function writeSynced(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o644);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncDirectory(directory: string): Promise<void> {
  // Windows opens no folder; its file system keeps renames in a journal of its own.
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function notStored(cause: unknown): ModelError {
  const { code } = cause as NodeJS.ErrnoException;
  return Object.assign(code === 'ENOSPC' || code === 'EDQUOT' ? diskFull() : cannotStore(), { cause });
}
