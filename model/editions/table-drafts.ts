import type { Db } from '../../db/tables.ts';
import { readProgramme } from '../programme/programme.ts';
import type { Show } from '../programme/show-row.ts';
import { type ShowChange, showChangeSchema } from '../programme/shows.ts';
import { mergeCells, type People, type Performances, type Row, type Said } from '../programme/table-entries.ts';
import { findRow } from '../results/document.ts';
import { readDay, todayIn } from '../text/date.ts';
import { keyOf } from '../text/table.ts';
import { type Edition, editionChangeSchema, type NewEdition } from './schema.ts';
import type { Sums } from './table-scores.ts';

const USUAL_TIME = '19:00'; // Start of a show of which only the day is known
const DAY_OF_1970 = 25_569; // Serial number of 1970-01-01 in spreadsheets

export interface EditionDraft {
  known: Edition | undefined;
  input: NewEdition;
  said: Said;
  stored: Show[];
  shows: ShowDraft[];
  people: People;
}

interface ShowDraft extends Performances {
  known: Show | undefined;
  input: ShowChange;
  said: Said;
  row: Awaited<ReturnType<typeof findRow>>; // its points
  sums: Sums; // Points to store; null keeps the stored ones
}

export function draftOf(known: Edition): EditionDraft {
  const people = { stored: [], found: new Map() };
  return { known, input: { ...known, slug: '' }, said: new Map(), stored: [], shows: [], people };
}

function newEdition(title: string, year: number): EditionDraft {
  const none = { city: '', hall: '', hosts: '', starts_on: null, ends_on: null, poster: null, accent: null };
  const made = { title, year, ...none, page_id: null, is_public: true, slug: '' };
  return { ...draftOf({ ...made, id: 0, version: 0, is_current: false }), known: undefined, input: made };
}

/** Finds an edition by year and title, or by one of them; otherwise adds a new one to `editions`. */
export async function findEdition(db: Db, editions: EditionDraft[], row: Row): Promise<EditionDraft> {
  const { cells, problems, changes } = row;
  const title = cells.get('edition') ?? '';
  const inTitle = /(?:19|20)\d\d/.exec(title)?.[0];
  const said = cells.get('year')?.replace(/[.,]0+$|\s*г(?:од|\.)?$/, '') ?? inTitle ?? '';
  const year = Number(said);
  const isNamed = title !== '' || cells.has('year');
  const isIt = ({ input }: EditionDraft) =>
    (title === '' || keyOf(input.title) === keyOf(title)) && (!cells.has('year') || input.year === year);
  const found = isNamed ? editions.filter(isIt) : [];
  const [draft = newEdition(title || `Фестиваль ${said}`.trim(), year)] = found;
  const { known, input } = draft;
  if (!isNamed) problems.push({ field: 'year', message: 'Год: впишите год фестиваля.' });
  if (found.length > 1)
    problems.push({ field: 'edition', message: 'Таких фестивалей несколько: впишите и год, и название.' });
  if (known?.is_current) {
    const message = `«${known.title}» — нынешний фестиваль, его участников загружают в «Программе».`;
    problems.push({ field: 'edition', message });
  }
  if (isNamed && found.length === 0) {
    editions.push(draft);
    changes.push({ field: 'edition', before: '', after: `${input.title}, ${said}` });
  }
  if (known && draft.shows.length === 0)
    ({ shows: draft.stored, contestants: draft.people.stored } = await readProgramme(db, known.id));
  const read = editionChangeSchema.safeParse({ ...input, ...mergeCells(draft.said, row, ['city', 'hall']) });
  for (const { path, message } of isNamed ? (read.error?.issues ?? []) : [])
    problems.push({ field: path[0] === 'title' ? 'edition' : String(path[0]), message });
  for (const field of ['city', 'hall'] as const)
    if (read.data && input[field] !== read.data[field])
      changes.push({ field, before: input[field], after: read.data[field] });
  draft.input = read.data ? { ...read.data, slug: '' } : input;
  return draft;
}

