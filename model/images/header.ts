import { brokenImage, emptyFile, heifImage, noImage } from './errors.ts';

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif';

export interface ImageHeader {
  format: ImageFormat;
  width: number; // stored pixels, before EXIF rotation
  height: number;
  frames: number;
  lossless: boolean;
}

/** From the structure alone: no pixel is decoded, so bombs cost nothing. 415 unknown format, 422 damaged file. */
export function readImageHeader(bytes: Buffer): ImageHeader {
  if (bytes.length === 0) throw emptyFile();
  const format = formatOf(bytes);
  if (!format) throw isHeif(bytes) ? heifImage() : noImage();
  const header = readStructure(format, bytes);
  if (!header) throw brokenImage();
  return { format, ...header };
}

type Structure = Omit<ImageHeader, 'format'>;

function formatOf(bytes: Buffer): ImageFormat | undefined {
  if (bytes.readUIntBE(0, Math.min(3, bytes.length)) === 0xffd8ff) return 'jpeg';
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif';
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'webp';
  return undefined;
}

const HEIF_BRANDS = /^(hei[cmsx]|hev[cmsx]|mif1|msf1|avif|avis)/;

function isHeif(bytes: Buffer): boolean {
  return bytes.toString('latin1', 4, 8) === 'ftyp' && HEIF_BRANDS.test(bytes.toString('latin1', 8, 12));
}

function readStructure(format: ImageFormat, bytes: Buffer): Structure | undefined {
  try {
    return { jpeg: readJpeg, png: readPng, webp: readWebp, gif: readGif }[format](bytes);
  } catch (error) {
    // Reads past the end mean a truncated file.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function still(width: number, height: number): Structure {
  return { width, height, frames: 1, lossless: false };
}

/** Marker segments up to the first frame header (ITU T.81, B.1.1); skips stray bytes, as decoders do. */
function readJpeg(bytes: Buffer): Structure | undefined {
  for (let at = 2; ; ) {
    const marker = bytes.readUInt16BE(at) - 0xff00;
    if (marker < 0) at = nextMarker(bytes, at + 1);
    else if (marker === 0xff) at += 1;
    else if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker === 0xd9 || marker === 0xda) return undefined;
    else if (isFrameHeader(marker)) return still(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
}

function nextMarker(bytes: Buffer, from: number): number {
  const at = bytes.indexOf(0xff, from);
  return at < 0 ? bytes.length : at;
}

/** SOF0 to SOF15 except DHT, JPG and DAC. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

const IHDR = 0x49484452;
const IEND = 0x49454e44;

/** Chunks up to IEND (PNG, third edition, 5.3): decoders tolerate its absence. */
function readPng(bytes: Buffer): Structure | undefined {
  if (bytes.readUInt32BE(8) !== 13 || bytes.readUInt32BE(12) !== IHDR) return undefined;
  let at = 8;
  while (bytes.readUInt32BE(at + 4) !== IEND) at += 12 + bytes.readUInt32BE(at);
  if (at + 12 > bytes.length) return undefined;
  return still(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
}

const ANMF = 0x464d4e41;
const VP8 = 0x20385056;
const VP8L = 0x4c385056;
const VP8X = 0x58385056;

/** Counts animation frames (RFC 9649, 2). */
function readWebp(bytes: Buffer): Structure | undefined {
  const size = webpSize(bytes);
  if (!size) return undefined;
  let frames = 0;
  let lossless = false;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.readUInt32LE(at);
    const length = bytes.readUInt32LE(at + 4);
    if (name === ANMF) frames += 1;
    if (name === VP8L || (name === ANMF && bytes.readUInt32LE(at + 24) === VP8L)) lossless = true;
    at += 8 + length + (length % 2);
  }
  return { ...size, frames: Math.max(1, frames), lossless };
}

function webpSize(bytes: Buffer): { width: number; height: number } | undefined {
  const name = bytes.readUInt32LE(12);
  if (name === VP8X) return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (name === VP8) return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (name !== VP8L) return undefined;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** Blocks up to the trailer (GIF89a, appendix B): decoders tolerate its absence and silently lose frames. */
function readGif(bytes: Buffer): Structure {
  let [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  let frames = 0;
  let at = 13 + colourTableSize(bytes.readUInt8(10));
  for (let block = bytes.readUInt8(at); block !== 0x3b; block = bytes.readUInt8(at)) {
    if (block === 0x2c) {
      frames += 1;
      // A frame may exceed the declared screen; decoders then enlarge it.
      width = Math.max(width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5));
      height = Math.max(height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7));
      at = afterSubBlocks(bytes, at + 11 + colourTableSize(bytes.readUInt8(at + 9)));
    } else if (block === 0x21) at = afterSubBlocks(bytes, at + 2);
    else at += 1;
  }
  return { width, height, frames: Math.max(1, frames), lossless: true };
}

function colourTableSize(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function afterSubBlocks(bytes: Buffer, start: number): number {
  let at = start;
  for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) at += length + 1;
  return at + 1;
}
