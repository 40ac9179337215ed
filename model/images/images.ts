import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { ModelError } from '../../errors.ts';
import type { Actor } from '../../roles.ts';
import { record } from '../audit-log.ts';
import type { StoredImage } from '../body/images.ts';
import { createLimit } from '../limit.ts';
import { searchForm } from '../text/plain.ts';
import { assertDailyLimit, countUpload } from '../uploads/day-limit.ts';
import { deleteUpload } from '../uploads/deletion.ts';
import { removeAbandoned } from '../uploads/storage/disk.ts';
import { filesOf, namesFor, type UploadStorage, variantsOf } from '../uploads/storage/storage.ts';
import { openStorage } from '../uploads/storage/table.ts';
import { titleOf } from '../uploads/types.ts';
import { imageTooLarge, tooManyPixels } from './errors.ts';
import { type ImageFormat, type ImageHeader, readImageHeader } from './header.ts';
import type { DrawingJob, ImageLimits, ReencodedImage } from './process/jobs.ts';
import { ImageProcess } from './process/process.ts';
import { variantName } from './srcset.ts';

export interface ImageStore {
  /**
   * Re-encodes without metadata; named by content hash. `fileName` becomes its title unless it has one. Returns the
   * description of an equal stored image. 413, 415, 422 when refused; 503, 507 without leftovers. `kept`:
   * name from another rampa site, which has re-encoded the bytes: if the hash matches they are stored unchanged.
   */
  put(bytes: Buffer, by?: string | null, fileName?: string, kept?: string): Promise<StoredImage & { alt: string }>;
  /** Bytes of an upload, as its largest variant; undefined when unreadable. 503 if the database is unreachable. */
  read(url: string): Promise<Buffer | undefined>;
  draw(drawing: DrawingJob): Promise<Buffer>; // 422 or 503 as for `put`
  /** Removes an unused image with its files. 404; 409 while it is used or, unless an administrator asks, too new. */
  remove(name: string, by: Actor): Promise<void>;
  counts: ImageProcess['counts'];
  close(): Promise<void>;
}

export const PICTURE_BYTES = 15 * 1024 * 1024; // the largest phone JPEGs have 12 MB; a file is held in memory whole

export const PICTURE_LIMITS: ImageLimits = {
  pixels: 64_000_000, // admits 50-megapixel phone photos; 64 megapixels are 192 MB decoded
  time: 10_000, // ms of CPU; the largest photo takes 1 to 2 s on a small server
  /** Bytes; a 50-megapixel photo takes less than 300 MB, and a server with 1 GiB survives this peak. */
  memory: 512 * 1024 * 1024,
};

const NAME_LENGTH = 32; // 128 bits of SHA-256 in hex
const EXTENSIONS: Record<ImageFormat, string> = { jpeg: 'jpg', png: 'png', webp: 'webp', gif: 'gif' };

interface Options {
  db: Db;
  directory: string;
  storage?: UploadStorage;
  reencoder?: ImageProcess;
}

/** Deletes abandoned temporary files. */
export function createImageStore({
  db,
  directory,
  storage = openStorage(db, directory),
  reencoder = new ImageProcess(PICTURE_LIMITS),
}: Options): ImageStore {
  // Serialised: removing or undoing an image must not delete the files of an identical concurrent upload.
  const oneAtATime = createLimit(1);
  void oneAtATime(() => removeAbandoned(directory));
  return {
    async put(bytes, by = null, fileName = '', kept = '') {
      await assertDailyLimit(db, by);
      const header = checkPicture(bytes);
      const encoded = await reencoder.reencode({ bytes, header });
      const picture = kept === nameOf(bytes, header.format) ? { ...encoded, bytes } : encoded;
      const { width, height } = picture;
      const upload = { format: header.format, picture, by, title: titleOf(fileName) };
      const { name, alt } = await oneAtATime(() => store(db, storage, upload));
      return { url: `/uploads/${name}`, width, height, alt };
    },
    async read(url) {
      const name = url.replace('/uploads/', '');
      const isOriginal = namesFor(name).length === 1;
      const [largest = name] = variantsOf(name);
      const found = isOriginal ? await storage.open([largest, name]).catch(rethrowOutage) : undefined;
      return found && buffer(found.read());
    },
    draw: (drawing) => reencoder.draw(drawing),
    counts: reencoder.counts,
    async remove(name, by) {
      const row = (alongside: (tx: Db) => Promise<void>) => deleteUpload(db, 'images', name, by, alongside);
      await oneAtATime(() => storage.remove(filesOf(name), row));
    },
    async close() {
      await reencoder.close();
      await oneAtATime(async () => {});
    },
  };
}

/** An unreadable image is left out; an outage fails, so that no drawing without its image is cached. */
function rethrowOutage(error: unknown): undefined {
  if (error instanceof ModelError) throw error;
}

function checkPicture(bytes: Buffer): ImageHeader {
  if (bytes.length > PICTURE_BYTES) throw imageTooLarge();
  const header = readImageHeader(bytes);
  if (header.width * header.height * header.frames > PICTURE_LIMITS.pixels) throw tooManyPixels(header);
  return header;
}

interface Upload {
  format: ImageFormat;
  picture: ReencodedImage;
  by: string | null;
  title: string;
}

async function store(db: Db, storage: UploadStorage, upload: Upload): Promise<{ name: string; alt: string }> {
  const { format, picture, by, title } = upload;
  const { bytes, width, height, variants } = picture;
  const name = nameOf(bytes, format);
  const smaller = variants.map((each) => ({ name: variantName(name, each.width), bytes: [each.bytes] }));
  const size = [picture, ...variants].reduce((sum, each) => sum + each.bytes.length, 0);
  const created_at = new Date().toISOString();
  const named = { title, title_search: searchForm(title) };
  let alt = '';
  await storage.keep([...smaller, { name, bytes: [bytes] }], (alongside) =>
    // No message: an image is visible only through an article.
    write({ db, publish: () => {} }, async (tx) => {
      const row = await tx
        .insertInto('images')
        .values({ name, width, height, bytes: bytes.length, created_at, ...named })
        // A new upload restarts the 30 days in which it cannot be deleted.
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ created_at }))
        .returning('alt')
        .executeTakeFirstOrThrow();
      alt = row.alt;
      await tx.updateTable('images').set(named).where('name', '=', name).where('title', '=', '').execute();
      // After the row, whose lock serialises identical uploads on two servers.
      await alongside(tx);
      await countUpload(tx, by, size);
      await record(tx, { who: by, action: 'image.upload', subject: name, title });
    }),
  );
  return { name, alt };
}

function nameOf(bytes: Uint8Array, format: ImageFormat): string {
  return `${createHash('sha256').update(bytes).digest('hex').slice(0, NAME_LENGTH)}.${EXTENSIONS[format]}`;
}
