import { Readable } from 'node:stream';
import { isAway } from '../../../db/errors.ts';
import type { Db } from '../../../db/tables.ts';
import { unavailable } from '../../../errors.ts';
import { createLimit } from '../../limit.ts';
import type { UploadCache } from './cache.ts';
import { type FoundUpload, findFirst, PIECE_BYTES, readParts } from './parts.ts';
import type { OpenUpload } from './storage.ts';

const FETCHED_AT_ONCE = 4; // leaves the other pool connections to pages
const MOST_WAITING = 500; // back-pressure: 503 above, where a request would wait for seconds
const REMEMBERED = 10_000;

interface Fetcher {
  /** The first existing file. 503 when a query is needed and the database is away. */
  open(names: string[]): Promise<OpenUpload | undefined>;
  forget(names: string[]): Promise<void>;
}

/** Reads images through the local cache, also while the database is away. A failing disk costs only speed. */
export function createFetcher(db: Db, cache: UploadCache | undefined): Fetcher {
  const standIns = new Map<string, string>();
  const underWay = new Map<string, Promise<FoundUpload | undefined>>();
  const inTurn = createLimit(FETCHED_AT_ONCE, MOST_WAITING);
  const openLocal = (name: string) => cache?.open(standIns.get(name) ?? name);

  const fetch = async (names: string[]) => {
    const [wanted = ''] = names;
    const found = await findFirst(db, names);
    if (found && found.name !== wanted) remember(standIns, wanted, found.name);
    if (found && cache) await fill(db, cache, found);
    return found;
  };
  const fetchOnce = (names: string[]) => {
    const [wanted = ''] = names;
    const fetching = underWay.get(wanted) ?? inTurn(() => fetch(names)).finally(() => underWay.delete(wanted));
    underWay.set(wanted, fetching);
    return fetching;
  };
  return {
    async open(names) {
      const [wanted = '', ...others] = names;
      const local = await openLocal(wanted);
      if (local || names.length === 0) return local;
      try {
        const found = await fetchOnce(names);
        return found && ((await cache?.open(found.name)) ?? direct(db, found));
      } catch (error) {
        if (!isAway(error)) throw error;
        for (const other of others) {
          const larger = await openLocal(other);
          if (larger) return larger;
        }
        throw unavailable();
      }
    },
    async forget(names) {
      for (const [name, standIn] of standIns) if (names.includes(standIn)) standIns.delete(name);
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
    if (isAway(error)) throw error;
  }
}

function direct(db: Db, found: FoundUpload): OpenUpload {
  const { name, size } = found;
  return { name, size, read: (range) => Readable.from(readParts(db, found, range, PIECE_BYTES)) };
}

function remember(standIns: Map<string, string>, name: string, standIn: string): void {
  standIns.set(name, standIn);
  if (standIns.size > REMEMBERED) standIns.delete(standIns.keys().next().value ?? '');
}
