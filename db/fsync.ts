import { open } from 'node:fs/promises';

/** Fsyncs a folder, so that renames in it survive a power cut. No-op on file systems without folder fsync. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; NTFS journals renames.
  if (process.platform === 'win32') return;
  await syncFile(folder).catch((error: NodeJS.ErrnoException) => {
    // Network and virtual file systems may not support it; PostgreSQL ignores that too.
    if (!['EINVAL', 'ENOTSUP', 'EBADF'].includes(error.code ?? '')) throw error;
  });
}

export async function syncFile(file: string): Promise<void> {
  await using handle = await open(file, 'r');
  await handle.sync();
}
