import path from 'node:path';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { isSqlite } from '../../../db/dialect.ts';
import { isDiskFull, isUnavailable } from '../../../db/errors.ts';
import type { Db } from '../../../db/tables.ts';
import { unavailable } from '../../../errors.ts';
import { createLimit } from '../../limit.ts';
import { createUploadCache, type UploadCache } from './cache.ts';
import { diskFull } from './disk.ts';
import {
  deleteParts,
  type FoundUpload,
  findFirst,
  findNames,
  insertMissing,
  PIECE_BYTES,
  readParts,
  replaceParts,
} from './parts.ts';
import { folderStorage, type OpenUpload, type UploadStorage } from './storage.ts';

/** For a server: files in `directory` with SQLite; PostgreSQL with a cache in `DATA_DIR/picture-cache`. */
export function openStorage(db: Db, directory: string): UploadStorage {
  if (isSqlite(db)) return folderStorage(directory);
  const cache = createUploadCache(path.join(path.dirname(directory), 'picture-cache'));
  return tableStorage({ db, cache });
}

/** Images in the database, visible to every server after the commit. */
export function tableStorage({ db, cache }: { db: Db; cache?: UploadCache | undefined }): UploadStorage {
  const fetcher = createFetcher(db, cache);
  let stop = () => {};
  return {
    keep: (files, write) => write((tx) => insertMissing(tx, files)).catch(refused),
    open: (names) => fetcher.open(names),
    async remove(names, write) {
      await write((tx) => deleteParts(tx, names));
      await fetcher.forget(names);
    },
    put: (name, bytes) =>
      db
        .transaction()
        .execute((tx) => replaceParts(tx, name, bytes))
        .catch(refused),
    async begin() {
      // `begin` repeats when a start was interrupted by a database outage.
      stop();
      if (cache) stop = await followDeletions(db, cache, fetcher.forget);
    },
    close: async () => stop(),
  };
}

function refused(error: unknown): never {
  throw isDiskFull(error) ? Object.assign(diskFull(), { cause: error }) : error;
}

const FETCH_CONCURRENCY = 4; // with PIECE_CONCURRENCY: leaves four of the pool's ten connections to pages
const PIECE_CONCURRENCY = 2; // reads of files that are sent uncached
const MAX_WAITING = 500; // back-pressure: 503 above, as a request would wait for seconds
const REMEMBERED = 10_000;
const MAX_CACHED = 16 * 1024 * 1024; // bytes: copying a recording for its first ones would hold up all images

/** Reads images through the local cache, even if the database is unreachable. A failing disk costs only speed. */
function createFetcher(db: Db, cache: UploadCache | undefined) {
  const standIns = new LRUCache<string, string>({ max: REMEMBERED });
  const underWay = new Map<string, Promise<FoundUpload | undefined>>();
  const inTurn = createLimit(FETCH_CONCURRENCY, MAX_WAITING);
  const pieces = createLimit(PIECE_CONCURRENCY);
  const openLocal = (name: string) => cache?.open(standIns.get(name) ?? name);

  const fetch = async (names: string[]) => {
    const [wanted = ''] = names;
    const found = await findFirst(db, names);
    if (found && found.name !== wanted) standIns.set(wanted, found.name);
    if (found && cache && found.size <= MAX_CACHED) await fill(db, cache, found);
    return found;
  };
  const fetchOnce = (names: string[]) => {
    const [wanted = ''] = names;
    const fetching = underWay.get(wanted) ?? inTurn(() => fetch(names)).finally(() => underWay.delete(wanted));
    underWay.set(wanted, fetching);
    return fetching;
  };
  const direct = (found: FoundUpload): OpenUpload => ({
    ...found,
    read: (range) => Readable.from(readParts(db, found, range, PIECE_BYTES, pieces)),
  });
  return {
    /** The first existing file. 503 when a query is needed and the database is unreachable. */
    async open(names: string[]): Promise<OpenUpload | undefined> {
      const [wanted = '', ...others] = names;
      const local = await openLocal(wanted);
      if (local || names.length === 0) return local;
      try {
        const found = await fetchOnce(names);
        return found && ((await cache?.open(found.name)) ?? direct(found));
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        for (const other of others) {
          const larger = await openLocal(other);
          if (larger) return larger;
        }
        throw unavailable();
      }
    },
    async forget(names: string[]): Promise<void> {
      for (const [name, standIn] of [...standIns]) if (names.includes(standIn)) standIns.delete(name);
      await cache?.forget(names);
    },
  };
}

async function fill(db: Db, cache: UploadCache, found: FoundUpload): Promise<void> {
  if (await cache.open(found.name)) return;
  try {
    await cache.fill(found, readParts(db, found));
  } catch (error) {
    // Disk errors are ignored: the bytes are then sent uncached.
    if (isUnavailable(error)) throw error;
  }
}

const POLL_INTERVAL = 60_000; // ms
const BATCH_SIZE = 500;

/** Evicts images that were deleted elsewhere from the local cache: at start, then each minute. Returns a stop function. */
async function followDeletions(db: Db, cache: UploadCache, forget: (names: string[]) => Promise<void>) {
  const forgetGone = async () => {
    const names = await cache.names();
    for (let from = 0; from < names.length; from += BATCH_SIZE) {
      const some = names.slice(from, from + BATCH_SIZE);
      const there = await findNames(db, some);
      await forget(some.filter((name) => !there.has(name)));
    }
  };
  await forgetGone();
  // An unavailable database is reported elsewhere.
  const timer = setInterval(() => forgetGone().catch(() => {}), POLL_INTERVAL).unref();
  return () => clearInterval(timer);
}
