import { isDiskFull } from '../../../db/errors.ts';
import type { Db } from '../../../db/tables.ts';
import type { UploadCache } from './cache.ts';
import { diskFull } from './errors.ts';
import { followDeletions } from './eviction.ts';
import { createFetcher } from './fetcher.ts';
import { deleteParts, insertMissing, replaceParts } from './parts.ts';
import type { UploadStorage } from './storage.ts';

interface Options {
  db: Db;
  cache?: UploadCache | undefined;
}

/** Images in the database, visible to every server from the commit on. */
export function tableStorage({ db, cache }: Options): UploadStorage {
  const fetcher = createFetcher(db, cache);
  let stop = () => {};
  return {
    keep: (files, write) => write((tx) => insertMissing(tx, files)).catch(notStored),
    open: (names) => fetcher.open(names),
    async remove(names, write) {
      await write((tx) => deleteParts(tx, names));
      await fetcher.forget(names);
    },
    put: (name, bytes) =>
      db
        .transaction()
        .execute((tx) => replaceParts(tx, name, bytes))
        .catch(notStored),
    async begin() {
      // `begin` repeats when a start was interrupted by a database outage.
      stop();
      if (cache) stop = await followDeletions(db, cache, fetcher.forget);
    },
    close: async () => stop(),
  };
}

function notStored(error: unknown): never {
  throw isDiskFull(error) ? Object.assign(diskFull(), { cause: error }) : error;
}
