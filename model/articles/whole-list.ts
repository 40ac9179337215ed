import { countChanges } from '../changes.ts';
import type { Db } from '../tables.ts';
import { type Place, placesOf, readCursor } from './places.ts';
import { cardColumns, toArticle, toCard } from './row.ts';
import type { Article, ArticleCard } from './schema.ts';
import { isPublic } from './visibility.ts';

/** Places read at once: a millisecond's work. */
const PLACES_AT_ONCE = 1000;
/** Articles read at once. With the longest bodies they are still 50 MB, with usual ones 300 KB. */
const ARTICLES_AT_ONCE = 25;
const CARDS_AT_ONCE = 500;
const TRIES = 3;

/**
 * Every public article behind the cursor `after`, newest first, a batch at a time: never more of them in memory. Which articles
 * there are and their order are those of one moment, the start; each comes as it is when its turn comes, and one that was taken off
 * meanwhile does not come at all.
 */
export async function* eachPublicArticle(db: Db, after?: string): AsyncGenerator<Article[]> {
  const ids = await publicIds(db, after);
  for (const batch of batches(ids, ARTICLES_AT_ONCE)) {
    const rows = await db.selectFrom('articles').selectAll().where('id', 'in', batch).where(isPublic()).execute();
    yield inOrder(batch, rows).map(toArticle);
  }
}

/** The same without the bodies. */
export async function* eachPublicCard(db: Db, after?: string): AsyncGenerator<ArticleCard[]> {
  const ids = await publicIds(db, after);
  for (const batch of batches(ids, CARDS_AT_ONCE)) {
    const rows = await db
      .selectFrom('articles')
      .select(cardColumns)
      .where('id', 'in', batch)
      .where(isPublic())
      .execute();
    yield inOrder(batch, rows).map(toCard);
  }
}

/** Read in steps, so that nobody else waits for a long list; once more when something changed between two of them. */
async function publicIds(db: Db, after: string | undefined): Promise<number[]> {
  const now = new Date().toISOString();
  for (let tries = 1; ; tries += 1) {
    const before = await countChanges(db);
    const ids = await readIds(db, now, after === undefined ? undefined : readCursor(after));
    if (tries === TRIES || (await countChanges(db)) === before) return ids;
  }
}

async function readIds(db: Db, now: string, after: Place | undefined): Promise<number[]> {
  const ids: number[] = [];
  for (let last = after; ; ) {
    const places = await placesOf(db, isPublic(now), last).limit(PLACES_AT_ONCE).execute();
    for (const { id } of places) ids.push(id);
    if (places.length < PLACES_AT_ONCE) return ids;
    last = places.at(-1);
  }
}

function* batches(ids: number[], size: number): Generator<number[]> {
  for (let from = 0; from < ids.length; from += size) yield ids.slice(from, from + size);
}

function inOrder<R extends { id: number }>(ids: number[], rows: R[]): R[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
