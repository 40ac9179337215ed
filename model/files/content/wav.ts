import { brokenFile } from '../errors.ts';
import type { Content, Source } from './source.ts';

const MOST_CHUNKS = 1000;

export function isWav(start: Buffer): boolean {
  return start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WAVE';
}

/** Chunks up to the samples; their size may be unknown to a program that wrote them as they came. 422 */
export async function readWav(source: Source): Promise<Content<'wav'>> {
  let bytesPerSecond = 0;
  for (let at = 12, count = 0; count < MOST_CHUNKS; count += 1) {
    const head = await source.read(at, 20);
    if (head.length < 8) break;
    const size = head.readUInt32LE(4);
    const name = head.toString('latin1', 0, 4);
    if (name === 'fmt ' && head.length === 20) bytesPerSecond = head.readUInt32LE(16);
    if (name === 'data' && bytesPerSecond > 0)
      return { extension: 'wav', seconds: Math.min(size, source.size - at - 8) / bytesPerSecond };
    at += 8 + size + (size % 2);
  }
  throw brokenFile();
}
