import type { Db } from '../../../db/tables.ts';
import type { PageCard } from '../schema.ts';
import { isPublic } from '../visibility.ts';
import { newestCards } from './lists.ts';
import { orders, type Position, positionsOf, rowsAt } from './positions.ts';

interface Neighbour {
  slug: string;
  title: string;
}

export interface Neighbours {
  newer: Neighbour | undefined;
  older: Neighbour | undefined;
  others: PageCard[];
}

/** The articles next to a place of the public list, and up to `count` of the newest others. */
export async function readNeighbours(db: Db, place: Position, count: number): Promise<Neighbours> {
  const next = (places: ReturnType<typeof positionsOf>) =>
    rowsAt(db, places.limit(1)).select(['slug', 'title']).executeTakeFirst();
  const [newer, older, newest] = await Promise.all([
    next(positionsOf(db, isPublic(), place, { ...orders.date, isRising: true })),
    next(positionsOf(db, isPublic(), place)),
    // The article itself and both neighbours may be among them.
    newestCards(db, count + 3),
  ]);
  const shown = [newer?.slug, older?.slug];
  const others = newest.filter(({ slug, id }) => id !== place.id && !shown.includes(slug)).slice(0, count);
  return { newer, older, others };
}
