import { brokenFile, isVideo } from '../errors.ts';
import type { Content, Source } from './source.ts';

/** Boxes of one level: real files have a few dozen. */
const MOST_BOXES = 2000;

interface Box {
  type: string;
  start: number; // of its content
  end: number;
}

export function isMp4(start: Buffer): boolean {
  return start.toString('latin1', 4, 8) === 'ftyp';
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
    if (size < (isLong ? 16 : 8) || at + size > end || boxes.length === MOST_BOXES) throw brokenFile();
    boxes.push({ type: head.toString('latin1', 4, 8), start: at + (isLong ? 16 : 8), end: at + size });
    at += size;
  }
  return boxes;
}
