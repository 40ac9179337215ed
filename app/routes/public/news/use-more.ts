import { type RefObject, useEffect, useRef, useState } from 'react';
import { useFetcher, useLocation } from 'react-router';
import type { Card } from '../../../cards.server.ts';
import type { loader } from '../news.tsx';

interface Added {
  cards: Card[];
  last: number;
}

/** By history entry: Back restores the length of the list, and so the scroll position. */
const addedBefore = new Map<string, Added>();
const REMEMBERED = 20;

/** Cards of this page and added ones, without duplicates, as new articles shift cards. Focuses the first new card. */
export function useMore(page: number, cards: Card[], list: RefObject<HTMLElement | null>) {
  const { key } = useLocation();
  const { load, data, state } = useFetcher<typeof loader>();
  const [added, setAdded] = useState<Added>(() => addedBefore.get(key) ?? { cards: [], last: page });
  const hasAsked = useRef(false);
  const known = new Set(cards.map(({ slug }) => slug));
  const shown = [...cards, ...added.cards.filter(({ slug }) => !known.has(slug))];

  useEffect(() => {
    if (!hasAsked.current || !data || !('cards' in data) || data.page !== added.last + 1) return;
    setAdded({ cards: [...added.cards, ...data.cards], last: data.page });
  }, [data, added]);

  useEffect(() => {
    if (added.last === page) return;
    addedBefore.set(key, added);
    if (addedBefore.size > REMEMBERED) addedBefore.delete(addedBefore.keys().next().value ?? '');
  }, [added, key, page]);

  const count = useRef(shown.length);
  useEffect(() => {
    if (!hasAsked.current || shown.length <= count.current) return;
    list.current?.querySelectorAll('article')[count.current]?.querySelector('a')?.focus({ preventScroll: true });
    hasAsked.current = false;
    count.current = shown.length;
  }, [shown.length, list]);

  return {
    shown,
    last: added.last,
    isLoading: state !== 'idle',
    showMore() {
      hasAsked.current = true;
      count.current = shown.length;
      void load(addressOf(added.last + 1));
    },
  };
}

export function addressOf(page: number): string {
  return page === 1 ? '/news' : `/news?page=${page}`;
}
