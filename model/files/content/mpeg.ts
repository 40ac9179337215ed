import { brokenFile } from '../errors.ts';
import type { Content, Source } from './source.ts';

const FRAMES = 4; // Frames in a row that make it audio: one header of four bytes is found in any file
/** After a tag, which some programs pad; in bytes. */
const SOUGHT_IN = 64 * 1024;
const HEADER_BYTES = 7;

interface Frame {
  extension: 'mp3' | 'aac';
  length: number; // bytes
  rate: number; // samples/s
  samples: number;
  bitrate: number; // bit/s; 0 when unknown
  isMono: boolean;
}

/** MP3 (ISO 11172-3, 13818-3) or ADTS AAC (13818-7), with or without an ID3 tag; undefined when it is neither. 422 */
export async function readMpeg(source: Source, start: Buffer): Promise<Content<'mp3' | 'aac'> | undefined> {
  const tag = tagBytes(start);
  const bytes = await source.read(tag, tag > 0 ? SOUGHT_IN : FRAMES * 8192);
  const at = await findFrames(source, tag, bytes, tag > 0 ? bytes.length - HEADER_BYTES : 0);
  if (at === undefined) {
    if (tag > 0) throw brokenFile();
    return undefined;
  }
  const frame = readFrame(bytes, at) as Frame;
  const { extension } = frame;
  return {
    extension,
    seconds: extension === 'mp3' ? duration(frame, bytes.subarray(at), source.size - tag - at) : null,
  };
}

/** Length of an ID3v2 tag (id3.org, id3v2.4.0-structure, 3.1). */
function tagBytes(start: Buffer): number {
  if (start.length < 10 || start.toString('latin1', 0, 3) !== 'ID3') return 0;
  const [a = 0, b = 0, c = 0, d = 0] = start.subarray(6, 10);
  return 10 + (a << 21) + (b << 14) + (c << 7) + d + ((start[5] ?? 0) & 0x10 ? 10 : 0);
}

async function findFrames(source: Source, tag: number, bytes: Buffer, last: number): Promise<number | undefined> {
  for (let at = 0; at <= last; at += 1) {
    if (bytes[at] === 0xff && readFrame(bytes, at) && (await isChain(source, tag + at))) return at;
  }
  return undefined;
}

async function isChain(source: Source, from: number): Promise<boolean> {
  let at = from;
  let first: Frame | undefined;
  for (let count = 0; count < FRAMES; count += 1) {
    if (first && at >= source.size) return at === source.size;
    const frame = readFrame(await source.read(at, HEADER_BYTES), 0);
    if (!frame || (first && (frame.extension !== first.extension || frame.rate !== first.rate))) return false;
    first ??= frame;
    at += frame.length;
  }
  return at <= source.size;
}

function readFrame(bytes: Buffer, at: number): Frame | undefined {
  if (at + HEADER_BYTES > bytes.length || (bytes.readUInt16BE(at) & 0xffe0) !== 0xffe0) return undefined;
  const layer = (bytes.readUInt8(at + 1) >> 1) & 3;
  if (layer === 1) return readLayer3(bytes, at);
  return layer === 0 && (bytes.readUInt16BE(at) & 0xfff6) === 0xfff0 ? readAdts(bytes, at) : undefined;
}

const BITRATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];
const RATES = [44_100, 48_000, 32_000];
const DIVISORS = [4, 0, 2, 1]; // By the version of a header: MPEG 2.5, reserved, 2, 1

function readLayer3(bytes: Buffer, at: number): Frame | undefined {
  const [second, third] = [bytes.readUInt8(at + 1), bytes.readUInt8(at + 2)];
  const divisor = DIVISORS[(second >> 3) & 3] ?? 0;
  const bitrate = (BITRATES[divisor === 1 ? 0 : 1]?.[third >> 4] ?? 0) * 1000;
  const rate = (RATES[(third >> 2) & 3] ?? 0) / divisor;
  if (!bitrate || !rate || !divisor) return undefined;
  const samples = divisor === 1 ? 1152 : 576;
  const length = Math.floor(((samples / 8) * bitrate) / rate) + ((third >> 1) & 1);
  return { extension: 'mp3', length, rate, samples, bitrate, isMono: bytes.readUInt8(at + 3) >> 6 === 3 };
}

function readAdts(bytes: Buffer, at: number): Frame | undefined {
  const length = (bytes.readUIntBE(at + 3, 3) >> 5) & 0x1fff;
  const rate = (bytes.readUInt8(at + 2) >> 2) & 0xf;
  if (length < HEADER_BYTES || rate > 12) return undefined;
  return { extension: 'aac', length, rate, samples: 1024, bitrate: 0, isMono: false };
}

/** Length from the number of frames in a Xing or Info header, else from the bitrate, which is then constant. */
function duration({ samples, rate, bitrate, isMono }: Frame, bytes: Buffer, size: number): number {
  const at = 4 + (samples === 1152 ? (isMono ? 17 : 32) : isMono ? 9 : 17);
  const mark = bytes.toString('latin1', at, at + 4);
  const hasCount = (mark === 'Xing' || mark === 'Info') && (bytes.readUInt8(at + 7) & 1) === 1;
  return hasCount ? (bytes.readUInt32BE(at + 8) * samples) / rate : (size * 8) / bitrate;
}
