import { createHash } from 'node:crypto';
import { keepFile, removeAbandoned } from './picture-files.ts';
import { type PictureFormat, type PictureHeader, readPictureHeader } from './picture-header.ts';
import { type PictureLimits, PictureProcess, type ReencodedPicture } from './picture-process.ts';
import { pictureTooLarge, tooManyPixels } from './picture-refusals.ts';
import type { Db } from './tables.ts';
import { write } from './write.ts';

export interface Pictures {
  /**
   * Checks, re-encodes without metadata and stores a picture under the hash of what is stored: the same picture twice is one file.
   * Size in pixels. Fails with 413, 415 or 422 when the picture is refused, with 503 or 507 when it cannot be processed or stored now; then nothing is kept.
   */
  put(bytes: Buffer): Promise<{ url: string; width: number; height: number }>;
  close(): Promise<void>;
}

/** Bytes of one file: a phone's largest JPEG has some 12 MB, and the whole file lies in memory. */
export const PICTURE_BYTES = 15 * 1024 * 1024;

export const PICTURE_LIMITS: PictureLimits = {
  /** A 50-megapixel phone photo passes; decoded, 64 megapixels are 192 MB. */
  pixels: 64_000_000,
  /** The largest photo takes a second or two on a small server; what takes longer than this was made to. In ms. */
  time: 10_000,
  /** A 50-megapixel photo takes less than 300 MB; a server with 1 GiB survives this much for a moment. In bytes. */
  memory: 512 * 1024 * 1024,
};

/** 128 bits of SHA-256, hexadecimal: no two pictures share a name by chance, and it stays short enough for an address. */
const NAME_LENGTH = 32;
const EXTENSIONS: Record<PictureFormat, string> = { jpeg: 'jpg', png: 'png', webp: 'webp', gif: 'gif' };

interface Options {
  db: Db;
  /** Where the files lie; made when the first one comes. */
  directory: string;
  reencoder?: PictureProcess;
}

/** Starts no process until the first picture, but clears away what uploads cut off by a crash have left in the folder. */
export function createPictures({ db, directory, reencoder = new PictureProcess(PICTURE_LIMITS) }: Options): Pictures {
  let lastStored: Promise<unknown> = removeAbandoned(directory);
  return {
    async put(bytes) {
      const header = checkPicture(bytes);
      const picture = await reencoder.reencode({ bytes, header });
      // One after the other: undoing one picture must not take the file of an equal one.
      const stored = lastStored.then(() => store(db, directory, header.format, picture));
      lastStored = stored.catch(() => {});
      return { url: `/uploads/${await stored}`, width: picture.width, height: picture.height };
    },
    async close() {
      await reencoder.close();
      await lastStored;
    },
  };
}

function checkPicture(bytes: Buffer): PictureHeader {
  if (bytes.length > PICTURE_BYTES) throw pictureTooLarge();
  const header = readPictureHeader(bytes);
  if (header.width * header.height * header.frames > PICTURE_LIMITS.pixels) throw tooManyPixels(header);
  return header;
}

async function store(db: Db, directory: string, format: PictureFormat, picture: ReencodedPicture): Promise<string> {
  const hash = createHash('sha256').update(picture.bytes).digest('hex');
  const name = `${hash.slice(0, NAME_LENGTH)}.${EXTENSIONS[format]}`;
  const takeAway = await keepFile(directory, name, picture.bytes);
  try {
    await addRow(db, name, picture);
  } catch (error) {
    await takeAway();
    throw error;
  }
  return name;
}

async function addRow(db: Db, name: string, { bytes, width, height }: ReencodedPicture): Promise<void> {
  const row = { name, width, height, bytes: bytes.length, created_at: new Date().toISOString() };
  // Nobody is told: a picture is seen only once an article names it.
  await write({ db, announce: () => {} }, (tx) =>
    tx
      .insertInto('images')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute(),
  );
}
