import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { chapterSchema, readChapters } from '../programme/chapters.ts';
import { programmeSchema, publicProgramme } from '../programme/programme.ts';
import { boardOf, joined, pointsText } from '../results/board.ts';
import { decisiveBoards, winnerOn } from '../results/outcome.ts';
import { publicResults } from '../results/results.ts';
import { type Results, shownResultsSchema } from '../results/schema.ts';
import { plural } from '../text/plural.ts';
import { type EditionRow, findPublicEdition, publicEditions } from './editions.ts';
import { editionSchema } from './schema.ts';

const winnerSchema = z.object({ slug: z.string(), name: z.string(), song: z.string() });

export const archivedSchema = editionSchema
  .pick({ slug: true, title: true, year: true, starts_on: true, ends_on: true, is_current: true, poster: true })
  .extend({
    place: z.string().describe('City and hall; empty when nobody has said'),
    winner: winnerSchema.nullable().describe('First of the board that decides; several who share it by their names'),
  });

export const wholeEditionSchema = archivedSchema.extend({
  hosts: z.string(),
  ...programmeSchema.shape,
  results: z.array(shownResultsSchema).describe('Of each show that has a board, the newest first'),
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

export type Archived = z.output<typeof archivedSchema>;

/** Public editions, the newest first; the current one among them. */
export async function listArchive(db: Db): Promise<Archived[]> {
  const rows = await publicEditions(db);
  const boards = await decisiveBoards(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toArchived(row, boards.get(row.id)));
}

/** Undefined unless there is such a public edition. */
export async function readWholeEdition(db: Db, slug: string): Promise<z.input<typeof wholeEditionSchema> | undefined> {
  const row = await findPublicEdition(db, slug);
  if (!row) return undefined;
  const { id, hosts } = row;
  const [programme, results, boards] = await Promise.all([
    publicProgramme(db, id),
    publicResults(db, id),
    decisiveBoards(db, [id]),
  ]);
  const recordings = programme.shows.map(async ({ id: show_id, title, recording_url: url, recording_starts_at }) =>
    url === null
      ? []
      : { show_id, title, url, starts_at: recording_starts_at, chapters: await readChapters(db, show_id) },
  );
  return {
    ...toArchived(row, boards.get(id)),
    hosts,
    ...programme,
    results,
    recordings: (await Promise.all(recordings)).flat(),
  };
}

/** «Светлореченск, зал «Эллинг»» */
export function placeOf({ city, hall }: Pick<EditionRow, 'city' | 'hall'>): string {
  return [city, hall].filter(Boolean).join(', ');
}

export function winnerOf(board: Results | undefined): Archived['winner'] {
  const winner = winnerOn(board);
  return winner ? { slug: winner.slug, name: winner.name, song: winner.song } : null;
}

function toArchived(row: EditionRow, board: Results | undefined): Archived {
  const { slug, title, year, starts_on, ends_on, is_current, poster } = row;
  return {
    ...{ slug, title, year, place: placeOf(row), starts_on, ends_on, poster },
    is_current: is_current === 1,
    winner: winnerOf(board),
  };
}

/** «Самый высокий результат», whose it is, and how it was found. */
export interface EditionRecord {
  title: string;
  value: string;
  edition: string | null; // Slug of the edition; null where it is about many
  how: string;
}

interface Decided {
  slug: string;
  title: string;
  board: Results;
}

/** Records over complete boards that each decide an edition, newest first; an equal one does not replace an older. Empty below two. */
export function recordsOf(editions: readonly Decided[]): EditionRecord[] {
  const decided = editions
    .filter(({ board }) => board.state === 'final')
    .map(toDecided)
    .toReversed();
  if (decided.length < 2) return [];
  return [highest(decided), narrowest(decided), mostWins(decided)].flatMap((record) => record ?? []);
}

function toDecided({ slug, title, board }: Decided) {
  const rows = boardOf(board);
  const winners = rows
    .filter(({ place }) => place === 1)
    .flatMap(({ contestant }) => board.contestants[contestant] ?? []);
  const total = rows[0]?.total ?? 0;
  return { slug, title, winners, total, lead: winners.length > 1 ? 0 : total - (rows[winners.length]?.total ?? 0) };
}

type Outcome = ReturnType<typeof toDecided>;

function highest(decided: readonly Outcome[]): EditionRecord | undefined {
  const best = decided.reduce((one, other) => (other.total > one.total ? other : one));
  if (best.total === 0) return undefined;
  return {
    title: 'Самый высокий результат',
    value: `${namesOf(best)} — ${pointsText(best.total)}, ${best.title}`,
    edition: best.slug,
    how: 'Сумма баллов жюри и зрителей в решающем концерте. Правила подсчёта в разные годы могли различаться.',
  };
}

function narrowest(decided: readonly Outcome[]): EditionRecord | undefined {
  const won = decided.filter(({ winners, lead }) => winners.length === 1 && lead > 0);
  const [first, ...rest] = won;
  if (!first) return undefined;
  const best = rest.reduce((one, other) => (other.lead < one.lead ? other : one), first);
  return {
    title: 'Победа с наименьшим отрывом',
    value: `${namesOf(best)} — ${pointsText(best.lead)}, ${best.title}`,
    edition: best.slug,
    how: 'Разница между первым и вторым местом в решающем концерте; равенство баллов не считается.',
  };
}

function mostWins(decided: readonly Outcome[]): EditionRecord | undefined {
  const wins = new Map<string, number>();
  for (const { winners } of decided)
    for (const { country } of winners) if (country) wins.set(country, (wins.get(country) ?? 0) + 1);
  const most = Math.max(0, ...wins.values());
  if (most < 2) return undefined;
  const regions = [...wins].filter(([, count]) => count === most).map(([region]) => region);
  return {
    title: 'Чаще всего побеждали',
    value: `${joined(regions)} — ${plural(most, 'победа', 'победы', 'побед')}`,
    edition: null,
    how: 'По стране или региону победителя; при разделённом первом месте победа засчитана каждому.',
  };
}

function namesOf({ winners }: Outcome): string {
  return joined(winners.map(({ name }) => name));
}
