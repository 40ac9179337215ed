import { createHash } from 'node:crypto';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isSqlite } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { ModelError } from '../../errors.ts';
import { record } from '../audit-log.ts';
import { createLimit } from '../limit.ts';
import { deleteImage } from './deletion.ts';
import { imageTooLarge, tooManyPixels } from './errors.ts';
import { removeAbandoned } from './files.ts';
import { type ImageFormat, type ImageHeader, readImageHeader } from './header.ts';
import type { DrawingJob, ImageLimits, ReencodedImage } from './process/jobs.ts';
import { type ImageCounts, ImageProcess } from './process/process.ts';
import { copyName } from './srcset.ts';
import { createImageCache } from './storage/cache.ts';
import { folderStorage } from './storage/folder.ts';
import { copiesOf, filesOf, namesFor } from './storage/names.ts';
import type { ImageStorage, OpenImage } from './storage/storage.ts';
import { tableStorage } from './storage/table.ts';

export interface ImageStore {
  /**
   * Checks, re-encodes without metadata and stores a picture under the hash of what is stored: the same picture twice is one file.
   * Smaller copies lie beside it. `by` is who sent it, null for the server itself. Size in pixels. Fails with 413, 415 or 422 when the
   * picture is refused, with 503 or 507 when it cannot be processed or stored now; then nothing is kept.
   */
  put(bytes: Buffer, by?: string | null): Promise<StoredImage>;
  /** Called once, when the database has its tables. Gives lines for the administrator of the server. */
  begin(): Promise<void>;
  /** Opens a picture or a copy by its exact file name; for a copy that was not made the picture itself. 503 when it cannot be read now. */
  open(name: string): Promise<OpenImage | undefined>;
  /**
   * The bytes of an upload by its address, in its largest smaller copy where there is one; undefined when it cannot be read. 503 while
   * the database that holds it is away.
   */
  read(url: string): Promise<Buffer | undefined>;
  /** Pixels of a drawing of the site's own. Fails with 422 or 503 as `put` does. */
  draw(drawing: DrawingJob): Promise<Buffer>;
  /** Removes a picture that nothing shows, with its files. Fails with 404, or with 409 while it is used or was uploaded lately. */
  remove(name: string, by: string): Promise<void>;
  /** How much work there is, and what came of it since the start. */
  counts(): ImageCounts;
  close(): Promise<void>;
}

interface StoredImage {
  url: string;
  width: number;
  height: number;
}

/** Bytes of one file: a phone's largest JPEG has some 12 MB, and the whole file lies in memory. */
export const PICTURE_BYTES = 15 * 1024 * 1024;

export const PICTURE_LIMITS: ImageLimits = {
  /** A 50-megapixel phone photo passes; decoded, 64 megapixels are 192 MB. */
  pixels: 64_000_000,
  /** The largest photo takes a second or two on a small server; what takes longer than this was made to. In ms. */
  time: 10_000,
  /** A 50-megapixel photo takes less than 300 MB; a server with 1 GiB survives this much for a moment. In bytes. */
  memory: 512 * 1024 * 1024,
};

/** 128 bits of SHA-256, hexadecimal: no two pictures share a name by chance, and it stays short enough for an address. */
const NAME_LENGTH = 32;
const EXTENSIONS: Record<ImageFormat, string> = { jpeg: 'jpg', png: 'png', webp: 'webp', gif: 'gif' };

interface Options {
  db: Db;
  /** Where the files lie beside SQLite; made when the first one comes. */
  directory: string;
  reencoder?: ImageProcess;
}

/**
 * Pictures as files beside SQLite, or in PostgreSQL with copies in `DATA_DIR/picture-cache`. Starts no process until the first picture,
 * but clears away what uploads cut off by a crash have left in the folder.
 */
export function createImageStore({ db, directory, reencoder = new ImageProcess(PICTURE_LIMITS) }: Options): ImageStore {
  const storage = imageStorage(db, directory);
  // One at a time: removing or undoing one image must not take the files of an equal one that comes just now.
  const oneAtATime = createLimit(1);
  void oneAtATime(() => removeAbandoned(directory));
  return {
    begin: () => storage.begin(),
    async put(bytes, by = null) {
      const header = checkPicture(bytes);
      const picture = await reencoder.reencode({ bytes, header });
      const name = await oneAtATime(() => store(db, storage, header.format, picture, by));
      return { url: `/uploads/${name}`, width: picture.width, height: picture.height };
    },
    open: (name) => storage.open(namesFor(name)),
    async read(url) {
      const name = url.replace('/uploads/', '');
      const isOriginal = namesFor(name).length === 1;
      const [largest = name] = copiesOf(name);
      const found = isOriginal ? await storage.open([largest, name]).catch(unlessAway) : undefined;
      return found && buffer(found.read());
    },
    draw: (drawing) => reencoder.draw(drawing),
    counts: () => reencoder.counts(),
    async remove(name, by) {
      const row = (alongside: (tx: Db) => Promise<void>) => deleteImage(db, name, by, alongside);
      await oneAtATime(() => storage.remove(filesOf(name), row));
    },
    async close() {
      await reencoder.close();
      // After whatever is still under way.
      await oneAtATime(async () => storage.close());
    },
  };
}

/** Where the bytes of pictures lie: `directory` with SQLite, the database itself with PostgreSQL. */
function imageStorage(db: Db, directory: string): ImageStorage {
  if (isSqlite(db)) return folderStorage(directory);
  const cache = createImageCache(path.join(path.dirname(directory), 'picture-cache'));
  return tableStorage({ db, cache });
}

/** What is drawn without a picture that is only away for a moment would be kept. */
function unlessAway(error: unknown): undefined {
  if (error instanceof ModelError) throw error;
}

function checkPicture(bytes: Buffer): ImageHeader {
  if (bytes.length > PICTURE_BYTES) throw imageTooLarge();
  const header = readImageHeader(bytes);
  if (header.width * header.height * header.frames > PICTURE_LIMITS.pixels) throw tooManyPixels(header);
  return header;
}

async function store(
  db: Db,
  storage: ImageStorage,
  format: ImageFormat,
  picture: ReencodedImage,
  by: string | null,
): Promise<string> {
  const hash = createHash('sha256').update(picture.bytes).digest('hex');
  const name = `${hash.slice(0, NAME_LENGTH)}.${EXTENSIONS[format]}`;
  const copies = picture.copies.map(({ width, bytes }) => ({ name: copyName(name, width), bytes }));
  const files = [...copies, { name, bytes: picture.bytes }];
  await storage.keep(files, (alongside) => addRow(db, name, picture, by, alongside));
  return name;
}

async function addRow(
  db: Db,
  name: string,
  { bytes, width, height }: ReencodedImage,
  by: string | null,
  alongside: (tx: Db) => Promise<void>,
): Promise<void> {
  const created_at = new Date().toISOString();
  // Nobody is told: a picture is seen only once an article names it.
  await write({ db, announce: () => {} }, async (tx) => {
    await tx
      .insertInto('images')
      .values({ name, width, height, bytes: bytes.length, created_at })
      // Whoever uploads a picture anew is about to use it: it is as safe from being deleted as a new one.
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ created_at }))
      .execute();
    // After the row: of two servers that are sent the same picture one waits here for the other.
    await alongside(tx);
    await record(tx, { who: by, action: 'image.upload', subject: name });
  });
}
