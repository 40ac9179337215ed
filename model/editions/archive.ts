import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { chapterSchema, readChapters } from '../programme/chapters.ts';
import { programmeSchema, publicProgramme } from '../programme/programme.ts';
import { joined } from '../results/board.ts';
import { decisiveBoards, winnersOn } from '../results/outcome.ts';
import { publicResults } from '../results/results.ts';
import { type Results, shownResultsSchema } from '../results/shown.ts';
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
  const placed = winnersOn(board);
  const [first, second] = placed;
  if (!first) return null;
  const { slug, name, song } = first;
  return second ? { slug, name: joined(placed.map((each) => each.name)), song: '' } : { slug, name, song };
}

function toArchived(row: EditionRow, board: Results | undefined): Archived {
  const { slug, title, year, starts_on, ends_on, is_current, poster } = row;
  return {
    ...{ slug, title, year, place: placeOf(row), starts_on, ends_on, poster },
    is_current: is_current === 1,
    winner: winnerOf(board),
  };
}
