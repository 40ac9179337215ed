import type { Db } from '../../../db/tables.ts';
import { cardColumns, toPageCard } from '../row.ts';
import type { PageCard } from '../schema.ts';
import { isPublic } from '../visibility.ts';
import { orders, type Position, positionsOf, rowsAt } from './listed.ts';
import { newestCards } from './lists.ts';

interface Neighbour {
  slug: string;
  title: string;
}

export interface Neighbours {
  newer: Neighbour | undefined;
  older: Neighbour | undefined;
  others: PageCard[];
}

/** The articles next to a place of the public list, and up to `count` others: with most of its tags, then the newest. */
export async function readNeighbours(db: Db, place: Position, count: number): Promise<Neighbours> {
  const next = (places: ReturnType<typeof positionsOf>) =>
    rowsAt(db, places.limit(1)).select(['slug', 'title']).executeTakeFirst();
  const [newer, older, related, newest] = await Promise.all([
    next(positionsOf(db, isPublic(), place, { ...orders.date, isRising: true })),
    next(positionsOf(db, isPublic(), place)),
    relatedCards(db, place.id, count + 2),
    // Extra cards: the article itself and both neighbours may be among them.
    newestCards(db, 2 * count + 5),
  ]);
  const shown = [newer?.slug, older?.slug];
  const known = new Set(related.map(({ id }) => id));
  const others = [...related, ...newest.filter(({ id }) => !known.has(id))]
    .filter(({ slug, id }) => id !== place.id && !shown.includes(slug))
    .slice(0, count);
  return { newer, older, others };
}

const MAX_RELATED = 50; // Candidates for each tag, last created first

/** Public articles that share tags with one, those that share most first, then the newest. */
async function relatedCards(db: Db, id: number, count: number): Promise<PageCard[]> {
  const tags = await db.selectFrom('article_tags').select('slug').where('article_id', '=', id).execute();
  const shared = new Map<number, number>();
  for (const { slug } of tags) {
    const having = db.selectFrom('article_tags').select('article_id').where('slug', '=', slug);
    for (const { article_id } of await having.orderBy('article_id', 'desc').limit(MAX_RELATED).execute())
      if (article_id !== id) shared.set(article_id, (shared.get(article_id) ?? 0) + 1);
  }
  if (shared.size === 0) return [];
  const rows = await db
    .selectFrom('articles')
    .select(cardColumns)
    .where('id', 'in', [...shared.keys()])
    .where(isPublic())
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows
    .toSorted((one, other) => (shared.get(other.id) ?? 0) - (shared.get(one.id) ?? 0))
    .slice(0, count)
    .map((row) => toPageCard(row));
}
