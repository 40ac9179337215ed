import { brokenFile, isVideo, unknownFile } from '../errors.ts';
import { type Content, readEnd, type Source } from './source.ts';

const MAX_BLOCKS = 200;

/** Metadata blocks up to the first frame (RFC 9639, 8). 422 */
export async function readFlac(source: Source): Promise<Content<'flac'>> {
  const info = await source.read(4, 22);
  if (info.length < 22 || (info.readUInt8(0) & 0x7f) !== 0) throw brokenFile();
  for (let at = 4, count = 0; count < MAX_BLOCKS; count += 1) {
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

const MAX_CHUNKS = 1000;

/** Chunks up to the samples; their size may be unknown to a program that wrote them as they came. 422 */
export async function readWav(source: Source): Promise<Content<'wav'>> {
  let bytesPerSecond = 0;
  for (let at = 12, count = 0; count < MAX_CHUNKS; count += 1) {
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

const LARGEST_PAGE = 27 + 255 + 255 * 255;
const FIRST = 2; // flag of the first page of a stream

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

const MAX_BOXES = 2000; // Boxes of one level: real files have a few dozen

interface Box {
  type: string;
  start: number; // of its content
  end: number;
}

/** Audio in MP4 (ISO 14496-12). 415 with a video track, 422 when damaged. */
export async function readMp4(source: Source): Promise<Content<'m4a'>> {
  const movie = await find(source, { start: 0, end: source.size }, 'moov');
  if (!movie) throw brokenFile();
  const boxes = await listBoxes(source, movie);
  const handlers = await Promise.all(
    boxes.filter(({ type }) => type === 'trak').map((track) => readHandler(source, track)),
  );
  if (handlers.includes('vide')) throw isVideo();
  if (!handlers.includes('soun')) throw brokenFile();
  const header = boxes.find(({ type }) => type === 'mvhd');
  return { extension: 'm4a', seconds: header ? readDuration(await source.read(header.start, 32)) : null };
}

async function readHandler(source: Source, track: Box): Promise<string> {
  const media = await find(source, track, 'mdia');
  const handler = media && (await find(source, media, 'hdlr'));
  return handler ? (await source.read(handler.start + 8, 4)).toString('latin1') : '';
}

function readDuration(bytes: Buffer): number | null {
  if (bytes.length < 32) return null;
  const isLong = bytes.readUInt8(0) === 1;
  const scale = bytes.readUInt32BE(isLong ? 20 : 12);
  const length = isLong ? Number(bytes.readBigUInt64BE(24)) : bytes.readUInt32BE(16);
  return scale > 0 && length > 0 && length !== 0xffffffff ? length / scale : null;
}

async function find(source: Source, within: Pick<Box, 'start' | 'end'>, type: string): Promise<Box | undefined> {
  return (await listBoxes(source, within)).find((box) => box.type === type);
}

async function listBoxes(source: Source, { start, end }: Pick<Box, 'start' | 'end'>): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let at = start; at + 8 <= end; ) {
    const head = await source.read(at, 16);
    const short = head.readUInt32BE(0);
    const isLong = short === 1 && head.length === 16;
    const size = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short;
    if (size < (isLong ? 16 : 8) || at + size > end || boxes.length === MAX_BOXES) throw brokenFile();
    boxes.push({ type: head.toString('latin1', 4, 8), start: at + (isLong ? 16 : 8), end: at + size });
    at += size;
  }
  return boxes;
}
