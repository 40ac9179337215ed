import path from 'node:path';
import { isSqlite } from '../../../db/dialect.ts';
import type { Db } from '../../../db/tables.ts';
import { createUploadCache } from './cache.ts';
import { folderStorage } from './folder.ts';
import type { UploadStorage } from './storage.ts';
import { tableStorage } from './table.ts';

/** For a server: files in `directory` with SQLite; PostgreSQL with a cache in `DATA_DIR/picture-cache`. */
export function openStorage(db: Db, directory: string): UploadStorage {
  if (isSqlite(db)) return folderStorage(directory);
  const cache = createUploadCache(path.join(path.dirname(directory), 'picture-cache'));
  return tableStorage({ db, cache });
}
