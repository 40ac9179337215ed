import type { ImageStore } from '../images/images.ts';
import { drawIcon, type IconShape } from './mark.ts';

export interface Icon {
  shape: IconShape;
  size: number;
}

export const ICONS: Record<string, Icon> = {
  '/apple-touch-icon.png': { shape: 'square', size: 180 },
  '/icon-192.png': { shape: 'rounded', size: 192 },
  '/icon-512.png': { shape: 'rounded', size: 512 },
  '/icon-maskable.png': { shape: 'maskable', size: 512 },
};

export function makeIcon(pictures: ImageStore, accent: string, { shape, size }: Icon): Promise<Buffer> {
  return pictures.draw({ svg: drawIcon(accent, shape), format: 'png', width: size });
}

/** `favicon.ico` for clients without SVG: a 32-pixel PNG in an ICO container. */
export async function makeFavicon(pictures: ImageStore, accent: string): Promise<Buffer> {
  const png = await makeIcon(pictures, accent, { shape: 'rounded', size: 32 });
  const header = Buffer.alloc(22);
  // ICONDIR with one ICONDIRENTRY: 32 × 32, one plane, 32 bits.
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(32, 6);
  header.writeUInt8(32, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
