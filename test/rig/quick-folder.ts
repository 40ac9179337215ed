import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** In bytes. */
const ENOUGH = 4 * 1024 ** 3;

/**
 * Where tests lay aside what they need: in memory, where Linux has room for it, since each change of a database would wait for a disk.
 * A container may have next to none of it, or let no program start there.
 */
export function quickFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const isForPrograms = !/ \/dev\/shm \S+ \S*noexec/.test(readFileSync('/proc/mounts', 'utf8'));
    return isForPrograms && bavail * bsize > ENOUGH ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
