import sharp, { type Raw } from 'sharp';
import type { DrawingJob, ImageLimits } from './jobs.ts';

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

/** Covers `frame`; of what overflows, `focus` says which part stays, as in CSS `object-position`. */
async function backdrop(bytes: Buffer, frame: Frame, { pixels }: ImageLimits, focus = { x: 50, y: 50 }) {
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

interface Frame {
  width: number;
  height: number;
}
