import type { Generated, Kysely, Selectable } from 'kysely';
import { lockTable } from '../db/dialect.ts';
import type { Db, Tables } from '../db/tables.ts';
import { write } from '../db/write.ts';
import { assertVersion, conflict, ModelError, notFound } from '../errors.ts';
import { type ChangeAction, changesBetween, record, wouldChange } from './audit-log.ts';
import { ofEdition } from './editions/current.ts';
import type { Store } from './store.ts';
import { slugCandidate, slugify } from './text/slug.ts';

type Name = 'partners' | 'shows' | 'contestants' | 'redirects' | 'editions';
type Resource = 'partner' | 'show' | 'contestant' | 'redirect' | 'edition';
export type Row<Of extends Name> = Selectable<Tables[Of]> & { id: number; version: number };

/** Rows of one table, each with an id and a version. */
export interface Rows<Of extends Name, Shown extends object> {
  table: Of;
  lock: Name; // Table to lock; shared by tables that refer to each other
  resource: Resource;
  missing: string; // Sentence of a 404
  most: number; // Limit, per edition if rows belong to one
  tooMany: string; // Sentence of a 409
  titleOf: (row: Row<Of>) => string; // In the audit log
  shown: (row: Row<Of>, tx: Db) => Shown | Promise<Shown>; // API form, read in the changing transaction
  /** Fields of the audit log, if they differ from the API's. */
  fieldsOf?: (row: Row<Of>) => object;
  isWithdrawal: boolean; // The former content must not be shown any more
}

interface Made<Of extends Name> {
  columns: object;
  actionOf?: (before: Row<Of>, after: Row<Of>) => ChangeAction; // Audit log action; default `<resource>.update`
  after?: (tx: Db, row: Row<Of>) => Promise<unknown>; // Runs in the transaction, after the write
}

type Maybe<T> = T | Promise<T>;

/** API fields that the audit log omits: they are constant or have their own actions. */
const UNNAMED = ['id', 'edition_id', 'slug', 'is_current', 'running_order', 'version'];

/** Adds a row. `make` runs under the table lock. 409 when there are too many. */
export function createRow<Of extends Name, Shown extends object>(
  store: Store,
  rows: Rows<Of, Shown>,
  by: string,
  make: (tx: Db) => Maybe<Made<Of>>,
): Promise<Shown> {
  const create = async (tx: Db) => {
    await lockTable(tx, rows.lock);
    const { columns, after } = await make(tx);
    if ((await countRows(tx, rows, columns)) >= rows.most) throw new ModelError(409, 'too_many', rows.tooMany);
    const row = (await commonTable(tx)
      .insertInto(rows.table as 'rows')
      .values({ ...columns, version: 1 })
      .returningAll()
      .executeTakeFirstOrThrow()) as Row<Of>;
    await after?.(tx, row);
    const title = rows.titleOf(row);
    await record(tx, { who: by, action: `${rows.resource}.create`, subject: String(row.id), title });
    return rows.shown(row, tx);
  };
  return write(store, create, () => ({ topic: 'site-content' }));
}

export interface Aim {
  id: number;
  by: string;
  expected: number[] | undefined;
}

/** Replaces columns as the next version; equal values are a no-op. 404; 412 when the version is not in `expected`. */
export async function saveRow<Of extends Name, Shown extends object>(
  store: Store,
  rows: Rows<Of, Shown>,
  { id, by, expected }: Aim,
  make: (tx: Db, before: Row<Of>) => Maybe<Made<Of>>,
): Promise<Shown> {
  const save = async (tx: Db) => {
    const before = await requireRow(tx, rows, id, expected);
    const { columns, actionOf, after } = await make(tx, before);
    const was = await rows.shown(before, tx);
    if (!wouldChange(before, columns)) return { shown: was, isChanged: false };
    const row = await putRow(tx, rows, before, columns);
    await after?.(tx, row);
    const shown = await rows.shown(row, tx);
    const all = changesBetween(rows.fieldsOf?.(before) ?? was, rows.fieldsOf?.(row) ?? shown);
    const changes = all.filter(({ field }) => !UNNAMED.includes(field));
    const action = actionOf?.(before, row) ?? (`${rows.resource}.update` as const);
    await record(tx, { who: by, action, subject: String(id), title: rows.titleOf(row), changes });
    return { shown, isChanged: true };
  };
  const { shown } = await write(store, save, ({ isChanged }) => (isChanged ? changed(rows) : undefined));
  return shown;
}

