import { z } from 'zod';
import type { Db } from '../db/tables.ts';
import type { Writer } from '../db/write.ts';
import { createPasswordHasher, type PasswordHasher } from './admins/secrets.ts';
import { createSanitizer, type Sanitizer } from './body/sanitizer.ts';
import { createFileStore, type FileStore } from './files/files.ts';
import { createImageStore, type ImageStore } from './images/images.ts';
import { type UploadStorage, uploadsIn } from './uploads/storage/storage.ts';
import { openStorage } from './uploads/storage/table.ts';

z.config({ localeError: () => 'Неверное значение.' }); // Default message of schemas

export interface Store extends Writer {
  uploads: UploadStorage;
  images: ImageStore;
  sanitizer: Sanitizer;
  files: FileStore;
  passwords: PasswordHasher;
  timeZone: string; // IANA name; decides what "today" is
}

/** Store of a database; disposing leaves the database open. */
export function createStore(
  db: Db,
  { dataDir, timeZone }: { dataDir: string; timeZone: string },
  publish: Store['publish'] = () => {},
  passwords = createPasswordHasher(),
): Store & AsyncDisposable {
  const directory = uploadsIn(dataDir);
  const uploads = openStorage(db, directory);
  const images = createImageStore({ db, directory, storage: uploads });
  const files = createFileStore({ db, directory, storage: uploads });
  const sanitizer = createSanitizer();
  return {
    ...{ db, publish, uploads, images, files, passwords, timeZone, sanitizer },
    async [Symbol.asyncDispose]() {
      for (const part of [images, sanitizer, files, uploads]) await part.close();
    },
  };
}
