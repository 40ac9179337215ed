import { setImmediate as othersTurn } from 'node:timers/promises';
import type { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { invalid } from '../../errors.ts';
import { createShow, orderShow, saveShow } from '../programme/shows.ts';
import { resultsVersion, type Undo } from '../programme/table.ts';
import { type ArchiveField, archiveFields } from '../programme/table-columns.ts';
import { addMoves, type Entry, importPeople, orderIn, readEntry } from '../programme/table-entries.ts';
import { type Cells, readRows, type TablePlan, tableSchemaOf, toLine } from '../programme/table-rows.ts';
import { saveScores, toScores } from '../results/document.ts';
import type { Store } from '../store.ts';
import { todayIn } from '../text/date.ts';
import { createEdition, listEditions, saveEdition } from './editions.ts';
import { draftOf, type EditionDraft, findEdition, findShow } from './table-drafts.ts';
import { readScores, sectionsOf } from './table-scores.ts';

const MAX_ROWS = 1500; // Twenty festivals of thirty contestants, and semi-finals

export const archiveTableSchema = tableSchemaOf(archiveFields, MAX_ROWS);

type Table = z.output<typeof archiveTableSchema>;

/**
 * Imports past editions with shows, contestants and points from a table, one row per performance. Existing rows are matched by year,
 * titles and names; an empty cell keeps the stored value. One transaction, idempotent. 400 without a column of
 * names, and for an invalid cell: skipping its row could change the winner. 409 as for creating each of them.
 */
export async function importArchive(store: Store, table: Table, by: string): Promise<TablePlan> {
  const save = async (db: Db): Promise<TablePlan> => {
    const { plan, drafts } = await planArchive(db, table, store.timeZone);
    const wrong = plan.lines.filter(({ outcome }) => outcome === 'wrong').map(({ line }) => line);
    const isIdle = !plan.isReordered && plan.lines.every(({ outcome }) => outcome === 'same');
    if (table.dryRun || isIdle) return plan;
    if (wrong.length > 0) throw invalid('rows', `Таблица: сначала исправьте строки ${wrong.slice(0, 10).join(', ')}.`);
    const undo: Undo = { shows: [], contestants: [], editions: [] };
    for (const draft of drafts) await importEdition({ ...store, db, publish: () => {} }, draft, by, undo);
    return { ...plan, undo };
  };
  return write(store, save, ({ undo }) => (undo ? { topic: 'site-content', isWithdrawal: true } : undefined));
}

async function planArchive(db: Db, table: Table, timeZone: string) {
  const { columns, lines } = readRows(table, archiveFields);
  const editions = (await listEditions(db)).map(draftOf);
  const entries: Entry[] = [];
  let above: Cells = new Map();
  for (const { line, cells } of lines) {
    await othersTurn();
    above = withMergedCells(cells, above);
    const row = { line, cells: above, problems: [], changes: [] };
    const edition = await findEdition(db, editions, row);
    const show = await findShow(db, edition, row, timeZone);
    const entry = readEntry(row, edition.people, show);
    if (!show.order.includes(entry.person.known?.id ?? 0)) entry.outcome = 'new';
    entry.name = `${edition.input.title}, ${show.input.title}: ${entry.name || 'без имени'}`;
    entries.push(entry);
  }
  const drafts = editions.filter(({ shows }) => shows.length > 0);
  for (const { shows, people } of drafts) for (const show of shows) show.sums = readScores(show, people.stored);
  const shows = drafts.flatMap((draft) => draft.shows);
  const moved = shows.filter((show) => show.known !== undefined && addMoves(show));
  const plan: TablePlan = { columns, isReordered: moved.length > 0, lines: entries.map(toLine), undo: undefined };
  return { plan, drafts };
}

/** Fills in merged cells of a spreadsheet, whose text is only in the first row. */
function withMergedCells(cells: Cells, above: Cells): Cells {
  if (cells.has('year') || cells.has('edition')) return cells;
  const fields: ArchiveField[] = ['year', 'edition', 'show'];
  return new Map([...[...above].filter(([field]) => fields.includes(field)), ...cells]);
}

async function importEdition(store: Store, draft: EditionDraft, by: string, undo: Undo): Promise<void> {
  const { known, shows } = draft;
  const { slug, ...input } = draft.input;
  const days = shows.map((show) => todayIn(store.timeZone, new Date(show.input.starts_at ?? ''))).sort();
  const { id: edition_id, version } = known
    ? await saveEdition(store, { id: known.id, by, expected: undefined }, input)
    : await createEdition(store, { ...input, slug, starts_on: days[0] ?? null, ends_on: days.at(-1) ?? null }, by);
  if (version !== known?.version) undo.editions.push({ id: edition_id, version, was: known ?? null });
  const entries = shows.flatMap((show) => show.entries);
  const ids = await importPeople(store, entries, { edition_id, by, undo });
  const idOf = ({ person }: Entry) => ids.get(person);
  for (const show of shows) {
    const { known: before, sums, order } = show;
    const id = before?.id ?? (await createShow(store, { ...show.input, edition_id }, by)).id;
    const aim = { id, by, expected: undefined };
    if (before) await saveShow(store, aim, show.input);
    const { version: now } = await orderShow(store, aim, orderIn(show, idOf));
    if (sums) await saveScores(store, aim, { sections: sectionsOf(sums, idOf), control_total: null });
    if (now === before?.version && !sums) continue;
    const stored = { order, was: before ?? null, scores: sums && toScores(show.row) };
    undo.shows.push({ id, version: now, results: await resultsVersion(store.db, id), ...stored });
  }
}