/** `before` may refuse or delete references to the row. 404; 412 when the version is not in `expected`. */
export async function deleteRow<Of extends Name>(
  store: Store,
  rows: Rows<Of, object>,
  { id, by, expected }: Aim,
  before?: (tx: Db, row: Row<Of>) => Promise<void>,
): Promise<void> {
  const remove = async (tx: Db) => {
    const row = await requireRow(tx, rows, id, expected);
    await before?.(tx, row);
    await commonTable(tx)
      .deleteFrom(rows.table as 'rows')
      .where('id', '=', id)
      .execute();
    await record(tx, { who: by, action: `${rows.resource}.delete`, subject: String(id), title: rows.titleOf(row) });
  };
  await write(store, remove, () => changed(rows));
}

/** Locks the table and returns the row. 404; 412 when the version is not in `expected`. */
export async function requireRow<Of extends Name>(
  tx: Db,
  { table, lock, missing }: Rows<Of, object>,
  id: number,
  expected?: number[],
): Promise<Row<Of>> {
  await lockTable(tx, lock);
  const row = await commonTable(tx)
    .selectFrom(table as 'rows')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound(missing);
  assertVersion(row, expected);
  return row as Row<Of>;
}

/** Stores the next version of `before`, which the transaction has locked. */
export function putRow<Of extends Name>(
  tx: Db,
  { table }: Pick<Rows<Of, object>, 'table'>,
  before: Row<Of>,
  columns: object,
): Promise<Row<Of>> {
  const dated = 'updated_at' in before && { updated_at: new Date().toISOString() };
  return commonTable(tx)
    .updateTable(table as 'rows')
    .set({ ...columns, ...dated, version: before.version + 1 })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<Row<Of>>;
}

/** The given slug, or the first free one derived from `base`. 409 when the given one is taken: «уже у `whose`». */
export async function newSlug(
  tx: Db,
  table: 'contestants' | 'editions',
  given: string,
  { base, whose }: { base: string; whose: string },
): Promise<string> {
  const rows = await tx
    .selectFrom(table as 'editions')
    .select('slug')
    .execute();
  const taken = new Set(rows.map(({ slug }) => slug));
  const wanted = slugify(given);
  if (taken.has(wanted)) throw conflict('slug', `Адрес «${wanted}» уже у ${whose}.`);
  for (let n = 1; ; n += 1) {
    const candidate = slugCandidate(wanted || base, n);
    if (!taken.has(candidate)) return candidate;
  }
}

async function countRows(tx: Db, { table }: { table: Name }, columns: { edition_id?: number }): Promise<number> {
  const all = commonTable(tx)
    .selectFrom(table as 'rows')
    .select((eb) => eb.fn.countAll().as('count'));
  const { edition_id: edition } = columns;
  const { count } = await (edition ? all.where(ofEdition(edition)) : all).executeTakeFirstOrThrow();
  return Number(count);
}

/** Common columns only: Kysely has no type for a query on one of several tables. */
function commonTable(tx: Db) {
  return tx as unknown as Kysely<{ rows: { id: Generated<number>; version: number } }>;
}

function changed({ isWithdrawal }: { isWithdrawal: boolean }) {
  return { topic: 'site-content' as const, ...(isWithdrawal && { isWithdrawal }) };
}
