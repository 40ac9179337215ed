import { brokenFile, isVideo, unknownFile } from '../errors.ts';
import { type Content, readEnd, type Source } from './source.ts';

const LARGEST_PAGE = 27 + 255 + 255 * 255;
const FIRST = 2; // flag of the first page of a stream

export function isOgg(start: Buffer): boolean {
  return start.toString('latin1', 0, 4) === 'OggS';
}

/** Vorbis, Opus or FLAC in Ogg (RFC 3533), one stream. 415 for others, 422 when it is cut off. */
export async function readOgg(source: Source): Promise<Content<'ogg'>> {
  const first = readPage(await source.read(0, LARGEST_PAGE), 0);
  if (!first) throw brokenFile();
  const time = clockOf(first);
  if (!time) throw unknownFile();
  const second = readPage(await source.read(first.length, LARGEST_PAGE), 0);
  if (second && second.flags & FIRST) throw isVideo();
  const { granule } = await readLastPage(source);
  return { extension: 'ogg', seconds: granule > 0 ? time(granule) : null };
}

interface Page {
  flags: number;
  granule: number;
  length: number; // bytes, header and all
  body: Buffer;
  mark: string;
}

/** Seconds by a position in samples; Opus counts 48,000 a second and some to be skipped (RFC 7845, 4). */
function clockOf({ mark, body }: Page): ((granule: number) => number) | undefined {
  if (mark.startsWith('OpusHead') && body.length >= 12) return (granule) => (granule - body.readUInt16LE(10)) / 48_000;
  const isVorbis = mark.startsWith('\x01vorbis') && body.length >= 16;
  const isFlac = mark.startsWith('\x7fFLAC') && body.length >= 30;
  const rate = isVorbis ? body.readUInt32LE(12) : isFlac ? body.readUIntBE(27, 3) >> 4 : 0;
  return rate > 0 ? (granule) => granule / rate : undefined;
}

async function readLastPage(source: Source): Promise<Page> {
  const tail = await readEnd(source, LARGEST_PAGE);
  for (let at = tail.lastIndexOf('OggS'); at >= 0; at = at > 0 ? tail.lastIndexOf('OggS', at - 1) : -1) {
    const page = readPage(tail, at);
    if (page && at + page.length === tail.length) return page;
  }
  throw brokenFile();
}

function readPage(bytes: Buffer, at: number): Page | undefined {
  if (bytes.toString('latin1', at, at + 4) !== 'OggS' || at + 27 > bytes.length) return undefined;
  const segments = bytes.subarray(at + 27, at + 27 + bytes.readUInt8(at + 26));
  const from = at + 27 + segments.length;
  const length = 27 + segments.length + segments.reduce((sum, each) => sum + each, 0);
  const body = bytes.subarray(from, at + length);
  const granule = Number(bytes.readBigInt64LE(at + 6));
  return { flags: bytes.readUInt8(at + 5), granule, length, body, mark: body.toString('latin1', 0, 8) };
}
