import { rmSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { reasonOf } from '../../errors.ts';
import { RehearsalError } from '../errors.ts';

const PREFIX = 'rampa-rehearsal-';
const REMOVED = { recursive: true, force: true, maxRetries: 5 };

/**
 * Runs `work` in a new temporary folder. The folder is removed when `work` settles and on process exit; after an unhandled
 * signal such as SIGKILL the next rehearsal removes it. RehearsalError if no folder can be made.
 */
export async function withFolder<T>(work: (folder: string) => Promise<T>, inside = tmpdir()): Promise<T> {
  const folder = await makeFolder(inside);
  // An uncaught error skips `finally`.
  const removeAtOnce = () => rmSync(folder, REMOVED);
  process.once('exit', removeAtOnce);
  try {
    return await work(folder);
  } finally {
    await rm(folder, REMOVED);
    process.removeListener('exit', removeAtOnce);
  }
}

async function makeFolder(inside: string): Promise<string> {
  try {
    await removeLeftovers(inside);
    return await mkdtemp(path.join(inside, `${PREFIX}${process.pid}-`));
  } catch (error) {
    throw new RehearsalError(
      `Во временной папке ${inside} нельзя сделать копию (${reasonOf(error)}). Назовите другую папку в переменной TMPDIR.`,
    );
  }
}

async function removeLeftovers(inside: string): Promise<void> {
  for (const name of await readdir(inside)) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(path.join(inside, name), { recursive: true, force: true }).catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
