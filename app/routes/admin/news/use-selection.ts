import { useState } from 'react';
import type { AdminCard } from '../../../../model/articles/schema.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';

/** Limit of a selection, and of its requests. */
const MOST_CHOSEN = 1000;
const READ_AT_ONCE = 100;

/** Selected articles: shown ones or, after `chooseWhole`, all results of `query`. Another query clears it. */
export function useSelection(items: AdminCard[] = [], query: string) {
  const { call } = useSession();
  const [chosenOnce, setChosen] = useState<{ query: string; cards: AdminCard[] }>({ query, cards: [] });
  const ids = new Set(chosenOnce.cards.map(({ id }) => id));
  const shown = new Set(items.map(({ id }) => id));
  const others = chosenOnce.query === query ? chosenOnce.cards.filter(({ id }) => !shown.has(id)) : [];
  const chosen = [...items.filter(({ id }) => ids.has(id)), ...others];
  const choose = (cards: AdminCard[]) => setChosen({ query, cards });
  return {
    chosen,
    isAll: items.length > 0 && items.every(({ id }) => ids.has(id)),
    has: (id: number) => ids.has(id),
    toggle: (card: AdminCard) =>
      choose(ids.has(card.id) ? chosen.filter(({ id }) => id !== card.id) : [...chosen, card]),
    choose,
    chooseWhole: async () => {
      const cards: AdminCard[] = [];
      let part: string | undefined = `/admin/news?${query}&fields=card&limit=${READ_AT_ONCE}`;
      while (part && cards.length < MOST_CHOSEN) {
        const { data, next }: { data: AdminCard[]; next: string | undefined } = await call<AdminCard[]>('GET', part);
        cards.push(...data);
        part = next;
      }
      choose(cards.slice(0, MOST_CHOSEN));
    },
  };
}

export type Selection = ReturnType<typeof useSelection>;
