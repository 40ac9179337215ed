import type { Db } from '../../db/tables.ts';
import { isSame } from '../compare.ts';
import { type ArchiveField, archiveFields } from '../programme/table-columns.ts';
import { changesOf, LAST, orderOf, outcomeOf, readNumber, readRows, type TablePlan } from '../programme/table-rows.ts';
import { toScores } from '../results/document.ts';
import { listEditions } from './editions.ts';
import {
  type EditionDraft,
  type Entry,
  findContestant,
  findEdition,
  findShow,
  newEdition,
  type ShowDraft,
} from './table-drafts.ts';
import { readScores } from './table-scores.ts';

type Table = Parameters<typeof readRows<ArchiveField>>[0];
type Cells = ReadonlyMap<ArchiveField, string>;

/** What each row becomes, and the editions that have rows. 400 without a column of names. */
export async function planArchive(db: Db, table: Table, timeZone: string) {
  const { columns, lines } = readRows(table, archiveFields);
  const editions = (await listEditions(db)).map((known) => newEdition(known, known.title, known.year));
  const entries: Entry[] = [];
  let above: Cells = new Map();
  for (const row of lines) {
    const cells = carried(row.cells, above);
    above = cells;
    entries.push(await readLine(db, editions, { line: row.line, cells }, timeZone));
  }
  const drafts = editions.filter(({ shows }) => shows.length > 0);
  for (const edition of drafts) for (const show of edition.shows) readPoints(edition, show);
  const isReordered = drafts.some(({ shows }) => shows.some(isMoved));
  const plan: TablePlan = { columns, isReordered, lines: entries.map(toLine), undo: undefined };
  return { plan, drafts };
}

/** Merged cells of a spreadsheet have their text in the first row alone. */
function carried(cells: Cells, above: Cells): Cells {
  if (cells.has('year') || cells.has('edition')) return cells;
  const fields: ArchiveField[] = ['year', 'edition', 'show'];
  return new Map([...fields.flatMap((field) => [...above].filter(([each]) => each === field)), ...cells]);
}

async function readLine(
  db: Db,
  editions: EditionDraft[],
  { line, cells }: { line: number; cells: Cells },
  timeZone: string,
): Promise<Entry> {
  const row = { line, cells, problems: [], changes: [] } as Pick<Entry, 'line' | 'cells' | 'problems' | 'changes'>;
  const edition = await findEdition(db, editions, row);
  const show = await findShow(db, edition, row, timeZone);
  const contestant = findContestant(edition, row);
  const twin = cells.has('name') && show.entries.find((each) => each.contestant === contestant);
  if (twin) row.problems.push({ field: 'name', message: `Это имя в этом концерте уже есть в строке ${twin.line}.` });
  const { number, problems } = readNumber(cells.get('number'), show.entries);
  row.problems.push(...problems);
  const { known, input } = contestant;
  if (known && input) row.changes.push(...changesOf(known, input));
  const name = cells.get('name') ?? '';
  const label = `${edition.input.title}, ${show.input.title}: ${name || 'без имени'}`;
  const id = known?.id;
  const isKnown = id !== undefined && show.known?.running_order.includes(id) === true;
  const entry = { ...row, name, label, id, contestant, number, isKnown };
  show.entries.push(entry);
  return entry;
}

function readPoints({ stored }: EditionDraft, show: ShowDraft): void {
  const { entries, known, row } = show;
  const listed = new Set(entries.map(({ id }) => id));
  const others = (known?.running_order ?? []).filter((id) => !listed.has(id));
  const names = stored.contestants.filter(({ id, is_withdrawn }) => others.includes(id) && !is_withdrawn);
  const { sections } = toScores(row);
  const { sums, isChanged } = readScores(
    entries,
    sections,
    names.map(({ name }) => name),
  );
  const isDetailed = row?.armed_at || sections.some(({ mode }) => mode === 'givers');
  const [first] = entries;
  if (isChanged && isDetailed && first)
    first.problems.push({
      field: 'points',
      message: 'Баллы этого концерта уже введены по голосующим: исправьте их в «Итогах».',
    });
  show.sums = isChanged ? sums : null;
}

/** Ids in the order of the numbers; without numbers the stored order stays. */
export function orderIn({ known, entries }: ShowDraft, idOf: (entry: Entry) => number | undefined): number[] {
  const before = known?.running_order ?? [];
  const sorted = entries.toSorted((one, other) => one.number - other.number).flatMap((entry) => idOf(entry) ?? []);
  const isNumbered = entries.some(({ number }) => number < LAST);
  return isNumbered ? orderOf(sorted, before) : orderOf(before, sorted);
}

function isMoved(show: ShowDraft): boolean {
  return (
    show.known !== undefined &&
    !isSame(
      orderIn(show, ({ id }) => id),
      show.known.running_order,
    )
  );
}

function toLine({ line, label: name, problems, changes, isKnown }: Entry): TablePlan['lines'][number] {
  return { line, name, outcome: outcomeOf(problems, isKnown, changes), problems, changes };
}
