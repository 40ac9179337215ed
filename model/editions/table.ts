import type { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { invalid } from '../../errors.ts';
import { createContestant, saveContestant } from '../programme/contestants.ts';
import { createShow, orderShow, saveShow } from '../programme/shows.ts';
import { archiveFields } from '../programme/table-columns.ts';
import { planSchemaOf, type TablePlan, tableSchemaOf } from '../programme/table-rows.ts';
import { type ArchiveUndo, resultsVersion } from '../programme/table-undo.ts';
import { saveScores, toScores } from '../results/document.ts';
import type { Store } from '../store.ts';
import { todayIn } from '../text/date.ts';
import { createEdition, saveEdition } from './editions.ts';
import type { ContestantDraft, EditionDraft, ShowDraft } from './table-drafts.ts';
import { orderIn, planArchive } from './table-plan.ts';
import { sectionsOf } from './table-scores.ts';

/** Twenty festivals of thirty contestants, and semi-finals. */
const MOST_ROWS = 1500;

export const archiveTableSchema = tableSchemaOf(archiveFields, MOST_ROWS);
export const archivePlanSchema = planSchemaOf(archiveFields);

interface Importing {
  store: Store;
  by: string;
  undo: ArchiveUndo;
}

/**
 * Past editions with shows, contestants and points from the rows of a table, one for each performance. What is known is found by year,
 * titles and names; an empty cell leaves what is stored. One transaction; the same table twice changes nothing. 400 without a column of
 * names, and for a wrong cell: without its row the points would name another winner. 409 as for each of them alone.
 */
export async function importArchive(
  store: Store,
  table: z.output<typeof archiveTableSchema>,
  by: string,
): Promise<TablePlan> {
  const save = async (db: Db) => {
    const { plan, drafts } = await planArchive(db, table, store.timeZone);
    const wrong = plan.lines.filter(({ outcome }) => outcome === 'wrong').map(({ line }) => line);
    const isIdle = !plan.isReordered && plan.lines.every(({ outcome }) => outcome === 'same');
    if (table.dryRun || isIdle) return { plan, isChanged: false };
    if (wrong.length > 0) throw invalid('rows', `Таблица: сначала исправьте строки ${wrong.slice(0, 10).join(', ')}.`);
    const undo: ArchiveUndo = { shows: [], contestants: [], editions: [] };
    const importing = { store: { ...store, db, announce: () => {} }, by, undo };
    for (const draft of drafts) await bringEdition(importing, draft);
    return { plan: { ...plan, undo }, isChanged: true };
  };
  const { plan } = await write(store, save, ({ isChanged }) =>
    isChanged ? { topic: 'site-content', isWithdrawal: true } : undefined,
  );
  return plan;
}

async function bringEdition(importing: Importing, draft: EditionDraft): Promise<void> {
  const { store, by, undo } = importing;
  const { known, input, contestants, shows } = draft;
  const days = shows.map(({ input: { starts_at } }) => todayIn(store.timeZone, new Date(starts_at ?? ''))).sort();
  const saved = known
    ? await saveEdition(store, { id: known.id, by, expected: undefined }, input)
    : await createEdition(store, { ...input, starts_on: days[0] ?? null, ends_on: days.at(-1) ?? null }, by);
  undo.editions.push({ id: saved.id, version: saved.version, was: known ?? null });
  const ids = new Map<ContestantDraft, number>();
  for (const contestant of contestants.values())
    ids.set(contestant, await bringContestant(importing, contestant, saved.id));
  for (const show of shows) await bringShow(importing, show, saved.id, ids);
}

async function bringContestant(
  { store, by, undo }: Importing,
  { known, input }: ContestantDraft,
  edition_id: number,
): Promise<number> {
  if (!input) return 0;
  const { id, version } = known
    ? await saveContestant(store, { id: known.id, by, expected: undefined }, input)
    : await createContestant(store, { ...input, edition_id, slug: '', shows: [] }, by);
  undo.contestants.push({ id, version, was: known ?? null });
  return id;
}

async function bringShow(
  { store, by, undo }: Importing,
  show: ShowDraft,
  edition_id: number,
  ids: ReadonlyMap<ContestantDraft, number>,
): Promise<void> {
  const { known, input, sums, row } = show;
  const aim = { id: known?.id ?? (await createShow(store, { ...input, edition_id }, by)).id, by, expected: undefined };
  if (known) await saveShow(store, aim, input);
  const { version } = await orderShow(
    store,
    aim,
    orderIn(show, ({ contestant }) => ids.get(contestant)),
  );
  const idOf = new Map(show.entries.map((entry) => [entry.line, ids.get(entry.contestant) ?? 0]));
  if (sums)
    await saveScores(store, aim, {
      sections: sectionsOf(sums, ({ line }) => idOf.get(line) ?? 0),
      control_total: null,
    });
  const results = await resultsVersion(store.db, aim.id);
  const order = known?.running_order ?? [];
  undo.shows.push({ id: aim.id, version, results, order, was: known ?? null, scores: sums && toScores(row) });
}
