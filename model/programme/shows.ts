import type { Generated, Selectable } from 'kysely';
import { z } from 'zod';
import { lockTable } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { assertVersion, ModelError, notFound } from '../../errors.ts';
import { changesBetween, isSameValue, record, wouldChange } from '../audit-log.ts';
import { filledLine, line, moment, toggle } from '../fields.ts';
import type { Store } from '../store.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    shows: ShowTable;
    performances: PerformanceTable;
  }
}

interface ShowTable {
  id: Generated<number>;
  title: string;
  hall: string;
  starts_at: string; // ISO 8601 UTC
  ends_at: string | null;
  is_public: number;
  updated_at: string;
  /** Counts changes of the running order, too. */
  version: number;
}

/** Running orders. */
interface PerformanceTable {
  show_id: number;
  contestant_id: number;
  /** From 1, without gaps. */
  position: number;
}

const MOST = 20;

export const showChangeSchema = z
  .object({
    title: filledLine('Название', 100),
    hall: line('Зал', 200).default(''),
    starts_at: moment('Начало').refine((at) => at !== null, 'Начало: заполните это поле.'),
    ends_at: moment('Конец').default(null),
    is_public: toggle('Показывать на сайте').default(true),
  })
  .refine(({ starts_at, ends_at }) => starts_at === null || ends_at === null || ends_at > starts_at, {
    path: ['ends_at'],
    error: 'Конец: должен быть позже начала.',
  });

export const showSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  hall: z.string(),
  starts_at: z.string().describe('ISO 8601, UTC'),
  ends_at: z.string().nullable().describe('ISO 8601, UTC; null when it is not announced'),
  is_public: z.boolean().describe('Whether it and those who perform in it stand on the site'),
  running_order: z.array(z.number().int()).describe('Ids of contestants'),
  version: z.number().int().describe('Counts changes of the running order, too'),
});

export type Show = z.output<typeof showSchema>;
export type ShowChange = z.output<typeof showChangeSchema>;

/** By their start, each with its running order. */
export async function listShows(db: Db): Promise<(Show & { updated_at: string })[]> {
  const rows = await db.selectFrom('shows').selectAll().orderBy('starts_at').orderBy('id').execute();
  const orders = await readOrders(db);
  return rows.map((row) => ({ ...toShow(row, orders.get(row.id)), updated_at: row.updated_at }));
}

/** 409 when there are 20. */
export function createShow(store: Store, input: ShowChange, by: string): Promise<Show> {
  const create = async (tx: Db) => {
    await lockProgramme(tx);
    const { count } = await tx
      .selectFrom('shows')
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) >= MOST) throw new ModelError(409, 'too_many', `Концертов не больше ${MOST}.`);
    const row = await tx
      .insertInto('shows')
      .values({ ...toColumns(input), updated_at: new Date().toISOString(), version: 1 })
      .returningAll()
      .executeTakeFirstOrThrow();
    await record(tx, { who: by, action: 'show.create', subject: String(row.id), title: row.title });
    return toShow(row, []);
  };
  return write(store, create, () => ({ topic: 'site-content' }));
}

/** Replaces all fields, not the running order. 404; 412 when the version is not in `expected`. */
export async function saveShow(
  store: Store,
  id: number,
  input: ShowChange,
  by: string,
  expected?: number[],
): Promise<Show> {
  const save = async (tx: Db) => {
    const before = await requireShow(tx, id, expected);
    const order = (await readOrders(tx)).get(id);
    if (!wouldChange(before, toColumns(input))) return { show: toShow(before, order), isChanged: false };
    const row = await tx
      .updateTable('shows')
      .set({ ...toColumns(input), updated_at: new Date().toISOString(), version: before.version + 1 })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const changes = changesBetween(fieldsOf(before), fieldsOf(row));
    await record(tx, { who: by, action: 'show.update', subject: String(id), title: row.title, changes });
    return { show: toShow(row, order), isChanged: true };
  };
  const { show } = await write(store, save, ({ isChanged }) =>
    isChanged ? { topic: 'site-content', isWithdrawal: true } : undefined,
  );
  return show;
}

