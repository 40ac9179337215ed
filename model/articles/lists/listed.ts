import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely';
import { binaryOrder, isSqlite } from '../../../db/dialect.ts';
import type { Db, Tables } from '../../../db/tables.ts';
import { livingByWords, placeOf, type Term } from '../../../db/word-index.ts';
import { invalid } from '../../../errors.ts';
import { FIELDS, TEXT_NAMES } from '../fields.ts';

/** `limit` 1 to 100 or none; `after` is the cursor of the previous part. */
export interface Part {
  limit?: number | undefined;
  after?: string | undefined;
}

export interface Listing<T> {
  bytes: number; // estimated JSON size of all of them
  next: string | undefined;
  batches: () => AsyncGenerator<T[]>; // Batches of about 256 KiB; articles unlisted meanwhile are left out
}

export interface Kind<R extends { id: number }, T> {
  filter: () => Filter; // called per read: visibility depends on the time
  order?: Order;
  terms?: Term[] | undefined; // Only with SQLite and in the order by date
  hasBodies: boolean;
  read: (ids: number[]) => Promise<R[]>;
  show: (row: R) => T;
}

const BATCH_SIZE = 1000;
const BATCH_BYTES = 256 * 1024;
const PART_BYTES = 2 * 1024 * 1024; // Upper limit of a part with a limit, unless its first article alone is larger
const FIXED_BYTES = 700; // JSON without the long texts
const ESCAPED = 1.05; // factor for escaping these

interface Sized extends Position {
  bytes: number;
}

/** A list, newest first unless ordered otherwise. With a limit a part ends before it exceeds 2 MiB. */
export async function listed<R extends { id: number }, T>(
  db: Db,
  kind: Kind<R, T>,
  { limit, after }: Part,
): Promise<Listing<T>> {
  const start = after === undefined ? undefined : readCursor(after, kind.order ?? orders.date);
  const found = await readPlaces(db, kind, start, limit);
  const places = limit === undefined ? found : cutToSize(found, limit);
  const last = places.at(-1);
  return {
    bytes: places.reduce((sum, { bytes }) => sum + bytes, 0),
    next: last && found.length > places.length ? cursorOf(last) : undefined,
    batches: () => readBatches(kind, places),
  };
}

async function readPlaces(
  db: Db,
  { filter, order, terms, hasBodies }: Pick<Kind<never, unknown>, 'filter' | 'order' | 'terms' | 'hasBodies'>,
  start: Position | undefined,
  limit = Number.POSITIVE_INFINITY,
): Promise<Sized[]> {
  const isListed = filter();
  const found: Sized[] = [];
  for (let last = start; ; ) {
    const most = Math.min(BATCH_SIZE, limit + 1 - found.length);
    const all = terms ? positionsWith(db, terms, isListed, last) : positionsOf(db, isListed, last, order);
    const places = await all.limit(most).execute();
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
  const sizes = TEXT_NAMES.map((name) => sql`coalesce(octet_length(${sql.ref(FIELDS[name].column)}), 0)`);
  const texts = sql<number>`octet_length(title) + ${sql.join(sizes, sql` + `)}`;
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

function cutToSize(found: Sized[], limit: number): Sized[] {
  let bytes = 0;
  const end = found.findIndex((place, at) => {
    bytes += place.bytes;
    return at > 0 && bytes > PART_BYTES;
  });
  return found.slice(0, Math.min(limit, end < 0 ? found.length : end));
}

async function* readBatches<R extends { id: number }, T>(
  { read, show }: Kind<R, T>,
  places: Sized[],
): AsyncGenerator<T[]> {
  for (const batch of inBatches(places)) {
    const byId = new Map((await read(batch.map(({ id }) => id))).map((row) => [row.id, row]));
    yield batch.flatMap(({ id }) => byId.get(id) ?? []).map(show);
  }
}

function* inBatches(places: Sized[]): Generator<Sized[]> {
  let batch: Sized[] = [];
  let bytes = 0;
  for (const place of places) {
    if (batch.length > 0 && bytes + place.bytes > BATCH_BYTES) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(place);
    bytes += place.bytes;
  }
  if (batch.length > 0) yield batch;
}

/** Keyset position in a list: sort column, then id. */
export interface Position {
  key: string;
  id: number;
}

export interface Order {
  column: 'date' | 'updated_at' | 'title_search';
  isRising: boolean;
  keys: RegExp; // Valid keys of a cursor
}

export const orders = {
  date: { column: 'date', isRising: false, keys: /^\d{4}-\d{2}-\d{2}$/ },
  changed: { column: 'updated_at', isRising: false, keys: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/ },
  title: { column: 'title_search', isRising: true, keys: /^[^\0]{1,400}$/ },
} satisfies Record<string, Order>;

export type Filter = (eb: ExpressionBuilder<Tables, 'articles'>) => Expression<SqlBool>;

/** Positions after `after`, index-only. SQLite needs two ranges: it uses only the first column of a row value. */
export function positionsOf(db: Db, filter: Filter, after?: Position, { column, isRising }: Order = orders.date) {
  const sortKey = sql<string>`${column === 'title_search' ? binaryOrder(db, column) : sql.ref(column)}`;
  const direction = isRising ? sql`asc` : sql`desc`;
  const beyond = isRising ? sql`>` : sql`<`;
  const all = () =>
    db
      .selectFrom('articles')
      .select([sortKey.as('key'), 'articles.id'])
      .where(filter);
  const behind = ({ key, id }: Position) =>
    isSqlite(db)
      ? all()
          .where(sql<boolean>`${sortKey} = ${key} and id ${beyond} ${id}`)
          .unionAll(all().where(sql<boolean>`${sortKey} ${beyond} ${key}`))
      : all().where(sql<boolean>`(${sortKey}, id) ${beyond} (${key}, ${id})`);
  const places = after === undefined ? all() : behind(after);
  return places.orderBy(sql`1 ${direction}`).orderBy(sql`2 ${direction}`);
}

/** SQLite: living articles with all `terms`. In the order of their places it is read up to the limit of the query. */
export function withTerms(db: Db, terms: Term[], filter: Filter) {
  const articles = db.selectFrom(livingByWords(terms).as('articles'));
  return articles.where(filter(expressionBuilder<Tables, 'articles'>()));
}

function positionsWith(db: Db, terms: Term[], filter: Filter, after?: Position) {
  const found = withTerms(db, terms, filter).select(['date as key', 'id']);
  const left = after ? found.where(sql<boolean>`place < ${placeOf(after.key, after.id)}`) : found;
  return left.orderBy(sql`place desc`);
}

export function rowsAt(db: Db, places: ReturnType<typeof positionsOf>) {
  return db
    .selectFrom('articles')
    .where('articles.id', 'in', db.selectFrom(places.as('listed')).select('listed.id'))
    .orderBy('articles.date', 'desc')
    .orderBy('articles.id', 'desc');
}

/** In the order by date. */
export function isBefore(one: Position, other: Position): boolean {
  return one.key === other.key ? one.id > other.id : one.key > other.key;
}

/** Cursor of the API: `<key>.<id>`. */
function cursorOf({ key, id }: Position): string {
  return `${key}.${id}`;
}

/** 400 for a malformed cursor. */
function readCursor(cursor: string, { keys }: Order): Position {
  const [, key, id] = /^(.*)\.(\d{1,9})$/s.exec(cursor) ?? [];
  if (!key || !id || !keys.test(key)) throw invalid('after', 'Такого места в списке нет. Начните с первой страницы.');
  return { key, id: Number(id) };
}
