import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Db, Tables } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { ModelError } from '../../errors.ts';
import { changesBetween, record, wouldChange } from '../audit-log.ts';
import { filledLine, line, moment, toggle } from '../fields.ts';
import { assertNotArmed } from '../results/armed.ts';
import type { Store } from '../store.ts';
import { lockProgramme, readOrders, requireShow, type Show, toShow } from './show-row.ts';

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

/** Contestants stay. 404; 409 while its results are armed; 412 when the version is not in `expected`. */
export async function deleteShow(store: Store, id: number, by: string, expected?: number[]): Promise<void> {
  const remove = async (tx: Db) => {
    const show = await requireShow(tx, id, expected);
    await assertNotArmed(tx, show, 'show');
    await tx.deleteFrom('shows').where('id', '=', id).execute();
    await record(tx, { who: by, action: 'show.delete', subject: String(id), title: show.title });
  };
  await write(store, remove, () => ({ topic: 'site-content', isWithdrawal: true }));
}

function toColumns({ is_public, starts_at, ...fields }: ShowChange) {
  return { ...fields, starts_at: starts_at ?? '', is_public: Number(is_public) };
}

function fieldsOf(row: Selectable<Tables['shows']>) {
  const { id: _id, version: _version, running_order: _order, ...fields } = toShow(row);
  return fields;
}
