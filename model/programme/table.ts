import type { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { isSame } from '../compare.ts';
import type { Aim } from '../rows.ts';
import type { Store } from '../store.ts';
import { keyOf } from '../text/table.ts';
import type { Contestant, ContestantChange } from './contestant-schema.ts';
import { createContestant, listContestants, saveContestant } from './contestants.ts';
import { readOrders, requireShow } from './show-row.ts';
import { orderShow } from './shows.ts';
import { type TableField, tableFields } from './table-columns.ts';
import {
  changesOf,
  isIdle,
  orderOf,
  outcomeOf,
  planSchemaOf,
  readContestant,
  readNumber,
  readRows,
  tableSchemaOf,
} from './table-rows.ts';
import { resultsVersion, type ShowUndo } from './table-undo.ts';

const MOST_ROWS = 300;

export const tableSchema = tableSchemaOf(tableFields, MOST_ROWS);
export const tablePlanSchema = planSchemaOf(tableFields);

type Plan = z.output<typeof tablePlanSchema>;
type Table = z.output<typeof tableSchema>;

/**
 * Contestants of a show from the rows of a table: found by their names, added or changed, and put into the order of the table;
 * those who are not in it follow. An empty cell leaves what is stored, wrong lines are left out. One transaction; the same table
 * twice changes nothing. 400 without a column of names; 404; 409 for too many contestants; 412 when the version is not in `expected`.
 */
export async function importTable(store: Store, aim: Aim, table: Table): Promise<Plan> {
  const save = async (db: Db) => {
    const within = { ...store, db, announce: () => {} };
    const { plan, lines, order, edition_id } = await readPlan(db, aim, table);
    if (table.dryRun || (!plan.isReordered && plan.lines.every(isIdle))) return { plan, isChanged: false };
    const { id, by } = aim;
    const ids: number[] = [];
    const contestants: ShowUndo['contestants'] = [];
    for (const { known, input, outcome } of lines) {
      if (outcome === 'new' && input) {
        const made = await createContestant(within, { ...input, edition_id, slug: '', shows: [] }, by);
        contestants.push({ id: made.id, version: made.version, was: null });
        ids.push(made.id);
      }
      if (outcome === 'changed' && known && input) {
        const { version } = await saveContestant(within, { id: known.id, by, expected: undefined }, input);
        contestants.push({ id: known.id, version, was: known });
      }
      if (known) ids.push(known.id);
    }
    const { version } = await orderShow(within, { id, by, expected: undefined }, orderOf(ids, order));
    const undo: ShowUndo = { shows: [{ id, version, results: await resultsVersion(db, id), order }], contestants };
    return { plan: { ...plan, undo }, isChanged: true };
  };
  const { plan } = await write(store, save, ({ isChanged }) =>
    isChanged ? { topic: 'site-content', isWithdrawal: true } : undefined,
  );
  return plan;
}

type Line = Plan['lines'][number] & {
  known?: Contestant | undefined;
  input?: ContestantChange | undefined;
  number: number;
};

async function readPlan(db: Db, { id, expected }: Aim, table: Table) {
  const { edition_id } = await requireShow(db, id, expected);
  const order = (await readOrders(db, edition_id)).get(id) ?? [];
  const { columns, lines: rows } = readRows(table, tableFields);
  const byName = Map.groupBy(await listContestants(db, edition_id), ({ name }) => keyOf(name));
  const lines: Line[] = [];
  for (const { line, cells } of rows) lines.push(readLine(line, cells, byName, lines));
  const sorted = lines.toSorted((one, other) => one.number - other.number);
  const ids = sorted.flatMap(({ known }) => known?.id ?? []);
  const isReordered = lines.some(({ outcome }) => outcome === 'new') || !isSame(orderOf(ids, order), order);
  const shown = lines.map(({ known: _known, input: _input, number: _number, ...line }) => line);
  return { plan: { columns, isReordered, lines: shown, undo: undefined }, lines: sorted, order, edition_id };
}

function readLine(
  line: number,
  cells: ReadonlyMap<TableField, string>,
  byName: ReadonlyMap<string, Contestant[]>,
  earlier: Line[],
): Line {
  const name = cells.get('name') ?? '';
  const [known, namesake] = byName.get(keyOf(name)) ?? [];
  const { number, problems: wrongNumber } = readNumber(cells.get('number'), earlier);
  const { input, problems: wrongCells } = readContestant(cells, known);
  const problems: Line['problems'] = [];
  const twin = name !== '' && earlier.find((each) => keyOf(each.name) === keyOf(name));
  if (twin) problems.push({ field: 'name', message: `Это имя уже есть в строке ${twin.line}.` });
  if (namesake) problems.push({ field: 'name', message: 'Участников с этим именем несколько: измените их в списке.' });
  problems.push(...wrongNumber, ...wrongCells);
  const changes = known && input ? changesOf(known, input) : [];
  const outcome = outcomeOf(problems, known !== undefined, changes);
  return { line, name, outcome, problems, changes, number, ...(outcome !== 'wrong' && { known, input }) };
}
