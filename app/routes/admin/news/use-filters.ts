import { useDebouncedValue } from '@mantine/hooks';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

export const FILTERS = ['q', 'from', 'to', 'author', 'tag', 'sort'] as const;
export type FilterName = (typeof FILTERS)[number];

/** Debounce, in ms. */
const SEARCH_AFTER = 300;

/** Filters of the list in the URL, so that Back restores them. A typed search goes there after a pause. */
export function useFilters() {
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState(params.get('q') ?? '');
  const [sought] = useDebouncedValue(typed.trim(), SEARCH_AFTER);
  const set = useCallback(
    (change: Partial<Record<FilterName, string>>) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(change)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  useEffect(() => {
    if ((params.get('q') ?? '') !== sought) set({ q: sought });
  }, [sought, params, set]);

  const values = Object.fromEntries(
    FILTERS.map((name) => [name, name === 'q' ? sought : (params.get(name) ?? '')]),
  ) as Record<FilterName, string>;
  return {
    values,
    typed,
    setTyped,
    set,
    /** Of those that narrow the list. */
    count: FILTERS.filter((name) => name !== 'sort' && values[name] !== '').length,
    clear: () => {
      setTyped('');
      set({ q: '', from: '', to: '', author: '', tag: '' });
    },
  };
}

export type Filters = ReturnType<typeof useFilters>;
