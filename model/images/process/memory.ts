import { readFileSync } from 'node:fs';
import os from 'node:os';

const MIB = 1024 ** 2;
const RESERVE = 48 * MIB; // bytes for requests and for buffers to and from the child
const LEAST = 96 * MIB; // bytes; the child takes 80 MB before its first pixel

/** Bytes the child may use; undefined when too little is left. Keeps the OOM killer away from the server. */
export function memoryForImages(most: number): number | undefined {
  const limit = process.constrainedMemory();
  const ofService = limit > 0 && limit < os.totalmem() ? limit - ownMemory() : Number.POSITIVE_INFINITY;
  // Other systems do not count the page cache as free.
  const ofMachine = process.platform === 'linux' ? os.freemem() : Number.POSITIVE_INFINITY;
  const left = Math.min(most, Math.min(ofService, ofMachine) - RESERVE);
  return left >= LEAST ? left : undefined;
}

/** Anonymous memory in bytes: file-backed pages are shared with the child and reclaimable. */
function ownMemory(): number {
  try {
    const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (kilobytes !== undefined) return Number(kilobytes) * 1024;
  } catch {
    // Not on Linux.
  }
  return process.memoryUsage.rss();
}
