import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import sharp, { type Raw, type Sharp } from 'sharp';
import type { ImageHeader } from '../header.ts';
import { variantWidths } from '../srcset.ts';
import type { DrawingJob, ImageAnswer, ImageJob, ImageLimits, ImageOrder, ReencodedImage } from './jobs.ts';

/** Allowlist of libvips loaders; they detect by content, so a renamed file is not decoded by another. */
const DECODERS = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadNsgifBuffer',
];
const NICENESS = 5;
const SAMPLE_INTERVAL = 20; // ms; a decoder allocates less than 100 MB in between
/** Pixels: optimised Huffman coding saves 5 % but takes 5.5 bytes of memory per pixel. */
const COUNT_SYMBOLS_UP_TO = 16_000_000;
const LOSSLESS_UP_TO = 8_000_000; // Pixels: lossless WebP takes 27 bytes of memory and 0.27 µs per pixel, lossy 8 bytes
const THOROUGH_UP_TO = 16_000_000; // pixels: lower effort keeps the largest WebP within the time limit
const QUALITY = 85;
const VARIANT = { quality: 72, effort: 5 }; // never re-encoded, and shown at high pixel density

preferForOomKiller();
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: DECODERS });
lowerPriority();

process.on('message', (order: ImageOrder) => void work(order));
// The server has exited. Not exit(): it would wait for a hanging decoder.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

async function work(order: ImageOrder): Promise<void> {
  const { time, memory } = order.limits;
  const before = process.cpuUsage();
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before); // µs, of all threads
    if (process.memoryUsage.rss() > memory || user + system > time * 1000)
      answer({ failed: 'too_heavy' }, () => process.kill(process.pid, 'SIGKILL'));
  }, SAMPLE_INTERVAL);
  try {
    answer('svg' in order ? { drawn: await draw(order, order.limits) } : await reencode(order));
  } catch (error) {
    answer({ failed: error instanceof Error && error.message.includes('pixel limit') ? 'too_many_pixels' : 'broken' });
  } finally {
    clearInterval(watch);
    // Frees this image's buffers before the next image.
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
  const variants = isStill ? await makeVariants(order, variantWidths(width)) : [];
  // An image of few colours may be smaller than its variants.
  return { bytes: data, width, height, variants: variants.filter(({ bytes }) => bytes.length < data.length) };
}

/** Only the largest variant is made from the file: decoding a large photo again costs more than all resizing. */
async function makeVariants(
  order: ImageJob & { limits: ImageLimits },
  widths: number[],
): Promise<ReencodedImage['variants']> {
  const largest = widths.at(-1);
  if (largest === undefined) return [];
  const picture = (await open(order)).resize({ width: largest }).toColourspace('srgb');
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const variants: ReencodedImage['variants'] = [];
  for (const each of widths) {
    const small = sharp(data, { raw: { width, height, channels } }).resize({ width: each });
    variants.push({ width: each, bytes: await small.webp(VARIANT).toBuffer() });
  }
  return variants;
}

async function open({ bytes, header, limits }: ImageJob & { limits: ImageLimits }): Promise<Sharp> {
  const isAnimated = header.frames > 1;
  const picture = sharp(bytes, {
    // Truncated files fail; warnings, such as stray bytes between segments, are common in phone photos.
    failOn: 'error',
    limitInputPixels: limits.pixels,
    sequentialRead: true,
    animated: isAnimated,
    autoOrient: !isAnimated,
  });
  const { depth, hasProfile } = await picture.metadata();
  // sharp converts 16-bit images with a profile to P3, which would then be taken for sRGB.
  if (depth === 'ushort' && hasProfile) picture.withIccProfile('srgb', { attach: false });
  return picture;
}

function encode(picture: Sharp, { format, width, height, frames, lossless }: ImageHeader): Sharp {
  const pixels = width * height * frames;
  if (format === 'jpeg') return picture.jpeg({ quality: QUALITY, optimiseCoding: pixels <= COUNT_SYMBOLS_UP_TO });
  if (format === 'png') return picture.png({ adaptiveFiltering: true });
  // The file's palette may lack the colour of the canvas around its frames.
  if (format === 'gif') return picture.gif({ reuse: false });
  if (lossless && pixels <= LOSSLESS_UP_TO) return picture.webp({ lossless: true, effort: 2 });
  return picture.webp({ quality: QUALITY, effort: pixels <= THOROUGH_UP_TO ? 4 : 2 });
}

/** Makes the OOM killer prefer this process to the server. */
function preferForOomKiller(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not on Linux.
  }
}

function lowerPriority(): void {
  try {
    setPriority(NICENESS);
  } catch {
    // Some sandboxes forbid it.
  }
}

const SVG_DECODER = 'VipsForeignLoadSvgBuffer'; // for own drawings only; unblocked only while one is read
/** Qualities tried until the size limit (bytes) is met: some messengers reject larger files. */
const DRAWING_QUALITIES = [84, 70, 55, 40];
const DRAWING_BYTES = 150_000;

/** Rasterises a drawing, over `behind` if given. Runs in the child only. */
export async function draw({ svg, format, width, behind, focus }: DrawingJob, limits: ImageLimits): Promise<Buffer> {
  const { data, info } = await readSvg(svg, width, limits);
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const picture = behind
    ? sharp(await backdrop(behind, raw, limits, focus), { raw: { ...raw, channels: 3 } }).composite([
        { input: data, raw },
      ])
    : sharp(data, { raw });
  if (format === 'png') return picture.png({ adaptiveFiltering: true }).toBuffer();
  const flat = await picture.flatten().raw().toBuffer({ resolveWithObject: true });
  return writeJpeg(flat.data, { ...raw, channels: flat.info.channels });
}

async function writeJpeg(pixels: Buffer, raw: Raw): Promise<Buffer> {
  let drawn = Buffer.alloc(0);
  for (const quality of DRAWING_QUALITIES) {
    const chromaSubsampling = quality > 60 ? '4:4:4' : '4:2:0';
    drawn = await sharp(pixels, { raw }).jpeg({ quality, mozjpeg: true, chromaSubsampling }).toBuffer();
    if (drawn.length <= DRAWING_BYTES) break;
  }
  return drawn;
}

async function readSvg(svg: string, width: number | undefined, { pixels }: ImageLimits) {
  sharp.unblock({ operation: [SVG_DECODER] });
  try {
    const drawing = sharp(Buffer.from(svg), { limitInputPixels: pixels });
    return await (width ? drawing.resize({ width }) : drawing)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
  } finally {
    sharp.block({ operation: [SVG_DECODER] });
  }
}

/** Covers `frame`; `focus` positions the crop, as CSS `object-position` does. */
async function backdrop(bytes: Buffer, frame: Raw, { pixels }: ImageLimits, focus = { x: 50, y: 50 }) {
  const options = { failOn: 'error', limitInputPixels: pixels, sequentialRead: true, autoOrient: true } as const;
  const { autoOrient: own } = await sharp(bytes, options).metadata();
  const scale = Math.max(frame.width / own.width, frame.height / own.height);
  const width = Math.max(frame.width, Math.round(own.width * scale));
  const height = Math.max(frame.height, Math.round(own.height * scale));
  const left = Math.round(((width - frame.width) * focus.x) / 100);
  const top = Math.round(((height - frame.height) * focus.y) / 100);
  const cropped = sharp(bytes, options)
    .resize({ width, height, fit: 'fill' })
    .extract({ left, top, width: frame.width, height: frame.height });
  return cropped.flatten().toColourspace('srgb').removeAlpha().raw().toBuffer();
}
