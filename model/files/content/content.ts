import type { FileExtension } from '../../uploads/types.ts';
import { brokenFile, emptyFile, isImage, oldDocument, unknownFile } from '../errors.ts';
import { isFlac, readFlac } from './flac.ts';
import { isMp4, readMp4 } from './mp4.ts';
import { readMpeg } from './mpeg.ts';
import { readZipType } from './office.ts';
import { isOgg, readOgg } from './ogg.ts';
import { assertNoHiddenPdf, assertWholePdf, isPdf } from './pdf.ts';
import type { Content, Source } from './source.ts';
import { isWav, readWav } from './wav.ts';
import { endsAsZip, isZip } from './zip.ts';

const START_BYTES = 4096;
/** Longer ones count as unknown: a damaged header may hold any number. */
const MOST_SECONDS = 1_000_000;

/**
 * Type and duration of a file, by its content. 415 when not accepted, 422 when damaged or of two types at once. Audio has own
 * readers (270 lines): music-metadata 12.1.0 brings 15 packages and takes Ogg, MP3, WAV and FLAC that are cut off.
 */
export async function readContent(source: Source): Promise<Content<FileExtension>> {
  const start = await source.read(0, START_BYTES);
  if (start.length === 0) throw emptyFile();
  if (isZip(start)) return { extension: await readZipType(source), seconds: null };
  const content = await readOther(source, start);
  if (await endsAsZip(source)) throw brokenFile();
  const { seconds } = content;
  return { ...content, seconds: seconds !== null && seconds < MOST_SECONDS ? seconds : null };
}

async function readOther(source: Source, start: Buffer): Promise<Content<FileExtension>> {
  if (isPdf(start)) {
    await assertWholePdf(source);
    return { extension: 'pdf', seconds: null };
  }
  if (isOgg(start)) return readOgg(source);
  if (isWav(start)) return readWav(source);
  if (isFlac(start)) return readFlac(source);
  if (IMAGE.test(start.toString('latin1', 0, 16))) throw isImage();
  if (isMp4(start)) return readMp4(source);
  const mpeg = await readMpeg(source, start);
  if (mpeg) return mpeg;
  if (start.subarray(0, 8).equals(COMPOUND_FILE)) throw oldDocument();
  assertNoHiddenPdf(start);
  throw unknownFile();
}

const IMAGE = /^(?:\xff\xd8\xff|\x89PNG|GIF8|RIFF....WEBP|....ftyp(?:hei|hev|mif1|msf1|avi[fs]))/s;
/** Of DOC, XLS and PPT (MS-CFB, 2.2). */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
