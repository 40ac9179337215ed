import { hash } from 'node:crypto';
import path from 'node:path';
import type { Article } from '../articles/schema.ts';
import { findImages } from '../images/lookup.ts';
import type { Store } from '../store.ts';
import { type GalleryPicture, galleriesIn, MAX_IN_ARCHIVE, pictureOf } from './galleries.ts';
import { type ZipFile, zip, zipSize } from './zip.ts';

export interface GalleryArchive {
  name: string; // «Название — фото.zip»
  size: number; // bytes
  tag: string; // Changes with any of its bytes
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
  // Pictures are named after their content.
  const tag = hash('sha256', JSON.stringify([updatedAt, title, pictures, files])).slice(0, 16);
  return { name, size: zipSize(files), tag, read: () => zip(files, new Date(updatedAt)) };
}

async function toFiles({ db, uploads }: Source, pictures: GalleryPicture[], title: string): Promise<ZipFile[]> {
  // Uploads only: this server fetches nothing from others.
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

/** Without what Windows, macOS and shells do not take in names. */
function fileName(title: string): string {
  const plain = title.replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, ' ').replace(/\s+/gu, ' ');
  const cut = plain.slice(0, MAX_NAME).replace(/[\uD800-\uDBFF]$/, '');
  return cut.replace(/^[\s.]+|[\s.]+$/gu, '') || 'Галерея';
}
