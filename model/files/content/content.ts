import type { FileExtension } from '../../uploads/types.ts';
import { brokenFile, emptyFile, isImage, oldDocument, strangeStart, unknownFile } from '../errors.ts';
import { readFlac, readMp4, readOgg, readWav } from './audio.ts';
import { readMpeg } from './mpeg.ts';
import { readZipType } from './office.ts';
import { type Content, readEnd, type Source } from './source.ts';
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
  const head = start.toString('latin1', 0, 16);
  if (head.startsWith('%PDF-')) {
    // Each PDF has this end.
    if (!(await readEnd(source, LOOKED_AT)).includes('%%EOF')) throw brokenFile();
    return { extension: 'pdf', seconds: null };
  }
  if (head.startsWith('OggS')) return readOgg(source);
  if (/^RIFF....WAVE/s.test(head)) return readWav(source);
  if (head.startsWith('fLaC')) return readFlac(source);
  if (IMAGE.test(head)) throw isImage();
  if (head.slice(4, 8) === 'ftyp') return readMp4(source);
  const mpeg = await readMpeg(source, start);
  if (mpeg) return mpeg;
  if (start.subarray(0, 8).equals(COMPOUND_FILE)) throw oldDocument();
  // Behind other bytes it may be of two types at once.
  if (start.subarray(0, LOOKED_AT).includes('%PDF-')) throw strangeStart();
  throw unknownFile();
}

const IMAGE = /^(?:\xff\xd8\xff|\x89PNG|GIF8|RIFF....WEBP|....ftyp(?:hei|hev|mif1|msf1|avi[fs]))/s;
/** Of DOC, XLS and PPT (MS-CFB, 2.2). */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Viewers look this far, in bytes, for the header and for the end of a PDF (ISO 32000-1, implementation notes 13 and 18). */
const LOOKED_AT = 1024;
