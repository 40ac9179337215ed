import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { seeded } from './scene.ts';

/** The darkroom: light spills over (bloom), corners fall off, the film has grain. */
export async function develop(svg: string, width: number, height: number, grain = 5): Promise<Sharp> {
  const drawn = await sharp(Buffer.from(svg), { limitInputPixels: 64_000_000 })
    .removeAlpha()
    .png({ compressionLevel: 0 })
    .toBuffer();
  const [near, far] = await Promise.all([bloom(drawn, width * 0.006, 150), bloom(drawn, width * 0.035, 110)]);
  const layers: OverlayOptions[] = [
    { input: near, blend: 'screen' },
    { input: far, blend: 'screen' },
    { input: Buffer.from(vignette(width, height)), blend: 'multiply' },
  ];
  if (grain > 0) layers.push({ input: await grainTile(grain), blend: 'overlay', tile: true });
  const composed = await sharp(drawn).composite(layers).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return sharp(composed.data, { raw: { width: composed.info.width, height: composed.info.height, channels: 3 } });
}

function bloom(picture: Buffer, deviation: number, threshold: number): Promise<Buffer> {
  const gain = 255 / (255 - threshold);
  return sharp(picture)
    .linear(gain * 0.5, -threshold * gain * 0.5)
    .blur(Math.max(0.5, deviation))
    .png({ compressionLevel: 0 })
    .toBuffer();
}

function vignette(width: number, height: number): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><radialGradient id="v" cx=".5" cy=".48" r=".78">` +
    '<stop offset=".45" stop-color="#fff"/><stop offset="1" stop-color="#5a5560"/></radialGradient></defs>' +
    `<rect width="${width}" height="${height}" fill="url(#v)"/></svg>`
  );
}

async function grainTile(strength: number): Promise<Buffer> {
  const size = 256;
  const random = seeded('grain');
  const pixels = Buffer.alloc(size * size * 3);
  for (let index = 0; index < size * size; index += 1) {
    const value = 128 + (random.next() + random.next() + random.next() - 1.5) * strength * 2;
    pixels.fill(Math.round(value), index * 3, index * 3 + 3);
  }
  return sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
    .png()
    .toBuffer();
}
