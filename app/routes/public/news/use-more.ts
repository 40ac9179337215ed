import { type RefObject, useEffect, useRef, useState } from 'react';
import { useFetcher, useLocation } from 'react-router';
import type { Card } from '../../../cards.server.ts';
import type { loader } from '../news.tsx';

/** Pages of the list that were put below the one the visitor came to. */
interface Added {
  cards: Card[];
  /** The last page among them. */
  last: number;
}

/** By the entry of the history: who comes back from an article finds the list as long as it was, and the place in it. */
const addedBefore = new Map<string, Added>();
/** More of them than anybody goes back through. */
const REMEMBERED = 20;

/**
 * A page's cards and those shown after it, each once: while the list grows at its top, one may have moved to the next page. The focus
 * goes to the first new card, which stands where «Показать ещё» was.
 */
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
    list.current?.children[count.current]?.querySelector('a')?.focus({ preventScroll: true });
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

/** Where a page of the list is; the first has an address of its own. */
export function addressOf(page: number): string {
  return page === 1 ? '/news' : `/news?page=${page}`;
}
