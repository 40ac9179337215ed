import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PREFIX = 'rampa-rehearsal-';

/** Works in a new temporary folder, which is removed at any end but SIGKILL; the next rehearsal removes that one. */
export async function withFolder<T>(work: (folder: string) => Promise<T>, inside = tmpdir()): Promise<T> {
  await removeLeftovers(inside);
  const folder = await mkdtemp(path.join(inside, `${PREFIX}${process.pid}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
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
