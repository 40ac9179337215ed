import { hash } from 'node:crypto';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import type { Article } from '../articles/schema.ts';
import { findImages } from '../images/lookup.ts';
import type { Store } from '../store.ts';
import { type GalleryPicture, galleriesIn, MAX_IN_ARCHIVE, pictureOf } from './galleries.ts';

export interface GalleryArchive {
  name: string; // «Название — фото.zip»
  size: number; // bytes
  tag: string; // ETag: changes with any byte
  read: () => AsyncGenerator<Uint8Array>;
}

type Source = Pick<Store, 'db' | 'uploads'>;

const MAX_NAME = 80; // characters
const CAPTIONS = 'Подписи.txt';

/** Pictures of an article's gallery `number`, captions in a text file; undefined unless it is offered. */
export async function readGalleryArchive(
  source: Source,
  { title, content, updatedAt }: Pick<Article, 'title' | 'content' | 'updatedAt'>,
  number: number,
): Promise<GalleryArchive | undefined> {
  const galleries = [...galleriesIn(content)];
  const gallery = galleries[number - 1];
  if (!gallery?.isDownloadable || gallery.figures.length > MAX_IN_ARCHIVE) return undefined;
  const pictures = gallery.figures.map(pictureOf);
  const files = await toFiles(source, pictures, title);
  const name = `${fileName(title)} — фото${galleries.length > 1 ? ` ${number}` : ''}.zip`;
  // File names of pictures are content hashes.
  const tag = hash('sha256', JSON.stringify([updatedAt, title, pictures, files])).slice(0, 16);
  return { name, size: zipSize(files), tag, read: () => zip(files, new Date(updatedAt)) };
}

async function toFiles({ db, uploads }: Source, pictures: GalleryPicture[], title: string): Promise<ZipFile[]> {
  // Uploads only: external images are not fetched.
  const images = await findImages(
    db,
    pictures.map(({ src }) => src),
  );
  const digits = String(pictures.length).length;
  const named = pictures.map((picture, at) => {
    const number = String(at + 1).padStart(Math.max(2, digits), '0');
    return { ...picture, name: number + path.extname(picture.src), size: images.get(picture.src)?.bytes };
  });
  const text = Buffer.from(captions(title, named));
  const stored = named.flatMap(({ name, size, src }) =>
    size === undefined ? [] : [{ name, size, read: () => readImage(uploads, src) }],
  );
  return [...stored, { name: CAPTIONS, size: text.length, read: () => [text] }];
}

async function* readImage(uploads: Store['uploads'], src: string): AsyncGenerator<Uint8Array> {
  const found = await uploads.open([src.slice('/uploads/'.length)]);
  if (!found) throw new Error(`The file of ${src} is missing.`);
  yield* found.read();
}

/** With the byte order mark and line ends that old editors on Windows need. */
function captions(title: string, pictures: (GalleryPicture & { name: string; size: number | undefined })[]): string {
  const entries = pictures.map(({ name, src, size, caption, credit }) =>
    [size === undefined ? src : name, caption, credit].filter(Boolean).join('\r\n'),
  );
  return `\ufeff${[title, ...entries].join('\r\n\r\n')}\r\n`;
}

/** Drops characters that Windows, macOS or shells do not allow in names. */
function fileName(title: string): string {
  const plain = title.replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, ' ').replace(/\s+/gu, ' ');
  const cut = plain.slice(0, MAX_NAME).replace(/[\uD800-\uDBFF]$/, '');
  return cut.replace(/^[\s.]+|[\s.]+$/gu, '') || 'Галерея';
}

interface ZipFile {
  name: string; // in the archive
  size: number; // bytes
  read: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

const LOCAL = 30;
const DESCRIPTOR = 16;
const CENTRAL = 46;
const END = 22;
/** Sizes and checksum follow the data (bit 3), names are UTF-8 (bit 11): APPNOTE.TXT, 4.4.4. */
const FLAGS = 0x0808;
const VERSION = 20;

/** Exact bytes of the archive of `zip`; without ZIP64, so below 4 GiB and 65,536 files. */
function zipSize(files: readonly Pick<ZipFile, 'name' | 'size'>[]): number {
  const sizes = files.map(({ name, size }) => LOCAL + size + DESCRIPTOR + CENTRAL + 2 * Buffer.byteLength(name));
  return sizes.reduce((sum, size) => sum + size, END);
}

/** Stored, not compressed: pictures are already. Holds one chunk at a time. Throws when a file's size differs. */
export async function* zip(files: readonly ZipFile[], modified: Date): AsyncGenerator<Uint8Array> {
  const common = commonFields(modified);
  const central: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const name = Buffer.from(file.name);
    yield Buffer.concat([long(0x04034b50), common, long(0, 0, 0), short(name.length, 0), name]);
    let crc = 0;
    let size = 0;
    for await (const piece of file.read()) {
      crc = crc32(piece, crc);
      size += piece.length;
      yield piece;
    }
    if (size !== file.size) throw new Error(`${file.name} has ${size} bytes, not ${file.size}.`);
    const sums = long(crc, size, size);
    yield Buffer.concat([long(0x08074b50), sums]);
    const about = [short(VERSION), common, sums, short(name.length, 0, 0, 0, 0), long(0, offset)];
    central.push(Buffer.concat([long(0x02014b50), ...about, name]));
    offset += LOCAL + name.length + size + DESCRIPTOR;
  }
  yield* central;
  const length = central.reduce((sum, each) => sum + each.length, 0);
  yield Buffer.concat([long(0x06054b50), short(0, 0, files.length, files.length), long(length, offset), short(0)]);
}

/** Version needed, flags, method (0: stored), time and day. */
function commonFields(modified: Date): Buffer {
  const seconds = Math.floor(modified.getUTCSeconds() / 2);
  const time = (modified.getUTCHours() << 11) | (modified.getUTCMinutes() << 5) | seconds;
  const years = Math.max(0, modified.getUTCFullYear() - 1980);
  return short(VERSION, FLAGS, 0, time, (years << 9) | ((modified.getUTCMonth() + 1) << 5) | modified.getUTCDate());
}

/** Two bytes each, little-endian. */
function short(...values: number[]): Buffer {
  return Buffer.from(values.flatMap((value) => [value & 0xff, value >>> 8]));
}

/** Four bytes each, little-endian. */
function long(...values: number[]): Buffer {
  return short(...values.flatMap((value) => [value & 0xffff, value >>> 16]));
}
