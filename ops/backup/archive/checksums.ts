import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** The same bytes, and once they have passed their SHA-256, hexadecimal. */
export function summed(from: AsyncIterable<Uint8Array>): { bytes: AsyncGenerator<Uint8Array>; sum: () => string } {
  const hash = createHash('sha256');
  async function* pass() {
    for await (const chunk of from) {
      hash.update(chunk);
      yield chunk;
    }
  }
  return { bytes: pass(), sum: () => hash.digest('hex') };
}

/** After a power cut the folder has the names that it has now. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folder; its file system keeps renames in a journal of its own.
  if (process.platform === 'win32') return;
  await syncFile(folder).catch((error: NodeJS.ErrnoException) => {
    // Some network and virtual disks know no such call for folders; PostgreSQL lets that pass as well.
    if (!['EINVAL', 'ENOTSUP', 'EBADF'].includes(error.code ?? '')) throw error;
  });
}

export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
