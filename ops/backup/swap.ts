import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { syncFile, syncFolder } from './archive/checksums.ts';
import { chownLike } from './chown.ts';

/** What of a data directory a restore takes the place of. The log and index of an old database must never meet a new one. */
const PARTS = ['rampa.sqlite-wal', 'rampa.sqlite-shm', 'rampa.sqlite', 'uploads', 'first-password'];
/** Once it is there, the data in the named folder are the ones that count. */
const DECISION = 'restore.json';
/** Data that are being unpacked, and count for nothing yet. */
const PREPARED = '.restore-';

interface Decision {
  /** Folders within the data directory: where the new data lie, and where the old ones go. */
  from: string;
  aside: string;
  parts: string[];
}

/** A folder to prepare data in; what an earlier restore has left unfinished is removed. */
export async function prepareFolder(dataDir: string): Promise<string> {
  await clearPrepared(dataDir);
  const folder = path.join(dataDir, `${PREPARED}${process.pid}`);
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

/**
 * Puts the data prepared in `folder` in the place of those in use, which go to `aside`. The moment at which the decision is on the disk
 * is the one that counts: killed before it the old data are in use, killed after it the next start ends what was begun.
 */
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

/** Ends a restore that was decided and cut off; without one it does nothing. Gives where the old data are. */
export async function finishRestore(dataDir: string): Promise<string | undefined> {
  const decision = await readDecision(dataDir);
  if (decision) await carryOut(dataDir, decision);
  await clearPrepared(dataDir);
  return decision && path.join(dataDir, decision.aside);
}

/** Whether a restore was decided and has not ended: then nobody may open the database. */
export async function isRestoring(dataDir: string): Promise<boolean> {
  return existsSync(path.join(dataDir, DECISION));
}

/** Each step may have been done before. */
async function carryOut(dataDir: string, { from, aside, parts }: Decision): Promise<void> {
  const prepared = path.join(dataDir, from);
  const old = path.join(dataDir, aside);
  await mkdir(old, { recursive: true, mode: 0o700 });
  await chownLike([old], dataDir);
  for (const part of parts) {
    const isMoved = existsSync(path.join(old, part));
    const isNewPlaced = !existsSync(path.join(prepared, part));
    // A part that has no successor is moved once; one that has is old until its successor is in its place.
    const isOld = !isMoved && (!isNewPlaced || !hasSuccessor(part));
    if (isOld) await moveIfThere(path.join(dataDir, part), path.join(old, part));
    await syncFolder(old);
    await moveIfThere(path.join(prepared, part), path.join(dataDir, part));
    await syncFolder(dataDir);
  }
  await rm(path.join(dataDir, DECISION));
  // Where there was nothing, nothing was put aside.
  await rmdir(old).catch(() => {});
  await syncFolder(dataDir);
}

function hasSuccessor(part: string): boolean {
  return part === 'rampa.sqlite' || part === 'uploads';
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

async function clearPrepared(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => []);
  for (const name of names)
    if (name.startsWith(PREPARED)) await rm(path.join(dataDir, name), { recursive: true, force: true });
}
