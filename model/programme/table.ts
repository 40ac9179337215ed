import type { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { isSame } from '../compare.ts';
import type { Aim } from '../rows.ts';
import type { Store } from '../store.ts';
import { listContestants } from './contestants.ts';
import { readOrder, requireShow, toShow } from './show-row.ts';
import { orderShow } from './shows.ts';
import { tableFields } from './table-columns.ts';
import { bringPeople, orderIn, type Performances, readEntry, toLine } from './table-entries.ts';
import { readRows, type TablePlan, tableSchemaOf } from './table-rows.ts';
import { resultsVersion, type Undo } from './table-undo.ts';

const MOST_ROWS = 300;

export const tableSchema = tableSchemaOf(tableFields, MOST_ROWS);

/**
 * Contestants of a show from the rows of a table: found by their names, added or changed, and put into the order of the table;
 * those who are not in it follow. An empty cell leaves what is stored, wrong lines are left out. One transaction; the same table
 * twice changes nothing. 400 without a column of names; 404; 409 for too many contestants; 412 when the version is not in `expected`.
 */
export async function importTable(store: Store, aim: Aim, table: z.output<typeof tableSchema>): Promise<TablePlan> {
  const save = async (db: Db) => {
    const { id, by, expected } = aim;
    const row = await requireShow(db, id, expected);
    const { columns, lines } = readRows(table, tableFields);
    const show: Performances = { order: await readOrder(db, id), entries: [] };
    const people = { stored: await listContestants(db, row.edition_id), found: new Map() };
    for (const each of lines) readEntry({ ...each, problems: [], changes: [] }, people, show);
    const plan: TablePlan = { columns, isReordered: false, lines: show.entries.map(toLine), undo: undefined };
    const isNew = plan.lines.some(({ outcome }) => outcome === 'new');
    plan.isReordered = isNew || !isSame(orderIn(show), show.order);
    const isChanged = plan.isReordered || plan.lines.some(({ outcome }) => outcome === 'changed');
    if (table.dryRun || !isChanged) return { plan, isChanged: false };
    const within = { ...store, db, announce: () => {} };
    const undo: Undo = { shows: [], contestants: [], editions: [] };
    const ids = await bringPeople(within, show.entries, { edition_id: row.edition_id, by, undo });
    const order = orderIn(show, ({ person }) => ids.get(person));
    const { version } = await orderShow(within, { id, by, expected: undefined }, order);
    const was = { version, results: await resultsVersion(db, id), order: show.order, was: toShow(row), scores: null };
    undo.shows.push({ id, ...was });
    return { plan: { ...plan, undo }, isChanged };
  };
  const { plan } = await write(store, save, ({ isChanged }) =>
    isChanged ? { topic: 'site-content', isWithdrawal: true } : undefined,
  );
  return plan;
}
