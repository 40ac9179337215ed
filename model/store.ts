import type { Writer } from '../db/write.ts';
import type { PasswordHasher } from './admins/hasher.ts';
import type { Sanitizer } from './body/sanitizer.ts';
import type { FileStore } from './files/files.ts';
import type { ImageStore } from './images/images.ts';
import type { UploadStorage } from './uploads/storage/storage.ts';

export interface Store extends Writer {
  uploads: UploadStorage;
  images: ImageStore;
  sanitizer: Sanitizer;
  files: FileStore;
  passwords: PasswordHasher;
  timeZone: string; // IANA name; decides what "today" is
}
