import type { Generated, Kysely, Selectable } from 'kysely';
import { lockTable } from '../db/dialect.ts';
import type { Db, Tables } from '../db/tables.ts';
import { write } from '../db/write.ts';
import { assertVersion, ModelError, notFound } from '../errors.ts';
import { type ChangeAction, changesBetween, record, wouldChange } from './audit-log.ts';
import { ofEdition } from './editions/current.ts';
import type { Store } from './store.ts';

type Name = 'partners' | 'shows' | 'contestants' | 'redirects' | 'editions';
type Resource = 'partner' | 'show' | 'contestant' | 'redirect' | 'edition';
export type Row<Of extends Name> = Selectable<Tables[Of]> & { id: number; version: number };

/** Rows of one table, each with an id and a version. */
export interface Rows<Of extends Name> {
  table: Of;
  /** The table that is locked: another one where rows of both refer to each other. */
  lock: Name;
  resource: Resource;
  /** Sentence of a 404. */
  missing: string;
  /** Of one edition, where rows belong to one. */
  most: number;
  /** Sentence of a 409. */
  tooMany: string;
  /** In the audit log. */
  titleOf: (row: Row<Of>) => string;
  /** Those whose changes the audit log names. */
  fieldsOf: (row: Row<Of>) => object;
  /** What stood before may be shown no more. */
  isWithdrawal: boolean;
}

interface Made<Of extends Name> {
  columns: object;
  /** Of the audit log; `<resource>.update` by itself. */
  actionOf?: (before: Row<Of>, after: Row<Of>) => ChangeAction;
  /** In the transaction, once the row is written. */
  after?: (tx: Db, row: Row<Of>) => Promise<unknown>;
}

type Maybe<T> = T | Promise<T>;

/** Adds a row. `make` runs under the lock of its table. 409 when there are too many. */
export function createRow<Of extends Name>(
  store: Store,
  rows: Rows<Of>,
  by: string,
  make: (tx: Db) => Maybe<Made<Of>>,
): Promise<Row<Of>> {
  const create = async (tx: Db) => {
    await lockTable(tx, rows.lock);
    const { columns, after } = await make(tx);
    if ((await countRows(tx, rows, columns)) >= rows.most) throw new ModelError(409, 'too_many', rows.tooMany);
    const row = (await plain(tx)
      .insertInto(rows.table as 'rows')
      .values({ ...columns, version: 1 })
      .returningAll()
      .executeTakeFirstOrThrow()) as Row<Of>;
    await after?.(tx, row);
    const title = rows.titleOf(row);
    await record(tx, { who: by, action: `${rows.resource}.create`, subject: String(row.id), title });
    return row;
  };
  return write(store, create, () => ({ topic: 'site-content' }));
}

export interface Aim {
  id: number;
  by: string;
  expected: number[] | undefined;
}

/** Replaces columns as the next version; those that say nothing new change nothing. 404; 412 when the version is not in `expected`. */
export async function saveRow<Of extends Name>(
  store: Store,
  rows: Rows<Of>,
  { id, by, expected }: Aim,
  make: (tx: Db, before: Row<Of>) => Maybe<Made<Of>>,
): Promise<Row<Of>> {
  const save = async (tx: Db) => {
    const before = await requireRow(tx, rows, id, expected);
    const { columns, actionOf, after } = await make(tx, before);
    if (!wouldChange(before, columns)) return { row: before, isChanged: false };
    const row = await putRow(tx, rows, before, columns);
    await after?.(tx, row);
    const changes = changesBetween(rows.fieldsOf(before), rows.fieldsOf(row));
    const action = actionOf?.(before, row) ?? (`${rows.resource}.update` as const);
    await record(tx, { who: by, action, subject: String(id), title: rows.titleOf(row), changes });
    return { row, isChanged: true };
  };
  const { row } = await write(store, save, ({ isChanged }) => (isChanged ? changed(rows) : undefined));
  return row;
}

/** `before` may refuse, or take out what refers to the row. 404; 412 when the version is not in `expected`. */
export async function deleteRow<Of extends Name>(
  store: Store,
  rows: Rows<Of>,
  { id, by, expected }: Aim,
  before?: (tx: Db, row: Row<Of>) => Promise<void>,
): Promise<void> {
  const remove = async (tx: Db) => {
    const row = await requireRow(tx, rows, id, expected);
    await before?.(tx, row);
    await plain(tx)
      .deleteFrom(rows.table as 'rows')
      .where('id', '=', id)
      .execute();
    await record(tx, { who: by, action: `${rows.resource}.delete`, subject: String(id), title: rows.titleOf(row) });
  };
  await write(store, remove, () => changed(rows));
}

/** Locks. 404; 412 when the version is not in `expected`. */
export async function requireRow<Of extends Name>(
  tx: Db,
  { table, lock, missing }: Rows<Of>,
  id: number,
  expected?: number[],
): Promise<Row<Of>> {
  await lockTable(tx, lock);
  const row = await plain(tx)
    .selectFrom(table as 'rows')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound(missing);
  assertVersion(row, expected);
  return row as Row<Of>;
}

/** As the next version of `before`, which the transaction has locked. */
export function putRow<Of extends Name>(
  tx: Db,
  { table }: Pick<Rows<Of>, 'table'>,
  before: Row<Of>,
  columns: object,
): Promise<Row<Of>> {
  const dated = 'updated_at' in before && { updated_at: new Date().toISOString() };
  return plain(tx)
    .updateTable(table as 'rows')
    .set({ ...columns, ...dated, version: before.version + 1 })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<Row<Of>>;
}

async function countRows(tx: Db, { table }: { table: Name }, columns: { edition_id?: number }): Promise<number> {
  const all = plain(tx)
    .selectFrom(table as 'rows')
    .select((eb) => eb.fn.countAll().as('count'));
  const { edition_id: edition } = columns;
  const { count } = await (edition ? all.where(ofEdition(edition)) : all).executeTakeFirstOrThrow();
  return Number(count);
}

/** The columns that all of them have: Kysely has no type for a query on one of several tables. */
function plain(tx: Db) {
  return tx as unknown as Kysely<{ rows: { id: Generated<number>; version: number } }>;
}

function changed({ isWithdrawal }: { isWithdrawal: boolean }) {
  return { topic: 'site-content' as const, ...(isWithdrawal && { isWithdrawal }) };
}