/** `ids`: all contestants of the show, in their order. 404; 409 for an unknown one or one named twice; 412 as `saveShow`. */
export async function orderShow(
  store: Store,
  id: number,
  ids: number[],
  by: string,
  expected?: number[],
): Promise<Show> {
  const order = async (tx: Db) => {
    const before = await requireShow(tx, id, expected);
    const was = (await readOrders(tx)).get(id) ?? [];
    if (isSameValue(ids, was)) return { show: toShow(before, was), isChanged: false, isShorter: false };
    await assertContestants(tx, ids);
    await tx
      .deleteFrom('performances')
      .where('show_id', '=', id)
      .where('contestant_id', 'not in', listed(ids))
      .execute();
    for (const [at, contestant_id] of ids.entries())
      await tx
        .insertInto('performances')
        .values({ show_id: id, contestant_id, position: at + 1 })
        .onConflict((on) => on.columns(['show_id', 'contestant_id']).doUpdateSet({ position: at + 1 }))
        .execute();
    const row = await countChange(tx, before);
    await record(tx, { who: by, action: 'show.order', subject: String(id), title: row.title });
    return { show: toShow(row, ids), isChanged: true, isShorter: was.some((each) => !ids.includes(each)) };
  };
  const { show } = await write(store, order, ({ isChanged, isShorter }) =>
    isChanged ? { topic: 'site-content', ...(isShorter && { isWithdrawal: true }) } : undefined,
  );
  return show;
}

/** Contestants stay. 404; 412 when the version is not in `expected`. */
export async function deleteShow(store: Store, id: number, by: string, expected?: number[]): Promise<void> {
  const remove = async (tx: Db) => {
    const { title } = await requireShow(tx, id, expected);
    await tx.deleteFrom('shows').where('id', '=', id).execute();
    await record(tx, { who: by, action: 'show.delete', subject: String(id), title });
  };
  await write(store, remove, () => ({ topic: 'site-content', isWithdrawal: true }));
}

/** Puts a new contestant at the end of shows. 400 for an unknown one. */
export async function appendTo(tx: Db, ids: number[], contestant_id: number): Promise<void> {
  for (const id of new Set(ids)) {
    const show = await requireShow(tx, id, undefined);
    const position = ((await readOrders(tx)).get(id) ?? []).length + 1;
    await tx.insertInto('performances').values({ show_id: id, contestant_id, position }).execute();
    await countChange(tx, show);
  }
}

/** Takes a contestant out of all shows, without gaps. After `lockProgramme`. */
export async function leaveShows(tx: Db, contestant_id: number): Promise<void> {
  const left = tx.selectFrom('performances').select('show_id').where('contestant_id', '=', contestant_id);
  for (const show of await tx.selectFrom('shows').selectAll().where('id', 'in', left).execute()) {
    const order = (await readOrders(tx)).get(show.id) ?? [];
    await tx
      .deleteFrom('performances')
      .where('show_id', '=', show.id)
      .where('contestant_id', '=', contestant_id)
      .execute();
    await tx
      .updateTable('performances')
      .set((eb) => ({ position: eb('position', '-', 1) }))
      .where('show_id', '=', show.id)
      .where('position', '>', order.indexOf(contestant_id) + 1)
      .execute();
    await countChange(tx, show);
  }
}

/** One change of shows and contestants at a time: they refer to each other. */
export async function lockProgramme(tx: Db): Promise<void> {
  await lockTable(tx, 'shows');
}

async function readOrders(db: Db): Promise<Map<number, number[]>> {
  const rows = await db.selectFrom('performances').selectAll().orderBy('position').execute();
  const byShow = Map.groupBy(rows, ({ show_id }) => show_id);
  return new Map([...byShow].map(([id, performances]) => [id, performances.map(({ contestant_id }) => contestant_id)]));
}

async function assertContestants(tx: Db, ids: number[]): Promise<void> {
  const rows = await tx.selectFrom('contestants').select('id').where('id', 'in', listed(ids)).execute();
  if (rows.length === ids.length) return;
  throw new ModelError(409, 'conflict', 'Список участников тем временем изменился. Посмотрите на него и повторите.');
}

/** SQL has no empty list. */
function listed(ids: number[]): number[] {
  return [0, ...ids];
}

function countChange(tx: Db, { id, version }: Selectable<ShowTable>) {
  return tx
    .updateTable('shows')
    .set({ version: version + 1, updated_at: new Date().toISOString() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function requireShow(tx: Db, id: number, expected: number[] | undefined): Promise<Selectable<ShowTable>> {
  await lockProgramme(tx);
  const row = await tx.selectFrom('shows').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('Такого концерта нет. Возможно, его удалили.');
  assertVersion(row, expected);
  return row;
}

function toColumns({ is_public, starts_at, ...fields }: ShowChange) {
  return { ...fields, starts_at: starts_at ?? '', is_public: Number(is_public) };
}

function toShow(
  { is_public, updated_at: _updated, ...row }: Selectable<ShowTable>,
  running_order: number[] = [],
): Show {
  return { ...row, is_public: is_public === 1, running_order };
}

function fieldsOf(row: Selectable<ShowTable>) {
  const { id: _id, version: _version, running_order: _order, ...fields } = toShow(row);
  return fields;
}
