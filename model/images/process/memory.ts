import { readFileSync } from 'node:fs';
import os from 'node:os';

const MIB = 1024 ** 2;
/** Left to the server: its requests, and the copies of a picture on the way to the process and back. In bytes. */
const RESERVE = 48 * MIB;
/** The process takes 80 MB before its first pixel; with less than this not even a small picture passes. In bytes. */
const LEAST = 96 * MIB;

/**
 * What the picture process may take now, in bytes: `most`, or what the machine and this service's memory limit have left. Undefined
 * where that is too little. A process that is ended in time spares the server the kernel's OOM killer.
 */
export function memoryForImages(most: number): number | undefined {
  const limit = process.constrainedMemory();
  const ofService = limit > 0 && limit < os.totalmem() ? limit - ownMemory() : Number.POSITIVE_INFINITY;
  // Elsewhere than on Linux memory that holds cached files does not count as free.
  const ofMachine = process.platform === 'linux' ? os.freemem() : Number.POSITIVE_INFINITY;
  const left = Math.min(most, Math.min(ofService, ofMachine) - RESERVE);
  return left >= LEAST ? left : undefined;
}

/** Of this process, without the program's own pages, which both processes share and the kernel can read again. In bytes. */
function ownMemory(): number {
  try {
    const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (kilobytes !== undefined) return Number(kilobytes) * 1024;
  } catch {
    // Not on Linux.
  }
  return process.memoryUsage.rss();
}
