import { rename, rm } from 'node:fs/promises';

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
