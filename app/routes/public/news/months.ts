import type { Card } from '../../../cards.server.ts';

const NAMES = 'Январь Февраль Март Апрель Май Июнь Июль Август Сентябрь Октябрь Ноябрь Декабрь'.split(' ');

/** Cards by month, «Июль 2025», in their order. */
export function monthsOf(cards: Card[]): [month: string, cards: Card[]][] {
  const months = new Map<string, Card[]>();
  for (const card of cards) {
    const [year, month] = card.date.split('-');
    const name = `${NAMES[Number(month) - 1]} ${year}`;
    months.set(name, [...(months.get(name) ?? []), card]);
  }
  return [...months];
}
