import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Expression, sql } from 'kysely';
import { countChanges } from '../../../db/change-counter.ts';
import type { Db } from '../../../db/tables.ts';
import { cursorOf, type Filter, isBefore, type Position, positionsOf, readCursor } from './positions.ts';

/** `limit` 1 to 100 or none; `after` is the cursor of the previous part. */
export interface Part {
  limit?: number | undefined;
  after?: string | undefined;
}

export interface Listing<T> {
  bytes: number; // estimated JSON size of all of them
  next: string | undefined;
  /** Batches of about 256 KiB; articles unlisted meanwhile are left out. */
  batches: () => AsyncGenerator<T[]>;
}

export type Ids = number[] | Expression<number>;

export interface Kind<R extends Position, T> {
  filter: () => Filter; // called per read: visibility depends on the time
  hasBodies: boolean;
  read: (ids: Ids) => Promise<R[]>;
  show: (row: R) => T;
}

const PLACES_AT_ONCE = 1000;
const BATCH_BYTES = 256 * 1024;
/** Upper limit of a part with a limit, unless its first article alone is larger. */
const PART_BYTES = 2 * 1024 * 1024;
const FIXED_BYTES = 700; // JSON without the long texts
const ESCAPED = 1.05; // factor for escaping these
const TRIES = 3;

interface Sized extends Position {
  bytes: number;
}

/** A list, newest first. With a limit a part ends before it exceeds 2 MiB. */
export async function listed<R extends Position, T>(
  db: Db,
  kind: Kind<R, T>,
  { limit, after }: Part,
): Promise<Listing<T>> {
  const start = after === undefined ? undefined : readCursor(after);
  if (limit !== undefined && !kind.hasBodies) return listedCards(db, kind, start, limit);
  const read = () => readPlaces(db, kind, start, limit);
  const found = limit === undefined ? await unchanged(db, read) : await read();
  const places = limit === undefined ? found : cut(found, limit);
  const last = places.at(-1);
  return {
    bytes: sum(places),
    next: last && found.length > places.length ? cursorOf(last) : undefined,
    batches: () => readBatches(kind, places),
  };
}

async function listedCards<R extends Position, T>(
  db: Db,
  { filter, read, show }: Kind<R, T>,
  start: Position | undefined,
  limit: number,
): Promise<Listing<T>> {
  const places = positionsOf(db, filter(), start).limit(limit + 1);
  const rows = await read(db.selectFrom(places.as('listed')).select('listed.id').$asScalar());
  rows.sort((one, other) => (isBefore(one, other) ? -1 : 1));
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    bytes: shown.length * FIXED_BYTES,
    next: last && rows.length > limit ? cursorOf(last) : undefined,
    async *batches() {
      if (shown.length > 0) yield shown.map(show);
    },
  };
}

/** Optimistic read of several steps: repeated when the change counter moved. */
async function unchanged<T>(db: Db, read: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const before = await countChanges(db);
    const result = await read();
    if (tries === TRIES || (await countChanges(db)) === before) return result;
  }
}

async function readPlaces(
  db: Db,
  { filter, hasBodies }: Pick<Kind<never, unknown>, 'filter' | 'hasBodies'>,
  start: Position | undefined,
  limit = Number.POSITIVE_INFINITY,
): Promise<Sized[]> {
  const isListed = filter();
  const found: Sized[] = [];
  for (let last = start; ; ) {
    const most = Math.min(PLACES_AT_ONCE, limit + 1 - found.length);
    const places = await positionsOf(db, isListed, last).limit(most).execute();
    const sizes = await sizesOf(db, places, hasBodies);
    for (const place of places) found.push({ ...place, bytes: sizes.get(place.id) ?? FIXED_BYTES });
    if (places.length < most || found.length > limit) return found;
    last = places.at(-1);
    await nextTurn();
  }
}

/** `octet_length` does not read the text itself on either database. */
async function sizesOf(db: Db, places: Position[], hasBodies: boolean): Promise<Map<number, number>> {
  if (places.length === 0) return new Map();
  const texts = sql<number>`octet_length(title) + octet_length(cover_alt)`;
  const rows = await db
    .selectFrom('articles')
    .select(['id', (hasBodies ? sql<number>`${texts} + octet_length(content)` : texts).as('bytes')])
    .where(
      'id',
      'in',
      places.map(({ id }) => id),
    )
    .execute();
  return new Map(rows.map(({ id, bytes }) => [id, FIXED_BYTES + Number(bytes) * ESCAPED]));
}

function cut(found: Sized[], limit: number): Sized[] {
  let bytes = 0;
  const end = found.findIndex((place, at) => {
    bytes += place.bytes;
    return at > 0 && bytes > PART_BYTES;
  });
  return found.slice(0, Math.min(limit, end < 0 ? found.length : end));
}

async function* readBatches<R extends Position, T>({ read, show }: Kind<R, T>, places: Sized[]): AsyncGenerator<T[]> {
  for (const ids of inBatches(places)) {
    const byId = new Map((await read(ids)).map((row) => [row.id, row]));
    yield ids.flatMap((id) => byId.get(id) ?? []).map(show);
  }
}

function* inBatches(places: Sized[]): Generator<number[]> {
  let ids: number[] = [];
  let bytes = 0;
  for (const place of places) {
    if (ids.length > 0 && bytes + place.bytes > BATCH_BYTES) {
      yield ids;
      [ids, bytes] = [[], 0];
    }
    ids.push(place.id);
    bytes += place.bytes;
  }
  if (ids.length > 0) yield ids;
}

function sum(places: Sized[]): number {
  return places.reduce((bytes, place) => bytes + place.bytes, 0);
}
