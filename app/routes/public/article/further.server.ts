import type { Db } from '../../../../db/tables.ts';
import { type Neighbours, readNeighbours } from '../../../../model/articles/lists/neighbours.ts';
import type { Position } from '../../../../model/articles/lists/positions.ts';
import { withoutSpoilers } from '../../../../model/spoilers.ts';
import { toCards } from '../../../cards.server.ts';
import type { Site } from '../../../context.ts';

export type Further = Awaited<ReturnType<typeof readFurther>>;

const CARDS = 3;

/** What is offered at the end of an article; cards without excerpts. */
export async function readFurther({ db, isSpoilerFree }: Pick<Site, 'db' | 'isSpoilerFree'>, place: Position) {
  const found = await readNeighbours(db, place, CARDS);
  const { newer, older, others } = isSpoilerFree ? await safeNeighbours(db, found) : found;
  return { newer, older, others: await toCards(db, others, 0) };
}

async function safeNeighbours(db: Db, { newer, older, others }: Neighbours): Promise<Neighbours> {
  const one = async (found: Neighbours['newer']) => (await withoutSpoilers(db, found ? [found] : []))[0];
  return { newer: await one(newer), older: await one(older), others: await withoutSpoilers(db, others) };
}
