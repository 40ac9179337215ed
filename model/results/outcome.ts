import type { Db } from '../../db/tables.ts';
import { listShows } from '../programme/shows.ts';
import { boardOf, joined } from './board.ts';
import { decisiveShow } from './finals.ts';
import { boardsOf, currentResults, publicResults } from './results.ts';
import type { Results } from './schema.ts';

/** Place and points of a contestant on a complete board. */
interface Placed {
  show: { id: number; title: string };
  slug: string;
  name: string;
  song: string;
  place: number;
  isShared: boolean;
  points: number | null; // Null on a board of places without points
}

/** First of the board that decides the contest, once all its steps are revealed; `announced`: start of the next broadcast (ISO 8601 UTC). */
export async function findWinner(db: Db, announced: string | null): Promise<Placed | undefined> {
  const shows = (await listShows(db)).filter(({ is_public }) => is_public);
  const show = decisiveShow(shows, announced);
  return winnerOn(show && (await currentResults(db, show.id)));
}

/** The board that decides each of these editions, by their ids, where there is one; in three queries. */
export async function decisiveBoards(db: Db, editions: number[]): Promise<Map<number, Results>> {
  const shows = await db
    .selectFrom('shows')
    .select(['id', 'title', 'starts_at', 'edition_id'])
    .where('edition_id', 'in', [0, ...editions])
    .where('is_public', '=', 1)
    .orderBy('starts_at')
    .orderBy('id')
    .execute();
  const byEdition = Map.groupBy(shows, ({ edition_id }) => edition_id);
  const decisive = [...byEdition.values()].flatMap((own) => decisiveShow(own, null) ?? []);
  const editionOf = new Map(decisive.map(({ id, edition_id }) => [id, edition_id]));
  const boards = await boardsOf(db, [...editionOf.keys()]);
  return new Map([...boards].map(([id, board]) => [editionOf.get(id) ?? 0, board]));
}

/** First on a board whose last step is revealed, with the names of all who share the place. */
export function winnerOn(board: Results | undefined): Placed | undefined {
  const winners = winnersOn(board);
  const [first, second] = winners;
  return first && second ? { ...first, name: joined(winners.map(({ name }) => name)), song: '' } : first;
}

/** First on a board whose last step is revealed; several who share the place. */
export function winnersOn(board: Results | undefined): Placed[] {
  return board ? placesOn(board).filter(({ place }) => place === 1) : [];
}

/** Places of one edition's contestant on all complete boards. */
export async function placesOf(db: Db, { slug, edition_id }: { slug: string; edition_id: number }): Promise<Placed[]> {
  return (await publicResults(db, edition_id)).flatMap(placesOn).filter((placed) => placed.slug === slug);
}

function placesOn(results: Results): Placed[] {
  const { show, state, contestants } = results;
  if (!show || state !== 'final') return [];
  const rows = boardOf(results);
  return rows.flatMap(({ contestant, place, isShared, total }) => {
    const { slug, name, song } = contestants[contestant] ?? {};
    const points = rows[0]?.total ? total : null;
    return slug && name ? [{ show, slug, name, song: song ?? '', place, isShared, points }] : [];
  });
}
