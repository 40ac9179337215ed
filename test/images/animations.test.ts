import sharp from 'sharp';
import { expect, test } from 'vitest';
import { needImages } from '../rig/needs.ts';
import { onLargerCanvas } from './gif-layers.ts';

const t = await needImages();

function frames(count: number, width: number, height: number) {
  const bytes = Buffer.alloc(width * height * count * 3);
  for (let pixel = 0; pixel < width * height * count; pixel += 1) {
    const frame = Math.floor(pixel / (width * height));
    bytes.set([200 + ((pixel * 7 + frame * 13) % 50), 120 + ((pixel * 3) % 60), 60 + (frame % 40)], pixel * 3);
  }
  return sharp(bytes, { raw: { width, height: height * count, channels: 3, pageHeight: height } });
}

const pixelsOf = (bytes: Buffer) => sharp(bytes, { animated: true }).ensureAlpha().raw().toBuffer();

async function stored(bytes: Buffer): Promise<Buffer> {
  const answer = await t.upload(bytes);
  expect(answer.statusCode).toBe(201);
  return (await t.app.inject(answer.json().url)).rawPayload;
}

test.each([1, 3])('a GIF of %i frames that do not cover its canvas keeps every colour', async (count) => {
  const gif = await frames(count, 20, 20)
    .gif({ loop: 0, delay: Array<number>(count).fill(100) })
    .toBuffer();
  const given = onLargerCanvas(gif);
  const [before, after] = await Promise.all([pixelsOf(given), stored(given).then(pixelsOf)]);
  expect(before.subarray(0, 4)).toEqual(Buffer.from([0, 0, 0, 255]));
  expect(after.equals(before)).toBe(true);
});

test('a WebP keeps all its frames, though one above the other they are higher than a WebP may be', async () => {
  const webp = await frames(97, 60, 200)
    .webp({ loop: 0, delay: Array<number>(97).fill(50) })
    .toBuffer();
  const { pages, pageHeight, height } = await sharp(await stored(webp), { animated: true }).metadata();
  expect([pages, pageHeight, height]).toEqual([97, 200, 97 * 200]);
});
