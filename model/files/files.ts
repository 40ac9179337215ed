import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import type { Actor } from '../../roles.ts';
import { record } from '../audit-log.ts';
import { createLimit } from '../limit.ts';
import { searchForm } from '../text/plain.ts';
import { countUpload } from '../uploads/day-limit.ts';
import { deleteUpload } from '../uploads/deletion.ts';
import { dropReceived, type Received, receiveFile } from '../uploads/storage/disk.ts';
import type { Chunks, UploadStorage } from '../uploads/storage/storage.ts';
import { FILE_BYTES, type FileExtension, titleOf, typeOf, withExtension } from '../uploads/types.ts';
import { readZipType } from './content/office.ts';
import { endsAsZip, isZip, readEnd, type Source, sourceOf } from './content/zip.ts';
import {
  brokenFile,
  emptyFile,
  fileTooLarge,
  isImage,
  isVideo,
  oldDocument,
  strangeStart,
  unknownFile,
} from './errors.ts';
import type { StoredFile } from './library.ts';

export interface FileStore {
  /** Writes an upload to a temporary file, chunk by chunk. 413 over the limit; 503, 507 without leftovers. */
  receive(bytes: Chunks): Promise<Received>;
  drop(received: Received): Promise<void>;
  /** Stores a received file under the hash of its content. 415, 422 when refused; 503, 507. Removes the temporary file. */
  put(received: Received, fileName: string, by?: string | null): Promise<StoredFile>;
  /** Removes an unused file. 404; 409 while it is used or, unless an administrator asks, too new. */
  remove(name: string, by: Actor): Promise<void>;
  close(): Promise<void>;
}

const NAME_LENGTH = 32; // 128 bits of SHA-256 in hex

interface Options {
  db: Db;
  directory: string;
  storage: UploadStorage;
}

export function createFileStore({ db, directory, storage }: Options): FileStore {
  // Serialised: removing or undoing a file must not delete an identical concurrent upload.
  const oneAtATime = createLimit(1);
  return {
    receive: (bytes) => receiveFile(directory, bytes, FILE_BYTES, fileTooLarge),
    drop: dropReceived,
    async put(received, fileName, by = null) {
      try {
        const extension = await inspect(received);
        return await oneAtATime(() => storeFile(db, storage, { received, extension, fileName, by }));
      } finally {
        await dropReceived(received);
      }
    },
    async remove(name, by) {
      const row = (alongside: (tx: Db) => Promise<void>) => deleteUpload(db, 'files', name, by, alongside);
      await oneAtATime(() => storage.remove([name], row));
    },
    close: () => oneAtATime(async () => {}),
  };
}

async function inspect({ path, size }: Received): Promise<FileExtension> {
  await using file = await open(path);
  return await readContent(sourceOf(file, size));
}

interface Upload {
  received: Received;
  extension: FileExtension;
  fileName: string;
  by: string | null;
}

async function storeFile(db: Db, storage: UploadStorage, upload: Upload): Promise<StoredFile> {
  const { extension, fileName, by } = upload;
  const { path, size, sha256 } = upload.received;
  const name = `${sha256.slice(0, NAME_LENGTH)}.${extension}`;
  const title = withExtension(titleOf(fileName), extension);
  // Each attempt to write needs a new stream.
  const bytes = { [Symbol.asyncIterator]: () => createReadStream(path)[Symbol.asyncIterator]() };
  await storage.keep([{ name, bytes, received: path }], (alongside) =>
    // No message: a file is visible only through an article.
    write({ db, publish: () => {} }, async (tx) => {
      const named = { title, title_search: searchForm(title), created_at: new Date().toISOString(), created_by: by };
      await tx
        .insertInto('files')
        .values({ name, bytes: size, sha256, ...named })
        // A new upload renames it, and restarts the 30 days in which it cannot be deleted.
        .onConflict((conflict) => conflict.column('name').doUpdateSet(named))
        .execute();
      // After the row, whose lock serialises identical uploads on two servers.
      await alongside(tx);
      await countUpload(tx, by, size);
      await record(tx, { who: by, action: 'file.upload', subject: name, title });
    }),
  );
  return { url: `/uploads/${name}`, name: title, size, type: typeOf(name)?.mime ?? '' };
}

const START_BYTES = 4096;

/** Type of a file, by its content. 415 when not accepted, 422 when damaged or of two types at once. */
export async function readContent(source: Source): Promise<FileExtension> {
  const start = await source.read(0, START_BYTES);
  if (start.length === 0) throw emptyFile();
  if (isZip(start)) return await readZipType(source);
  const extension = await readOther(source, start);
  if (await endsAsZip(source)) throw brokenFile();
  return extension;
}

async function readOther(source: Source, start: Buffer): Promise<FileExtension> {
  const head = start.toString('latin1', 0, HEAD_BYTES);
  if (head.startsWith('%PDF-')) {
    // Required at the end of each PDF.
    if (!(await readEnd(source, MAX_CHECKED)).includes('%%EOF')) throw brokenFile();
    return 'pdf';
  }
  const audio = AUDIO.find(([, beginning]) => beginning.test(head));
  if (audio) return audio[0];
  if (IMAGE.test(head)) throw isImage();
  if (head.slice(4, 8) === 'ftyp') throw isVideo();
  if (start.subarray(0, 8).equals(COMPOUND_FILE)) throw oldDocument();
  // A PDF behind other bytes may be a polyglot file.
  if (start.subarray(0, MAX_CHECKED).includes('%PDF-')) throw strangeStart();
  throw unknownFile();
}

const HEAD_BYTES = 40;
/** Audio is not validated further: it is served without the right to run code, and players report what they cannot play. */
const AUDIO: [FileExtension, RegExp][] = [
  // A tag, or a frame of layer III (ISO 11172-3, 2.4.1.3).
  ['mp3', /^(?:ID3|\xff[\xe2\xe3\xf2\xf3\xfa\xfb])/],
  ['m4a', /^.{4}ftypM4A /s],
  // Opus or Vorbis in the first page (RFC 3533, 6).
  ['ogg', /^OggS.{24}(?:OpusHead|.vorbis)/s],
];
const IMAGE = /^(?:\xff\xd8\xff|\x89PNG|GIF8|RIFF....WEBP|....ftyp(?:hei|hev|mif1|msf1|avi[fs]))/s;
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex'); // Of DOC, XLS and PPT (MS-CFB, 2.2)
/** Viewers look this far, in bytes, for the header and for the end of a PDF (ISO 32000-1, implementation notes 13 and 18). */
const MAX_CHECKED = 1024;
