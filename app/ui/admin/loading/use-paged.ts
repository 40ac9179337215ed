import { useCallback, useState } from 'react';
import { extractError } from '../../errors/api-error.ts';
import { useSession } from '../sign-in/session.tsx';
import { useLoaded } from './use-loaded.ts';

interface Part<T> {
  items: T[];
  next: string | undefined;
}

/** Cursor pagination; a changed `path` resets the list. */
export function usePaged<T>(path: string) {
  const { call } = useSession();
  const read = useCallback(
    async (signal?: AbortSignal): Promise<Part<T>> => {
      const { data, next } = await call<T[]>('GET', path, { signal });
      return { items: data, next };
    },
    [call, path],
  );
  const { data, problem, isLoading, reload, change } = useLoaded(read);
  const [more, setMore] = useState({ isLoading: false, problem: '' });

  const loadMore = async () => {
    if (!data?.next || more.isLoading) return;
    setMore({ isLoading: true, problem: '' });
    try {
      const part = await call<T[]>('GET', data.next);
      change((before) => ({ items: [...before.items, ...part.data], next: part.next }));
      setMore({ isLoading: false, problem: '' });
    } catch (error) {
      setMore({ isLoading: false, problem: extractError(error) });
    }
  };
  const changeItems = useCallback(
    (to: (items: T[]) => T[]) => change((before) => ({ ...before, items: to(before.items) })),
    [change],
  );

  return {
    items: data?.items,
    problem,
    isLoading,
    reload,
    changeItems,
    hasMore: data?.next !== undefined,
    loadMore,
    more,
  };
}
