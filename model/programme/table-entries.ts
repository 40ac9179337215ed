import { setImmediate as othersTurn } from 'node:timers/promises';
import { isSame } from '../compare.ts';
import type { Store } from '../store.ts';
import { keyOf } from '../text/table.ts';
import { type Contestant, type ContestantChange, contestantChangeSchema } from './contestant-schema.ts';
import { createContestant, saveContestant } from './contestants.ts';
import type { Undo } from './table.ts';
import { type ArchiveField, headingOf, tableFields } from './table-columns.ts';
import { type Cells, FORMULA_ERROR, type TableLine, wholeIn } from './table-rows.ts';

const MAX_NUMBER = 200;
const LAST = MAX_NUMBER + 1; // Sort key of entries without a number

const OWN = tableFields.filter((field) => field !== 'number' && field !== 'name');
const QUOTED = /^[«"„“]([^«»"„“”]*)[»"“”]$/; // Pages add quotation marks to song titles

/** Values collected from rows so far, with their lines. */
export type Said = Map<ArchiveField, { value: string; line: number }>;

/** A contestant of an edition, in one show or several. */
interface Person {
  known: Contestant | undefined;
  input?: ContestantChange | undefined;
  said: Said;
}

export interface Entry extends TableLine {
  cells: Cells;
  person: Person;
  number: number;
}

/** A row being read, collecting `problems` and `changes`. */
export type Row = Pick<Entry, 'line' | 'cells' | 'problems' | 'changes'>;

/** Contestants of an edition: stored ones, and those of the rows by name. */
export interface People {
  stored: Contestant[];
  found: Map<string, Person>;
}

/** A show: its stored running order, and the entries of its rows. */
export interface Performances {
  order: number[];
  entries: Entry[];
}

/** Adds a row to the entries of its show. Contestants are found by name in the whole edition. */
export function readEntry(row: Row, people: People, { entries }: Performances): Entry {
  const { cells, problems, changes } = row;
  const name = cells.get('name') ?? '';
  const person = findPerson(row, name, people);
  for (const [field, text] of cells)
    if (FORMULA_ERROR.test(text))
      problems.push({ field, message: `${headingOf(field)}: «${text}» — ошибка формулы. Исправьте её в таблице.` });
  const twin = name !== '' && entries.find((each) => each.person === person);
  if (twin) problems.push({ field: 'name', message: `Это имя уже есть в строке ${twin.line}.` });
  const cell = cells.get('number');
  const number = cell === undefined ? LAST : wholeIn(cell, 1, MAX_NUMBER);
  const rival = number !== LAST && number !== undefined && entries.find((each) => each.number === number);
  if (number === undefined)
    problems.push({ field: 'number', message: `Номер: нужно целое число от 1 до ${MAX_NUMBER}.` });
  if (rival) problems.push({ field: 'number', message: `Номер ${number} уже в строке ${rival.line}.` });
  const { known, input } = person;
  for (const field of input ? OWN : []) {
    const [before, after] = [known?.[field as 'song'] ?? '', input?.[field as 'song'] ?? ''];
    if (before !== after) changes.push({ field, before, after });
  }
  const entry: Entry = { ...row, name, outcome: known ? 'same' : 'new', person, number: number ?? LAST };
  entries.push(entry);
  return entry;
}

function findPerson(row: Row, name: string, { stored, found }: People): Person {
  const [known, namesake] = stored.filter((each) => keyOf(each.name) === keyOf(name));
  const person: Person = found.get(keyOf(name)) ?? { known, said: new Map() };
  if (name !== '') found.set(keyOf(name), person);
  if (namesake)
    row.problems.push({ field: 'name', message: 'Участников с этим именем несколько: измените их в списке.' });
  const given = mergeCells(person.said, row, OWN);
  if (given.song) given.song = given.song.replace(QUOTED, '$1');
  for (const field of OWN) {
    const texts = [known?.[field as 'song'], given[field]].map((text) => text?.replaceAll('\u00a0', ' '));
    if (texts[0] === texts[1]) delete given[field]; // They differ only in no-break spaces
  }
  const read = contestantChangeSchema.safeParse({ ...known, ...given, name: known?.name ?? name });
  for (const { path, message } of read.error?.issues ?? []) {
    const field = String(path[0]);
    row.problems.push({ field, message: field === 'name' && name === '' ? 'В строке нет имени.' : message });
  }
  person.input = read.data;
  return person;
}

/** Collects these fields; a value that differs from an earlier row's, compared by `key`, is a problem. */
export function mergeCells(said: Said, { line, cells, problems }: Row, fields: readonly ArchiveField[], key = keyOf) {
  for (const field of fields) {
    const value = cells.get(field);
    const { value: before = value, line: at } = said.get(field) ?? {};
    if (value === undefined || before === undefined) continue;
    if (key(before) === key(value)) said.set(field, { value: before, line: at ?? line });
    else problems.push({ field, message: `${headingOf(field)}: «${value}», а в строке ${at} — «${before}».` });
  }
  const texts = fields.flatMap((field) => [...said].filter(([each]) => each === field));
  return Object.fromEntries(texts.map(([field, { value }]) => [field, value])) as Partial<Record<ArchiveField, string>>;
}

/** Ids sorted by number, then by row, then ids missing in the table. A partial table without numbers keeps the stored order. */
export function orderIn({ order, entries }: Performances, idOf = ({ person }: Entry) => person.known?.id): number[] {
  const right = entries.filter(({ problems }) => problems.every(({ field }) => field !== 'number' && field !== 'name'));
  const ids = right.toSorted(byNumber).flatMap((entry) => idOf(entry) ?? []);
  const others = order.filter((id) => !ids.includes(id));
  if (others.length === 0 || right.some(({ number }) => number !== LAST)) return [...ids, ...others];
  return [...order, ...ids.filter((id) => !order.includes(id))];
}

/** Adds old and new places to the changes of existing performers; true when any place changes. */
export function addMoves(show: Performances): boolean {
  if (isSame(orderIn(show), show.order)) return false;
  const order = orderIn(show, ({ person, line, problems }) => person.known?.id ?? (problems[0] ? undefined : -line));
  for (const { person, changes } of show.entries) {
    const [before = 0, after = 0] = [show.order, order].map((ids) => ids.indexOf(person.known?.id ?? 0) + 1);
    if (person.known && before !== after)
      changes.push({ field: 'number', before: before > 0 ? String(before) : '', after: String(after) });
  }
  return true;
}

/** Stores the contestants of entries without problems; returns their ids and adds changed ones to `undo`. */
export async function importPeople(
  store: Store,
  entries: Entry[],
  { edition_id, by, undo }: { edition_id: number; by: string; undo: Undo },
): Promise<Map<Person, number>> {
  const ids = new Map<Person, number>();
  for (const { person, problems } of entries.toSorted(byNumber)) {
    await othersTurn();
    const { known, input } = person;
    if (!input || problems.length > 0 || ids.has(person)) continue;
    const { id, version } = known
      ? await saveContestant(store, { id: known.id, by, expected: undefined }, input)
      : await createContestant(store, { ...input, edition_id, slug: '', shows: [] }, by);
    ids.set(person, id);
    if (version !== known?.version) undo.contestants.push({ id, version, was: known ?? null });
  }
  return ids;
}

const byNumber = (one: Entry, other: Entry) => one.number - other.number;
