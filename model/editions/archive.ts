import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { chapterSchema, readChapters } from '../programme/chapters.ts';
import { programmeSchema, publicProgramme } from '../programme/programme.ts';
import type { Show } from '../programme/show-row.ts';
import { boardOf, joined, pointsText } from '../results/board.ts';
import { decisiveBoards, winnerOn } from '../results/outcome.ts';
import { publicResults } from '../results/results.ts';
import { shownResultsSchema } from '../results/schema.ts';
import { plural } from '../text/plural.ts';
import { type EditionRow, findPublicEdition, publicEditions } from './editions.ts';
import { editionSchema } from './schema.ts';

const winnerSchema = z.object({ slug: z.string(), name: z.string(), song: z.string() });

export const archivedSchema = editionSchema
  .pick({ slug: true, title: true, year: true, starts_on: true, ends_on: true, is_current: true, poster: true })
  .extend({
    place: z.string().describe('City and hall; empty if unknown'),
    winner: winnerSchema.nullable().describe('First place of the deciding board; ties sorted by name'),
  });

export const wholeEditionSchema = archivedSchema.extend({
  hosts: z.string(),
  ...programmeSchema.shape,
  results: z.array(shownResultsSchema).describe('Boards of the shows, the newest first'),
  recordings: z.array(
    z.object({
      show_id: z.number().int(),
      title: z.string(),
      url: z.string(),
      starts_at: z.string().nullable().describe('Moment of the first frame, ISO 8601, UTC'),
      chapters: z.array(chapterSchema),
    }),
  ),
});

type Archived = z.output<typeof archivedSchema>;

/** Public editions, the newest first; the current one among them. */
export async function listArchive(db: Db): Promise<Archived[]> {
  return (await withBoards(db, await publicEditions(db))).map(toArchived);
}

/** Undefined unless there is such a public edition. */
export async function readWholeEdition(db: Db, slug: string): Promise<z.input<typeof wholeEditionSchema> | undefined> {
  const row = await findPublicEdition(db, slug);
  if (!row) return undefined;
  const [programme, results, [decided = { row, board: undefined }]] = await Promise.all([
    publicProgramme(db, row.id),
    publicResults(db, row.id),
    withBoards(db, [row]),
  ]);
  const recordings = await recordingsOf(db, programme.shows);
  return { ...toArchived(decided), hosts: row.hosts, ...programme, results, recordings };
}

/** Recordings of shows with the start of each performance. */
export async function recordingsOf(db: Db, shows: readonly Show[]) {
  const recorded = shows.map(async ({ id, title, recording_url: url, recording_starts_at: starts_at }) =>
    url === null ? [] : { show_id: id, title, url, starts_at, chapters: await readChapters(db, id) },
  );
  return (await Promise.all(recorded)).flat();
}

/** Editions with the board that decides each. The number of queries does not depend on the number of editions. */
export async function withBoards(db: Db, rows: EditionRow[]) {
  const ids = rows.map(({ id }) => id);
  const boards = await decisiveBoards(db, ids);
  return rows.map((row) => ({ row, board: boards.get(row.id) }));
}

type WithBoard = Awaited<ReturnType<typeof withBoards>>[number];

/** «Светлореченск, зал «Эллинг»» */
export function placeOf({ city, hall }: Pick<EditionRow, 'city' | 'hall'>): string {
  return [city, hall].filter(Boolean).join(', ');
}

function toArchived({ row, board }: WithBoard): Archived {
  return { ...row, place: placeOf(row), is_current: row.is_current === 1, winner: winnerOn(board) ?? null };
}

/** A record such as «Самый высокий результат», its holder and its derivation. */
interface EditionRecord {
  title: string;
  value: string;
  edition: string | null; // Slug of the edition; null for a record over several
  how: string;
}

/** Records over complete boards, newest first; a tie keeps the older record. Empty with fewer than two boards. */
export function recordsOf(editions: readonly WithBoard[]): EditionRecord[] {
  const decided = editions.flatMap(toOutcome).toReversed();
  if (decided.length < 2) return [];
  const [highest] = decided.toSorted((one, other) => other.total - one.total);
  const [closest] = decided.filter(({ lead }) => lead > 0).toSorted((one, other) => one.lead - other.lead);
  return [
    ...recordOf(highest, highest?.total, {
      title: 'Самый высокий результат',
      how: 'Сумма баллов жюри и зрителей в решающем концерте. Правила подсчёта в разные годы могли различаться.',
    }),
    ...recordOf(closest, closest?.lead, {
      title: 'Победа с наименьшим отрывом',
      how: 'Разница между первым и вторым местом в решающем концерте; равенство баллов не считается.',
    }),
    ...mostWins(decided),
  ];
}

function toOutcome({ row: { slug, title }, board }: WithBoard) {
  if (board?.state !== 'final') return [];
  const rows = boardOf(board);
  const first = rows.filter(({ place }) => place === 1);
  const winners = first.flatMap(({ contestant }) => board.contestants[contestant] ?? []);
  const total = rows[0]?.total ?? 0;
  return [{ slug, title, winners, total, lead: winners.length > 1 ? 0 : total - (rows[winners.length]?.total ?? 0) }];
}

type Outcome = ReturnType<typeof toOutcome>[number];

type Words = Pick<EditionRecord, 'title' | 'how'>;

function recordOf(best: Outcome | undefined, points: number | undefined, words: Words): EditionRecord[] {
  if (!best || !points) return [];
  const names = joined(best.winners.map(({ name }) => name));
  return [{ ...words, value: `${names} — ${pointsText(points)}, ${best.title}`, edition: best.slug }];
}

function mostWins(decided: readonly Outcome[]): EditionRecord[] {
  const wins = new Map<string, number>();
  for (const { winners } of decided)
    for (const { country } of winners) if (country) wins.set(country, (wins.get(country) ?? 0) + 1);
  const most = Math.max(0, ...wins.values());
  if (most < 2) return [];
  const regions = [...wins].filter(([, count]) => count === most).map(([region]) => region);
  return [
    {
      title: 'Чаще всего побеждали',
      value: `${joined(regions)} — ${plural(most, 'победа', 'победы', 'побед')}`,
      edition: null,
      how: 'По стране или региону победителя; при разделённом первом месте победа засчитана каждому.',
    },
  ];
}
