import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A picture of noise in colours: it cannot be squeezed, so cuts and sizes mean something. */
export function noise(width = 120, height = 80, seed = 1): Sharp {
  return sharp(noiseBytes(width, height, seed), { raw: { width, height, channels: 3 } });
}

/** A picture as it lies on a disk, for a chooser of files. */
export async function pngFile(name = 'a.png', image = noise()) {
  return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() };
}

/** Such a picture as a browser sends it. */
export async function pictureForm(width: number, height: number, seed?: number): Promise<FormData> {
  const picture = await noise(width, height, seed).png().toBuffer();
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(picture)]), 'noise.png');
  return form;
}

/** Four frames shown for 100, 200, 300 and 400 ms, three times over. */
export function animation(width = 60, height = 40): Sharp {
  const frames = Buffer.concat([1, 2, 3, 4].map((seed) => noiseBytes(width, height, seed)));
  return sharp(frames, { raw: { width, height: height * 4, channels: 3, pageHeight: height } });
}

export const ANIMATED = { delay: [100, 200, 300, 400], loop: 3 };

/** One picture of each format, and the animations. */
export async function oneImageOfEach(): Promise<Record<string, Buffer>> {
  return {
    'photo.jpg': await noise().jpeg().toBuffer(),
    'progressive.jpg': await noise().jpeg({ progressive: true }).toBuffer(),
    'drawing.png': await noise().png().toBuffer(),
    'interlaced.png': await noise().png({ progressive: true }).toBuffer(),
    'photo.webp': await noise().webp().toBuffer(),
    'exact.webp': await noise().webp({ lossless: true }).toBuffer(),
    'still.gif': await noise().gif().toBuffer(),
    'animated.gif': await animation().gif(ANIMATED).toBuffer(),
    'animated.webp': await animation().webp(ANIMATED).toBuffer(),
  };
}

/** A camera's photo: lies on its side (EXIF orientation 6), red above and blue below once upright, knows where it was taken. */
export async function sidewaysPhoto(): Promise<Buffer> {
  const upright = await halves(80, 120).toBuffer();
  const gps = { GPSLatitudeRef: 'N', GPSLatitude: '55/1 45/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '37/1 7/1 0/1' };
  return sharp(await sharp(upright).rotate(-90).toBuffer())
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: 'SECRETCAMERA' }, IFD3: gps })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>SECRETNOTE</note></x:xmpmeta>')
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** A PNG of one colour that takes next to no bytes, whatever its size: zeros compress a thousandfold. */
export function flatPng(width: number, height: number, { bits = 1, colour = 0, interlaced = false } = {}): Buffer {
  const samples = colour === 6 ? 4 : 1;
  const row = Math.ceil((width * bits * samples) / 8);
  // Each of the seven passes of an interlaced picture begins its rows anew.
  const size = interlaced ? row * height + 16 * height : (row + 1) * height;
  return png(width, height, deflateSync(Buffer.alloc(size)), [bits, colour, 0, 0, interlaced ? 1 : 0]);
}

/** A PNG that claims a size and holds almost nothing. */
export function png(width: number, height: number, pixels: Buffer, [...kind]: number[] = [8, 2, 0, 0, 0]): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', Buffer.concat([size, Buffer.from(kind)])),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** The first bytes of an ISO base media file, as HEIC and AVIF have them. */
export function isoMedia(brand: string): Buffer {
  return Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1miaf${'\0'.repeat(400)}`, 'latin1');
}

function halves(width: number, height: number): Sharp {
  const blue = { create: { width, height: height / 2, channels: 3 as const, background: '#0000ff' } };
  return sharp({ create: { width, height, channels: 3 as const, background: '#ff0000' } })
    .composite([{ input: blue, gravity: 'south' }])
    .png();
}

function noiseBytes(width: number, height: number, seed: number): Buffer {
  const bytes = Buffer.alloc(width * height * 3);
  let state = seed;
  for (let at = 0; at < bytes.length; at += 1) {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    bytes[at] = (state >>> 16) & 0xff;
  }
  return bytes;
}
