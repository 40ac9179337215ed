import { brokenFile } from '../errors.ts';
import type { Content, Source } from './source.ts';

const MOST_BLOCKS = 200;

export function isFlac(start: Buffer): boolean {
  return start.toString('latin1', 0, 4) === 'fLaC';
}

/** Metadata blocks up to the first frame (RFC 9639, 8). 422 */
export async function readFlac(source: Source): Promise<Content<'flac'>> {
  const info = await source.read(4, 22);
  if (info.length < 22 || (info.readUInt8(0) & 0x7f) !== 0) throw brokenFile();
  for (let at = 4, count = 0; count < MOST_BLOCKS; count += 1) {
    const head = await source.read(at, 4);
    if (head.length < 4) break;
    at += 4 + head.readUIntBE(1, 3);
    if ((head.readUInt8(0) & 0x80) === 0) continue;
    const frame = await source.read(at, 2);
    if (frame.length < 2 || (frame.readUInt16BE(0) & 0xfffe) !== 0xfff8) break;
    return { extension: 'flac', seconds: timeOf(info) };
  }
  throw brokenFile();
}

/** 20 bits of rate, then 36 bits of samples after 8 bits of channels and depth. */
function timeOf(info: Buffer): number | null {
  const rate = info.readUIntBE(14, 3) >> 4;
  const samples = (info.readUInt8(17) & 0xf) * 2 ** 32 + info.readUInt32BE(18);
  return rate > 0 && samples > 0 ? samples / rate : null;
}
