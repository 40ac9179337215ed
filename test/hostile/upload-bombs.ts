import { deflateSync } from 'node:zlib';
import { animation, chunk, flatPng, noise, png } from '../rig/world/pictures.ts';
import type { HostileFile } from './upload-files.ts';

export async function bombs(): Promise<HostileFile[]> {
  const huge = Buffer.from([0xff, 0xff, 0xff, 0xff]);
  const at = (bytes: Buffer, mark: Buffer | string, offset: number, values: Buffer | number[]) => {
    const copy = Buffer.from(bytes);
    copy.set(values, copy.indexOf(mark) + offset);
    return copy;
  };
  const files: Record<string, Buffer> = {
    'whole png of 400 megapixels': flatPng(20_000, 20_000),
    'png of 2^31': png(2 ** 31 - 1, 2 ** 31 - 1, Buffer.alloc(0)),
    'png of 65 megapixels interlaced': flatPng(8100, 8100, { interlaced: true }),
    'jpeg of 65535': at(await noise().jpeg().toBuffer(), Buffer.from([0xff, 0xc0]), 5, huge),
    'progressive jpeg of 65535': at(
      await noise().jpeg({ progressive: true }).toBuffer(),
      Buffer.from([0xff, 0xc2]),
      5,
      huge,
    ),
    'webp of 16384': at(await noise().webp({ lossless: true }).toBuffer(), 'VP8L', 9, [0xff, 0xff, 0xff, 0x0f]),
    'webp with a canvas of 16384': at(await animation().webp().toBuffer(), 'VP8X', 12, [0xff, 0x3f, 0, 0xff, 0x3f, 0]),
    'gif of 65535': at(await noise().gif().toBuffer(), 'GIF89a', 6, huge),
    'gif of 3300 frames': manyFrames(await animation(200, 100).gif().toBuffer()),
  };
  const refused = Object.entries(files).map(([name, bytes]) => ({ name, bytes, isBomb: true }));
  // Small pictures whose metadata unpack to 200 MB.
  const zeros = deflateSync(Buffer.alloc(200_000_000), { level: 9 });
  const plain = await noise().png().toBuffer();
  const packed = ['zTXt', 'iCCP', 'iTXt'].map((kind) => {
    const head = kind === 'iTXt' ? 'a\0\x01\0\0\0' : 'a\0\0';
    return {
      name: `png with 200 MB in ${kind}`,
      bytes: Buffer.concat([
        plain.subarray(0, 33),
        chunk(kind, Buffer.concat([Buffer.from(head, 'latin1'), zeros])),
        plain.subarray(33),
      ]),
    };
  });
  return [...refused, ...packed, { name: 'png of 64 megapixels that is whole', bytes: flatPng(8000, 8000) }];
}

function manyFrames(moving: Buffer): Buffer {
  const frame = Buffer.from('2c00000000c80064000002024c0100', 'hex');
  return Buffer.concat([moving.subarray(0, -1), ...Array.from({ length: 3300 }, () => frame), Buffer.from([0x3b])]);
}
