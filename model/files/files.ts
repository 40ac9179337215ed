import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import type { Actor } from '../../roles.ts';
import { record } from '../audit-log.ts';
import { createLimit } from '../limit.ts';
import { searchForm } from '../text/search-form.ts';
import { countUpload } from '../uploads/day-limit.ts';
import { deleteUpload } from '../uploads/deletion.ts';
import { dropReceived, type Received, receiveFile } from '../uploads/storage/disk.ts';
import type { Chunks, UploadStorage } from '../uploads/storage/storage.ts';
import { cleanTitle, LONGEST_TITLE, titleOf } from '../uploads/titles.ts';
import { FILE_BYTES, type FileExtension, typeOf } from '../uploads/types.ts';
import { readContent } from './content/content.ts';
import type { Content, Source } from './content/source.ts';
import { fileTooLarge } from './errors.ts';
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
        const content = await inspect(received);
        return await oneAtATime(() => keep(db, storage, { received, content, fileName, by }));
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

async function inspect({ path, size }: Received): Promise<Content<FileExtension>> {
  const handle = await open(path);
  try {
    const source: Source = {
      size,
      read: async (position, length) => {
        const wanted = Math.max(0, Math.min(length, size - position));
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(wanted), 0, wanted, position);
        return buffer.subarray(0, bytesRead);
      },
    };
    return await readContent(source);
  } finally {
    await handle.close();
  }
}

interface Upload {
  received: Received;
  content: Content<FileExtension>;
  fileName: string;
  by: string | null;
}

async function keep(db: Db, storage: UploadStorage, { received, content, fileName, by }: Upload): Promise<StoredFile> {
  const { path, size, sha256 } = received;
  const name = `${sha256.slice(0, NAME_LENGTH)}.${content.extension}`;
  const title = withExtension(titleOf(fileName), content.extension);
  const seconds = content.seconds === null ? null : Math.round(content.seconds);
  // Each attempt to write needs a new stream.
  const bytes = { [Symbol.asyncIterator]: () => createReadStream(path)[Symbol.asyncIterator]() };
  await storage.keep([{ name, bytes, received: path }], (alongside) =>
    // No announcement: a file is visible only through an article.
    write({ db, announce: () => {} }, async (tx) => {
      const upload = { title, title_search: searchForm(title), created_at: new Date().toISOString(), created_by: by };
      await tx
        .insertInto('files')
        .values({ name, bytes: size, seconds, sha256, ...upload })
        // A new upload renames it, and restarts the 30 days in which it cannot be deleted.
        .onConflict((conflict) => conflict.column('name').doUpdateSet(upload))
        .execute();
      // After the row, whose lock serialises identical uploads on two servers.
      await alongside(tx);
      await countUpload(tx, by, size);
      await record(tx, { who: by, action: 'file.upload', subject: name, title });
    }),
  );
  return { url: `/uploads/${name}`, name: title, size, type: typeOf(name)?.mime ?? '', seconds };
}

/** Programs open a file by its extension, so it follows the content. */
function withExtension(title: string, extension: FileExtension): string {
  const ending = `.${extension}`;
  if (title.toLowerCase().endsWith(ending) && title.length > ending.length) return title;
  const base = cleanTitle(title.replace(/\.[a-z][a-z0-9]{1,4}$/i, ''), LONGEST_TITLE - ending.length);
  return (base || 'Файл') + ending;
}
