import type { Db } from '../../db/tables.ts';
import type { Contestant, ContestantChange } from '../programme/contestant-schema.ts';
import { readProgramme } from '../programme/programme.ts';
import type { Show } from '../programme/show-row.ts';
import { type ShowChange, showChangeSchema } from '../programme/shows.ts';
import { type ArchiveField, headingOf, type TableField } from '../programme/table-columns.ts';
import { readContestant } from '../programme/table-rows.ts';
import { findRow } from '../results/document.ts';
import { readDay, todayIn } from '../text/date.ts';
import { keyOf } from '../text/table.ts';
import { type Edition, type NewEdition, newEditionSchema } from './schema.ts';
import type { Scored, Sums } from './table-scores.ts';

/** Of a show whose day alone is known. */
const USUAL_TIME = '19:00';

/** What the rows have said of something so far, and where. */
type Said = Map<ArchiveField, { value: string; line: number }>;

export interface EditionDraft {
  known: Edition | undefined;
  input: NewEdition;
  said: Said;
  shows: ShowDraft[];
  contestants: Map<string, ContestantDraft>;
  stored: { shows: Show[]; contestants: Contestant[] };
}

export interface ShowDraft {
  known: Show | undefined;
  input: ShowChange;
  said: Said;
  entries: Entry[];
  row: Awaited<ReturnType<typeof findRow>>;
  /** Points to store; null leaves them. */
  sums: Sums;
}

export interface ContestantDraft {
  known: Contestant | undefined;
  input: ContestantChange | undefined;
  said: Said;
}

/** A performance. */
export interface Entry extends Scored {
  label: string;
  contestant: ContestantDraft;
  number: number;
  /** Performs in this show already. */
  isKnown: boolean;
}

/** A row that is being read: what is found goes to its `problems` and `changes`. */
type Row = Pick<Entry, 'line' | 'cells' | 'problems' | 'changes'>;

const NO_DETAILS = { city: '', hall: '', hosts: '', slug: '', is_public: true };
const NO_LINKS = { starts_on: null, ends_on: null, poster: null, accent: null, page_id: null };

export function newEdition(known: Edition | undefined, title: string, year: number): EditionDraft {
  const input = known ?? { ...NO_DETAILS, ...NO_LINKS, title, year };
  const stored = { shows: [], contestants: [] };
  return { known, input, said: new Map(), shows: [], contestants: new Map(), stored };
}

/** By year and title, or by one of them; a new one joins `editions`. */
export async function findEdition(db: Db, editions: EditionDraft[], row: Row): Promise<EditionDraft> {
  const { cells, problems, changes } = row;
  const title = cells.get('edition') ?? '';
  const inTitle = /(?:19|20)\d\d/.exec(title)?.[0];
  const year = Number(cells.get('year')?.replace(/\s*г(?:од|\.)?$/, '') ?? inTitle ?? Number.NaN);
  const isIt = ({ input }: EditionDraft) =>
    (title === '' || keyOf(input.title) === keyOf(title)) && (!cells.has('year') || input.year === year);
  const isNamed = title !== '' || cells.has('year');
  const found = isNamed ? editions.filter(isIt) : [];
  const [draft = newEdition(undefined, title || `Фестиваль ${year}`, year)] = found;
  if (!isNamed) problems.push({ field: 'year', message: 'Год: впишите год фестиваля.' });
  if (found.length > 1)
    problems.push({ field: 'edition', message: 'Таких фестивалей несколько: впишите и год, и название.' });
  if (draft.known?.is_current) {
    const message = `«${draft.known.title}» — нынешний фестиваль, его участников загружают в «Программе».`;
    problems.push({ field: 'edition', message });
  }
  if (isNamed && found.length === 0) {
    editions.push(draft);
    changes.push({ field: 'edition', before: '', after: title === '' ? draft.input.title : `${title}, ${year}` });
  }
  if (draft.known && draft.shows.length === 0) draft.stored = await readProgramme(db, draft.known.id);
  const read = newEditionSchema.safeParse({ ...draft.input, ...agreed(draft.said, row, ['city', 'hall']) });
  for (const { path, message } of isNamed ? (read.error?.issues ?? []) : [])
    problems.push({ field: path[0] === 'title' ? 'edition' : (path[0] as 'year'), message });
  for (const field of ['city', 'hall'] as const)
    if (read.data && draft.input[field] !== read.data[field])
      changes.push({ field, before: draft.input[field], after: read.data[field] });
  draft.input = read.data ?? draft.input;
  return draft;
}

