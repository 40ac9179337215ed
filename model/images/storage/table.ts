import { isDiskFull } from '../../../db/errors.ts';
import type { Db } from '../../../db/tables.ts';
import { diskFull } from '../errors.ts';
import type { ImageCache } from './cache.ts';
import { followDeletions } from './deletions.ts';
import { createFetcher } from './fetcher.ts';
import { deleteParts, insertMissing, replaceParts } from './parts.ts';
import type { ImageStorage } from './storage.ts';

interface Options {
  db: Db;
  cache?: ImageCache | undefined;
}

/** Images in the database, visible to every server from the commit on. */
export function tableStorage({ db, cache }: Options): ImageStorage {
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
