import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { syncFile, syncFolder } from '../../db/fsync.ts';
import { ExpectedError } from '../errors.ts';
import { chownLike, removeUnfinished } from './lock.ts';

/** Parts of a data directory that a restore replaces. An old WAL and its index must never meet a new database. */
const PARTS = ['rampa.sqlite-wal', 'rampa.sqlite-shm', 'rampa.sqlite', 'uploads', 'first-password'];
const DECISION = 'restore.json'; // Its presence commits the restore
const PREPARED = '.restore-'; // Prefix of folders being unpacked

interface Decision {
  from: string;
  aside: string;
  parts: string[];
}

/** Makes a folder for unpacking, after removing unfinished ones. */
export async function prepareFolder(dataDir: string): Promise<string> {
  await removeUnfinished(dataDir, PREPARED);
  const folder = path.join(dataDir, `${PREPARED}${process.pid}`);
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

/** Commit point is the fsynced rename of the decision; the next start finishes after a kill. */
export async function swap(dataDir: string, folder: string, aside: string): Promise<void> {
  const hasImages = (await readdir(folder)).includes('uploads');
  const parts = hasImages ? PARTS : PARTS.filter((part) => part !== 'uploads');
  const decision: Decision = { from: path.basename(folder), aside, parts };
  const file = path.join(folder, DECISION);
  await writeFile(file, JSON.stringify(decision), { mode: 0o600 });
  const made = await readdir(folder, { recursive: true });
  await chownLike([folder, ...made.map((name) => path.join(folder, name))], dataDir);
  await syncFile(file);
  await syncFolder(folder);
  await rename(file, path.join(dataDir, DECISION));
  await syncFolder(dataDir);
  await finishRestore(dataDir);
}

/** Finishes a committed restore, if any. Returns the place of the old data. */
export async function finishRestore(dataDir: string): Promise<string | undefined> {
  const decision = await readDecision(dataDir);
  if (decision) await applyDecision(dataDir, decision);
  await removeUnfinished(dataDir, PREPARED);
  return decision && path.join(dataDir, decision.aside);
}

/** Whether a restore is committed but unfinished: the database must not be opened. */
export async function isRestoring(dataDir: string): Promise<boolean> {
  return existsSync(path.join(dataDir, DECISION));
}

/** ExpectedError while a restore is unfinished. */
export async function assertRestored(dataDir: string): Promise<void> {
  if (await isRestoring(dataDir))
    throw new ExpectedError(`Восстановление в ${dataDir} не закончено. Запустите сервер: он его закончит.`);
}

/** Idempotent: each step may have been done before a kill. */
async function applyDecision(dataDir: string, { from, aside, parts }: Decision): Promise<void> {
  const prepared = path.join(dataDir, from);
  const old = path.join(dataDir, aside);
  await mkdir(old, { recursive: true, mode: 0o700 });
  await chownLike([old], dataDir);
  for (const part of parts) {
    const isMoved = existsSync(path.join(old, part));
    const isNewPlaced = !existsSync(path.join(prepared, part));
    // A part without a successor is moved once; a part with one is old until the successor is in place.
    const isOld = !isMoved && (!isNewPlaced || !['rampa.sqlite', 'uploads'].includes(part));
    if (isOld) await moveIfThere(path.join(dataDir, part), path.join(old, part));
    await syncFolder(old);
    await moveIfThere(path.join(prepared, part), path.join(dataDir, part));
    await syncFolder(dataDir);
  }
  await rm(path.join(dataDir, DECISION));
  await rmdir(old).catch(() => {});
  await syncFolder(dataDir);
}

async function moveIfThere(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

async function readDecision(dataDir: string): Promise<Decision | undefined> {
  try {
    return JSON.parse(await readFile(path.join(dataDir, DECISION), 'utf8')) as Decision;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
