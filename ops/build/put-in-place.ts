import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

const ABANDONED = 3_600_000; // ms; a build takes seconds

/** Temporary folder beside `folder`, by process id. Abandoned ones are removed. */
export async function asideOf(folder: string): Promise<string> {
  const name = new RegExp(`^${path.basename(folder)}-\\d+(-former)?$`);
  const around = path.dirname(folder);
  for (const each of (await readdir(around).catch(() => [])).filter((other) => name.test(other))) {
    const left = path.join(around, each);
    const made = await stat(left).catch(() => undefined);
    if (made && Date.now() - made.mtimeMs > ABANDONED) await rm(left, { recursive: true, force: true });
  }
  return `${folder}-${process.pid}`;
}

/** Replaces `folder` by `made` with renames, safe for concurrent processes; if another one was faster, `made` stays. */
export async function putInPlace(made: string, folder: string): Promise<void> {
  const former = `${made}-former`;
  await rename(folder, former).catch(unless('ENOENT'));
  await rename(made, folder).catch(unless('ENOTEMPTY', 'EEXIST', 'EPERM'));
  await rm(former, { recursive: true, force: true });
}

function unless(...expected: string[]): (error: NodeJS.ErrnoException) => void {
  return (error) => {
    if (!expected.includes(error.code ?? '')) throw error;
  };
}
