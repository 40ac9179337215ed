import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { assertVersion, forbiddenRole, ModelError } from '../../errors.ts';
import { type Actor, isEditor } from '../../roles.ts';
import { deleteEdition, saveEdition } from '../editions/editions.ts';
import { editionChangeSchema } from '../editions/schema.ts';
import { isEmpty } from '../editions/start.ts';
import { rowId } from '../fields.ts';
import { findRow, saveScores } from '../results/document.ts';
import { scoresSchema } from '../results/schema.ts';
import type { Aim } from '../rows.ts';
import type { Store } from '../store.ts';
import { contestantChangeSchema } from './contestant-schema.ts';
import { deleteContestant, listContestants, MAX_CONTESTANTS, saveContestant } from './contestants.ts';
import { readOrder, requireShow, toShow } from './show-row.ts';
import { deleteShow, orderShow, saveShow, showChangeSchema } from './shows.ts';
import { tableFields } from './table-columns.ts';
import { addMoves, importPeople, orderIn, type Performances, readEntry } from './table-entries.ts';
import { readRows, type TablePlan, tableSchemaOf, toLine } from './table-rows.ts';

const MAX_ROWS = 300;

export const tableSchema = tableSchemaOf(tableFields, MAX_ROWS);

/**
 * Imports contestants of a show from a table: matches them by name, adds or changes them, and applies the table's order;
 * others follow. An empty cell keeps the stored value, invalid lines are skipped. One transaction,
 * idempotent. 400 without a column of names; 404; 409 for too many contestants; 412 when the version is not in `expected`.
 */
export async function importTable(store: Store, aim: Aim, table: z.output<typeof tableSchema>): Promise<TablePlan> {
  const save = async (db: Db): Promise<TablePlan> => {
    const { id, by, expected } = aim;
    const row = await requireShow(db, id, expected);
    const { columns, lines } = readRows(table, tableFields);
    const show: Performances = { order: await readOrder(db, id), entries: [] };
    const people = { stored: await listContestants(db, row.edition_id), found: new Map() };
    for (const each of lines) readEntry({ ...each, problems: [], changes: [] }, people, show);
    const isMoved = addMoves(show);
    const plan: TablePlan = { columns, isReordered: isMoved, lines: show.entries.map(toLine), undo: undefined };
    const added = plan.lines.filter(({ outcome }) => outcome === 'new').length;
    if (people.stored.length + added > MAX_CONTESTANTS)
      throw new ModelError(409, 'too_many', `Участников не больше ${MAX_CONTESTANTS}.`);
    const isChanged = isMoved || added > 0 || plan.lines.some(({ outcome }) => outcome === 'changed');
    if (table.dryRun || !isChanged) return plan;
    const within = { ...store, db, publish: () => {} };
    const undo: Undo = { shows: [], contestants: [], editions: [] };
    const ids = await importPeople(within, show.entries, { edition_id: row.edition_id, by, undo });
    const order = orderIn(show, ({ person }) => ids.get(person) ?? person.known?.id);
    const { version } = await orderShow(within, { id, by, expected: undefined }, order);
    const was = { version, results: await resultsVersion(db, id), order: show.order, was: toShow(row), scores: null };
    undo.shows.push({ id, ...was });
    return { ...plan, undo };
  };
  return write(store, save, ({ undo }) => (undo ? { topic: 'site-content', isWithdrawal: true } : undefined));
}

const MESSAGE = 'Отмена: нужно то, что ответил импорт таблицы.';

const id = rowId(MESSAGE);
const version = z.int(MESSAGE).min(0, MESSAGE);

/** Undo data of a table import: versions after it, values before it, null for new rows. */
export const undoSchema = z.object({
  shows: z.array(
    z.object(
      {
        ...{ id, version, results: version, order: z.array(id, MESSAGE) },
        was: showChangeSchema.nullable(),
        scores: scoresSchema.nullable().describe('Null if the table has not changed them'),
      },
      MESSAGE,
    ),
    MESSAGE,
  ),
  contestants: z.array(z.object({ id, version, was: contestantChangeSchema.nullable() }, MESSAGE), MESSAGE),
  editions: z.array(z.object({ id, version, was: editionChangeSchema.nullable() }, MESSAGE), MESSAGE),
});

export type Undo = z.input<typeof undoSchema>;

/** Number of changes of the points; 0 without any. */
export async function resultsVersion(db: Db, show: number): Promise<number> {
  return (await findRow(db, show))?.version ?? 0;
}

/** Restores the rows from before a table import in one transaction. 404 or 412 when any has changed since; 403 for points and editions unless by an editor. */
export async function undoTable(
  store: Store,
  { shows, contestants, editions }: z.output<typeof undoSchema>,
  { username: by, role }: Actor,
): Promise<void> {
  if (!isEditor(role) && (editions.length > 0 || shows.some(({ scores }) => scores)))
    throw forbiddenRole('Баллы и прошлые фестивали меняет редактор.');
  const undo = async (db: Db) => {
    const within = { ...store, db, publish: () => {} };
    for (const { id, version, results, order, was, scores } of shows) {
      const aim = { id, by, expected: undefined };
      assertVersion({ version: await resultsVersion(db, id) }, [results]);
      if (scores) await saveScores(within, aim, scores);
      await orderShow(within, { ...aim, expected: [version] }, order);
      if (was) await saveShow(within, aim, was);
    }
    for (const { id, version, was } of contestants) {
      const aim = { id, by, expected: [version] };
      await (was ? saveContestant(within, aim, was) : deleteContestant(within, aim));
    }
    for (const { id, was } of shows) if (!was) await deleteShow(within, { id, by, expected: undefined });
    for (const { id, version, was } of editions) {
      const aim = { id, by, expected: [version] };
      if (!was && !(await isEmpty(db, id)))
        throw new ModelError(409, 'conflict', 'К новому фестивалю что-то добавили: удалите его в списке сами.');
      await (was ? saveEdition(within, aim, was) : deleteEdition(within, aim));
    }
  };
  await write(store, undo, () => ({ topic: 'site-content', isWithdrawal: true }));
}
