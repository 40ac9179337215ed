import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import sharp, { type Sharp } from 'sharp';
import type { ImageHeader } from '../header.ts';
import { copyWidths } from '../srcset.ts';
import { draw } from './drawing.ts';
import type { ImageAnswer, ImageJob, ImageLimits, ImageOrder, ReencodedImage } from './jobs.ts';

/** The only decoders that run; libvips knows many more. They look at the content, so a renamed file gets no further. */
const DECODERS = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadNsgifBuffer',
];
/** Nicer than the server, which must answer while a photo is decoded, but not starved by it. */
const NICENESS = 5;
/** A decoder takes less than 100 MB between two looks at the memory. In ms. */
const WATCH_EVERY = 20;
/** Counting a JPEG's symbols before writing saves 5 % of its bytes and costs 5.5 bytes of memory a pixel: too dear for a large photo. */
const COUNT_SYMBOLS_UP_TO = 16_000_000;
/** Exact WebP takes 27 bytes of memory and 0.27 µs a pixel, ordinary WebP 8 bytes. */
const LOSSLESS_UP_TO = 8_000_000;
/** Fewer attempts at a smaller file, so that the largest WebP stays well within the time. */
const THOROUGH_UP_TO = 16_000_000;
/** Where a second loss of quality is not seen. */
const QUALITY = 85;
/** A copy is never edited again, and its pixels are small on the screens that choose it. */
const COPY = { quality: 72, effort: 5 };

volunteer();
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: DECODERS });
yieldToServer();

process.on('message', (order: ImageOrder) => void work(order));
// Nobody is left to answer. Not exit(), which would wait for a decoder that may be hanging.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

async function work(order: ImageOrder): Promise<void> {
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > order.limits.memory)
      answer({ failed: 'too_heavy' }, () => process.kill(process.pid, 'SIGKILL'));
  }, WATCH_EVERY);
  try {
    answer('svg' in order ? { drawn: await draw(order, order.limits) } : await reencode(order));
  } catch (error) {
    answer({ failed: error instanceof Error && error.message.includes('pixel limit') ? 'too_many_pixels' : 'broken' });
  } finally {
    clearInterval(watch);
    // The bytes of this picture would otherwise lie beside those of the next.
    globalThis.gc?.();
  }
}

function answer(message: ImageAnswer, sent?: () => void): void {
  process.send?.(message, undefined, undefined, sent);
}

async function reencode(order: ImageJob & { limits: ImageLimits }): Promise<ReencodedImage> {
  const { header } = order;
  const { data, info } = await encode(await open(order), header).toBuffer({ resolveWithObject: true });
  const { width, pageHeight: height = info.height } = info;
  const isStill = header.frames === 1 && header.format !== 'gif';
  const copies = isStill ? await makeCopies(order, copyWidths(width)) : [];
  // A drawing of few colours may take fewer bytes than its copies do.
  return { bytes: data, width, height, copies: copies.filter(({ bytes }) => bytes.length < data.length) };
}

/** The largest copy is made from the file, the others from its pixels: a second reading of a large photo costs more than all of them. */
async function makeCopies(
  order: ImageJob & { limits: ImageLimits },
  widths: number[],
): Promise<ReencodedImage['copies']> {
  const largest = widths.at(-1);
  if (largest === undefined) return [];
  const picture = (await open(order)).resize({ width: largest }).toColourspace('srgb');
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const copies: ReencodedImage['copies'] = [];
  for (const each of widths) {
    const small = sharp(data, { raw: { width, height, channels } }).resize({ width: each });
    copies.push({ width: each, bytes: await small.webp(COPY).toBuffer() });
  }
  return copies;
}

async function open({ bytes, header, limits }: ImageJob & { limits: ImageLimits }): Promise<Sharp> {
  const isAnimated = header.frames > 1;
  const picture = sharp(bytes, {
    // Cut-off files are refused; what decoders only warn of, such as stray bytes between segments, is common in phone photos.
    failOn: 'error',
    limitInputPixels: limits.pixels,
    sequentialRead: true,
    animated: isAnimated,
    autoOrient: !isAnimated,
  });
  const { depth, hasProfile } = await picture.metadata();
  // Of 16-bit pictures with a profile sharp makes P3 values that would then be taken for sRGB.
  if (depth === 'ushort' && hasProfile) picture.withIccProfile('srgb', { attach: false });
  return picture;
}

function encode(picture: Sharp, { format, width, height, frames, lossless }: ImageHeader): Sharp {
  const pixels = width * height * frames;
  if (format === 'jpeg') return picture.jpeg({ quality: QUALITY, optimiseCoding: pixels <= COUNT_SYMBOLS_UP_TO });
  if (format === 'png') return picture.png({ adaptiveFiltering: true });
  // The palette of the file may lack the colour of the canvas around its frames.
  if (format === 'gif') return picture.gif({ reuse: false });
  if (lossless && pixels <= LOSSLESS_UP_TO) return picture.webp({ lossless: true, effort: 2 });
  return picture.webp({ quality: QUALITY, effort: pixels <= THOROUGH_UP_TO ? 4 : 2 });
}

/** When memory runs out, the kernel ends this process and not the server. */
function volunteer(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not on Linux.
  }
}

function yieldToServer(): void {
  try {
    setPriority(NICENESS);
  } catch {
    // Some sandboxes forbid it. The work is the same, only less polite.
  }
}
