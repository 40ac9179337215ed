import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { ModelError } from '../../errors.ts';
import { record } from '../audit-log.ts';
import { isSame } from '../compare.ts';
import { editionFor, ofEdition, seenEdition } from '../editions/current.ts';
import { address, filledLine, line, moment, rowId, toggle } from '../fields.ts';
import { assertNotLocked } from '../results/locked.ts';
import { type Aim, createRow, deleteRow, type Row, saveRow } from '../rows.ts';
import { startMoments } from '../settings/watch/phase.ts';
import { OWN_RECORDING } from '../settings/watch/watch.ts';
import type { Store } from '../store.ts';
import { countChange, performersOfShows, readOrder, requireShow, SHOWS, type Show, toShow } from './show-row.ts';

/** ms after a show's start during which its results are awaited. */
export const RESULTS_WINDOW = 24 * 3_600_000;

const editionId = rowId('Фестиваль: нужен его номер.').optional().describe('Default: the current edition');

export const showChangeSchema = z
  .object({
    title: filledLine('Название', 100),
    hall: line('Зал', 200).default(''),
    starts_at: moment('Начало').refine((at) => at !== null, 'Начало: заполните это поле.'),
    ends_at: moment('Конец').default(null),
    is_public: toggle('Показывать на сайте').default(true),
    recording_url: address('Запись', { scheme: 'https', local: OWN_RECORDING }).default(null),
    recording_starts_at: moment('Начало записи').default(null),
  })
  .refine(({ starts_at, ends_at }) => starts_at === null || ends_at === null || ends_at > starts_at, {
    path: ['ends_at'],
    error: 'Конец: должен быть позже начала.',
  });

export const newShowSchema = showChangeSchema.safeExtend({ edition_id: editionId, current_edition: seenEdition });

export type ShowChange = z.output<typeof showChangeSchema>;

/** Shows of an edition, by default the current one, by start, each with its running order. */
export async function listShows(db: Db, edition?: number): Promise<(Show & { updated_at: string })[]> {
  const shows = db.selectFrom('shows').selectAll().where(ofEdition(edition));
  const rows = await shows.orderBy('starts_at').orderBy('id').execute();
  const ids = rows.map(({ id }) => id);
  const performers = await performersOfShows(db, ids);
  const orderOf = (row: Row<'shows'>) => performers.get(row.id)?.map(({ id }) => id);
  return rows.map((row) => ({ ...toShow(row, orderOf(row)), updated_at: row.updated_at }));
}

/** Times (ms) when a public show of the current edition starts, is late, ends, counts as over, or needs no results. */
export async function showMoments(db: Db): Promise<number[]> {
  const shows = await db
    .selectFrom('shows')
    .select(['starts_at', 'ends_at'])
    .where('is_public', '=', 1)
    .where(ofEdition())
    .execute();
  return shows.flatMap(({ starts_at, ends_at }) => [
    ...startMoments({ starts_at }),
    Date.parse(ends_at ?? starts_at),
    Date.parse(starts_at) + RESULTS_WINDOW,
  ]);
}

/** Adds to the current edition by default. 409 when there are 20, or another edition is current than on the page; 400 for an unknown edition. */
export function createShow(store: Store, input: z.output<typeof newShowSchema>, by: string): Promise<Show> {
  return createRow(store, SHOWS, by, async (tx) => {
    const { edition_id, current_edition, ...fields } = input;
    const edition = await editionFor(tx, edition_id, current_edition);
    return { columns: { ...toColumns(fields), edition_id: edition, updated_at: new Date().toISOString() } };
  });
}

/** Replaces all fields, not the running order. 404; 412 when the version is not in `expected`. */
export function saveShow(store: Store, aim: Aim, input: ShowChange): Promise<Show> {
  return saveRow(store, SHOWS, aim, () => ({ columns: toColumns(input) }));
}

/** Keeps the contestants. 404; 409 while its results are locked; 412 when the version is not in `expected`. */
export function deleteShow(store: Store, aim: Aim): Promise<void> {
  return deleteRow(store, SHOWS, aim, (tx, show) => assertNotLocked(tx, show, 'show'));
}

/** `ids`: the complete running order. 404; 409 for unknown or repeated ids and for a locked show; 412 as `saveShow`. */
export async function orderShow(store: Store, { id, by, expected }: Aim, ids: number[]): Promise<Show> {
  const order = async (tx: Db) => {
    const before = await requireShow(tx, id, expected);
    const was = await readOrder(tx, id);
    if (isSame(ids, was)) return { show: toShow(before, was), isChanged: false, isShorter: false };
    const listed = [0, ...ids]; // SQL has no empty list
    const contestants = tx.selectFrom('contestants').select('id').where('id', 'in', listed);
    const known = await contestants.where(ofEdition(before.edition_id)).execute();
    if (known.length !== ids.length) throw changedMeanwhile();
    const isShorter = was.some((each) => !ids.includes(each));
    if (isShorter) await assertNotLocked(tx, before, 'contestant');
    await tx.deleteFrom('performances').where('show_id', '=', id).where('contestant_id', 'not in', listed).execute();
    for (const [at, contestant_id] of ids.entries())
      await tx
        .insertInto('performances')
        .values({ show_id: id, contestant_id, position: at + 1 })
        .onConflict((on) => on.columns(['show_id', 'contestant_id']).doUpdateSet({ position: at + 1 }))
        .execute();
    const row = await countChange(tx, before);
    await record(tx, { who: by, action: 'show.order', subject: String(id), title: row.title });
    return { show: toShow(row, ids), isChanged: true, isShorter };
  };
  const { show } = await write(store, order, ({ isChanged, isShorter }) =>
    isChanged ? { topic: 'site-content', ...(isShorter && { isWithdrawal: true }) } : undefined,
  );
  return show;
}

/** Appends a new contestant to shows. 404 for an unknown show; 409 for one of another edition. */
export async function appendTo(tx: Db, ids: number[], { id, edition_id }: Row<'contestants'>): Promise<void> {
  for (const show_id of new Set(ids)) {
    const show = await requireShow(tx, show_id);
    if (show.edition_id !== edition_id) throw changedMeanwhile();
    const position = (await readOrder(tx, show_id)).length + 1;
    await tx.insertInto('performances').values({ show_id, contestant_id: id, position }).execute();
    await countChange(tx, show);
  }
}

/** Removes a contestant from all shows. 409 while the results of one are locked. Call after `lockProgramme`. */
export async function removeFromShows(tx: Db, contestant_id: number): Promise<void> {
  const left = tx.selectFrom('performances').select('show_id').where('contestant_id', '=', contestant_id);
  for (const show of await tx.selectFrom('shows').selectAll().where('id', 'in', left).execute()) {
    await assertNotLocked(tx, show, 'contestant');
    const order = await readOrder(tx, show.id);
    await tx
      .deleteFrom('performances')
      .where((eb) => eb.and({ show_id: show.id, contestant_id }))
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

function changedMeanwhile(): ModelError {
  return new ModelError(409, 'conflict', 'Список участников тем временем изменился. Посмотрите на него и повторите.');
}

function toColumns({ is_public, starts_at, ...fields }: ShowChange) {
  return { ...fields, starts_at: starts_at ?? '', is_public: Number(is_public) };
}
