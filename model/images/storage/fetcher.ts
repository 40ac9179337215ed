import { Readable } from 'node:stream';
import { isAway } from '../../../db/errors.ts';
import type { Db } from '../../../db/tables.ts';
import { unavailable } from '../../../errors.ts';
import { createLimit } from '../../limit.ts';
import type { ImageCache } from './cache.ts';
import { type FoundImage, findFirst, PIECE_BYTES, readParts } from './parts.ts';
import type { OpenImage } from './storage.ts';

/** Pictures fetched at the same time: the other connections to the database are for pages. */
const FETCHED_AT_ONCE = 4;
/** Behind so many a request would wait for seconds: 503. */
const MOST_WAITING = 500;
/** Names for which another file stands, remembered so that its copy on this machine needs no question. */
const REMEMBERED = 10_000;

interface Fetcher {
  /** The first of these that is there. Fails with 503 when the database has to be asked and is away. */
  open(names: string[]): Promise<OpenImage | undefined>;
  forget(names: string[]): Promise<void>;
}

/**
 * Reads pictures from the database by way of the copies on this machine: what was asked for once is sent without the database, and
 * while it is away. A disk that takes nothing costs speed, not pictures.
 */
export function createFetcher(db: Db, cache: ImageCache | undefined): Fetcher {
  const standIns = new Map<string, string>();
  const underWay = new Map<string, Promise<FoundImage | undefined>>();
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

/** A picture that stood in for another one may be here already. */
async function fill(db: Db, cache: ImageCache, found: FoundImage): Promise<void> {
  if (await cache.open(found.name)) return;
  try {
    await cache.fill(found, readParts(db, found));
  } catch (error) {
    // Only a database that is away is the end of it: without a disk the bytes are sent as they come.
    if (isAway(error)) throw error;
  }
}

function direct(db: Db, found: FoundImage): OpenImage {
  const { name, size } = found;
  return { name, size, read: (range) => Readable.from(readParts(db, found, range, PIECE_BYTES)) };
}

function remember(standIns: Map<string, string>, name: string, standIn: string): void {
  standIns.set(name, standIn);
  if (standIns.size > REMEMBERED) standIns.delete(standIns.keys().next().value ?? '');
}
