import type { Writer } from '../db/write.ts';
import type { PasswordHasher } from './admins/hasher.ts';
import type { ImageStore } from './images/images.ts';

export interface Store extends Writer {
  images: ImageStore;
  passwords: PasswordHasher;
  timeZone: string; // IANA name; decides what "today" is
}
