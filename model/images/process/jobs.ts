import { readFileSync } from 'node:fs';
import os from 'node:os';
import type { ImageHeader } from '../header.ts';
import type { Focus } from '../lookup.ts';

export interface ImageJob {
  bytes: Buffer;
  header: ImageHeader;
}

export interface DrawingJob {
  svg: string; // own SVG only: the decoders of uploads exclude SVG
  format: 'png' | 'jpeg';
  width?: number;
  behind?: Buffer;
  focus?: Focus | undefined; // of `behind`; default: the centre
}

export interface ReencodedImage {
  bytes: Buffer;
  width: number; // pixels as displayed: upright, one frame
  height: number;
  variants: { width: number; bytes: Buffer }[]; // WebP variants smaller than the original; none for animations
}

export interface ImageLimits {
  pixels: number; // all frames together
  time: number; // ms of CPU per image
  memory: number; // bytes, resident set of the child
}

export type ImageOrder = (ImageJob | DrawingJob) & { limits: ImageLimits };
export type ImageAnswer = ReencodedImage | { drawn: Buffer } | { failed: 'broken' | 'too_many_pixels' | 'too_heavy' };

const MIB = 1024 ** 2;
const RESERVE = 48 * MIB; // bytes for requests and for buffers to and from the child
const LEAST = 96 * MIB; // bytes; the child takes 80 MB before its first pixel

/** Bytes the child may use; undefined when memory is short. Keeps the OOM killer away from the server. */
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
