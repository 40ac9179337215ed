import type { Db } from '../../../../db/tables.ts';
import { readNeighbours } from '../../../../model/articles/lists/neighbours.ts';
import type { Position } from '../../../../model/articles/lists/positions.ts';
import { toCards } from '../../../cards.server.ts';

export type Further = Awaited<ReturnType<typeof readFurther>>;

const CARDS = 3;

/** What is offered at the end of an article; cards without excerpts. */
export async function readFurther(db: Db, place: Position) {
  const { newer, older, others } = await readNeighbours(db, place, CARDS);
  const cards = await toCards(db, others, 0);
  return { newer, older, others: cards.map((card) => ({ ...card, excerpt: '' })) };
}