/** By title; without one the only show of the edition, or a final. */
export async function findShow(db: Db, edition: EditionDraft, row: Row, timeZone: string): Promise<ShowDraft> {
  const { cells, problems, changes } = row;
  const [only, another] = edition.stored.shows;
  const title = cells.get('show') ?? (only && !another ? only.title : 'Финал');
  const isIt = (show: { title: string }) => keyOf(show.title) === keyOf(title);
  const [known, namesake] = edition.stored.shows.filter(isIt);
  const draft = edition.shows.find(({ input }) => isIt(input)) ?? (await newShow(db, title, known));
  if (namesake)
    problems.push({ field: 'show', message: 'Концертов с этим названием несколько: измените их в «Программе».' });
  if (!edition.shows.includes(draft)) {
    edition.shows.push(draft);
    if (!known) changes.push({ field: 'show', before: '', after: title });
  }
  const { day } = agreed(draft.said, row, ['day']);
  const before = draft.input.starts_at ?? '';
  const starts_at = day === undefined ? before : startOf(day, before, timeZone);
  const read = showChangeSchema.safeParse({ ...draft.input, starts_at });
  const wrongDay = 'Дата: нужен день концерта, например 20.07.2019, можно со временем: 20.07.2019 18:30.';
  for (const { path, message } of read.error?.issues ?? [])
    problems.push(path[0] === 'title' ? { field: 'show', message } : { field: 'day', message: wrongDay });
  if (!read.data) return draft;
  const after = read.data.starts_at ?? '';
  if (after !== before)
    changes.push({ field: 'day', before: inWords(before, timeZone), after: inWords(after, timeZone) });
  draft.input = read.data;
  return draft;
}

async function newShow(db: Db, title: string, known: Show | undefined): Promise<ShowDraft> {
  const unset = { ends_at: null, recording_url: null, recording_starts_at: null };
  const input = known ?? { title, hall: '', starts_at: '', is_public: true, ...unset };
  return { known, input, said: new Map(), entries: [], row: known && (await findRow(db, known.id)), sums: null };
}

/** By name, of the whole edition: who performs twice is one contestant. */
export function findContestant({ stored, contestants }: EditionDraft, row: Row): ContestantDraft {
  const { cells, problems } = row;
  const name = cells.get('name') ?? '';
  const [known, namesake] = stored.contestants.filter((each) => keyOf(each.name) === keyOf(name));
  const draft = contestants.get(keyOf(name)) ?? { known, input: undefined, said: new Map() };
  if (name !== '') contestants.set(keyOf(name), draft);
  if (namesake) problems.push({ field: 'name', message: 'Участников с этим именем несколько: измените их в списке.' });
  const said = agreed(draft.said, row, OWN);
  const { input, problems: wrong } = readContestant(
    new Map(Object.entries({ ...said, name }) as [TableField, string][]),
    known,
  );
  problems.push(...wrong);
  draft.input = input;
  return draft;
}

const OWN = ['song', 'authors', 'region', 'text', 'clip', 'image_credit', 'age_mark'] as const;

/** All that is said of these fields; another text than an earlier row's is a problem. */
function agreed<Field extends ArchiveField>(said: Said, { line, cells, problems }: Row, fields: readonly Field[]) {
  for (const field of fields) {
    const value = cells.get(field);
    const earlier = said.get(field);
    if (value === undefined) continue;
    if (!earlier) said.set(field, { value, line });
    else if (keyOf(earlier.value) !== keyOf(value)) {
      const message = `${headingOf(field)}: «${value}», а в строке ${earlier.line} — «${earlier.value}».`;
      problems.push({ field, message });
    }
  }
  const texts = fields.map((field) => [field, said.get(field)?.value]);
  return Object.fromEntries(texts.filter(([, text]) => text !== undefined)) as Partial<Record<Field, string>>;
}

/** Moment, ISO 8601; '' when it is none. The day of `before` without a time is that moment. */
function startOf(text: string, before: string, timeZone: string): string {
  const [, words = '', time] = /^(.+?)(?:,? +|T)?(\d{1,2}:\d{2})?(?::\d{2})?$/.exec(text) ?? [];
  const day = readDay(words);
  const clock = (time ?? USUAL_TIME).padStart(5, '0');
  if (day === null || clock > '23:59') return '';
  if (time === undefined && before !== '' && todayIn(timeZone, new Date(before)) === day) return before;
  const local = Temporal.PlainDateTime.from(`${day}T${clock}`).toZonedDateTime(timeZone);
  return new Date(local.epochMilliseconds).toISOString();
}

function inWords(at: string, timeZone: string): string {
  if (at === '') return '';
  return new Intl.DateTimeFormat('ru', { timeZone, dateStyle: 'long', timeStyle: 'short' }).format(new Date(at));
}