/** Finds a show by title; without one the only show of the edition, or a final. */
export async function findShow(db: Db, edition: EditionDraft, row: Row, timeZone: string): Promise<ShowDraft> {
  const { problems, changes } = row;
  const { stored, shows } = edition;
  const title = row.cells.get('show') ?? (stored.length === 1 ? stored[0]?.title : undefined) ?? 'Финал';
  const isIt = (show: { title: string }) => keyOf(show.title) === keyOf(title);
  const [known, namesake] = stored.filter(isIt);
  const draft = shows.find(({ input }) => isIt(input)) ?? (await newShow(db, title, known));
  if (namesake) problems.push({ field: 'show', message: 'Таких концертов несколько: измените их в «Программе».' });
  if (!shows.includes(draft)) {
    shows.push(draft);
    if (!known) changes.push({ field: 'show', before: '', after: title });
  }
  const { day } = mergeCells(draft.said, row, ['day'], (text) => momentOf(text, edition.input.year));
  const before = draft.input.starts_at ?? '';
  const starts_at = day === undefined ? before : startOf(momentOf(day, edition.input.year), before, timeZone);
  const read = showChangeSchema.safeParse({ ...draft.input, starts_at });
  const wrongDay = 'Дата: нужен день концерта, например 20.07.2019, можно со временем: 20.07.2019 18:30.';
  for (const { path, message } of read.error?.issues ?? [])
    problems.push(path[0] === 'title' ? { field: 'show', message } : { field: 'day', message: wrongDay });
  if (read.success && starts_at !== before)
    changes.push({ field: 'day', before: inWords(before, timeZone), after: inWords(starts_at, timeZone) });
  draft.input = read.data ?? draft.input;
  return draft;
}

async function newShow(db: Db, title: string, known: Show | undefined): Promise<ShowDraft> {
  const none = { hall: '', starts_at: '', ends_at: null, recording_url: null, recording_starts_at: null };
  const input = known ?? { title, ...none, is_public: true };
  const row = known && (await findRow(db, known.id));
  return { known, input, said: new Map(), row, order: known?.running_order ?? [], entries: [], sums: null };
}

/** Normalises a date, «20 июля» of `year`, or a spreadsheet's serial number to `2019-07-20 18:30`; returns other text unchanged. */
function momentOf(text: string, year: number): string {
  if (/^[2-7]\d{4}(?:[.,]\d+)?$/.test(text)) {
    const minutes = Math.round((Number(text.replace(',', '.')) - DAY_OF_1970) * 1440);
    return new Date(minutes * 60_000).toISOString().slice(0, 16).replace('T', ' ').replace(' 00:00', '');
  }
  const [, words = '', time = ''] = /^(.+?)(?:(?:,? +(?:в +)?|T)(\d{1,2}:\d{2})(?::\d{2})?)?$/.exec(text) ?? [];
  const day = readDay(words) ?? readDay(`${words} ${year}`);
  return day === null ? text : `${day} ${time}`.trim();
}

/** ISO 8601 time; '' if invalid. A date without a time that is the day of `before` keeps that time. */
function startOf(text: string, before: string, timeZone: string): string {
  const [day = '', time] = text.split(' ');
  const clock = (time ?? USUAL_TIME).padStart(5, '0');
  if (!readDay(day) || clock > '23:59') return '';
  if (time === undefined && before !== '' && todayIn(timeZone, new Date(before)) === day) return before;
  const local = Temporal.PlainDateTime.from(`${day}T${clock}`).toZonedDateTime(timeZone);
  return new Date(local.epochMilliseconds).toISOString();
}

function inWords(at: string, timeZone: string): string {
  if (at === '') return '';
  return new Intl.DateTimeFormat('ru', { timeZone, dateStyle: 'long', timeStyle: 'short' }).format(new Date(at));
}
