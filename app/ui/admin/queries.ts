import {
  notifyManager,
  QueryClient,
  type QueryFilters,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Answer } from '../api.ts';
import { ApiError, extractError } from '../errors/api-error.ts';
import { useSession } from './sign-in/session.tsx';

const REFETCH_INTERVAL = 15_000; // Polling of what several people change, in ms

/** Cache of API responses by path; dropped with their screen, because changes of old versions are refused. */
export function createPanelClient(): QueryClient {
  // The default scheduler is a timer: a form would briefly show its former values before the new response.
  notifyManager.setScheduler(queueMicrotask);
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 0,
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

export type Versioned<T> = Pick<Answer<T>, 'data' | 'version'>;

interface Options<T> {
  isFollowed?: boolean; // Polls, and refetches when the page is visible or online again: a colleague may have changed it
  every?: (data: T | undefined) => number | false; // Polling interval in ms, depending on the last data
  background?: boolean; // An ended session shows a bar and no dialog
  isOnce?: boolean; // Refetches only on request
}

/** GETs `path`; null reads nothing. `data` is undefined until the first response, and kept while refetching. */
export function useGet<T>(path: string | null, options: Options<T> = {}) {
  const { answer, ...rest } = useVersioned<T>(path, options);
  return { data: answer?.data, ...rest };
}

/** Like `useGet`, with the version, for forms and switches. */
export function useVersioned<T>(path: string | null, { isFollowed, every, background, isOnce }: Options<T> = {}) {
  const { call } = useSession();
  const client = useQueryClient();
  const query = useQuery({
    queryKey: [path],
    queryFn: async ({ signal, queryKey }): Promise<Versioned<T>> => {
      const isAgain = isFollowed && client.getQueryData(queryKey) !== undefined;
      const { data, version } = await call<T>('GET', String(path), { signal, background: background || isAgain });
      return { data, version };
    },
    enabled: path !== null,
    placeholderData: (before, query) => (isFiltered(query?.queryKey[0], path) ? before : undefined),
    ...(isOnce && { staleTime: 'static' as const }),
    ...(isFollowed && { refetchOnWindowFocus: 'always' as const, refetchOnReconnect: 'always' as const }),
    refetchInterval: ({ state }) => (isFollowed ? REFETCH_INTERVAL : (every?.(state.data?.data) ?? false)),
  });
  const { data: answer, dataUpdatedAt, isFetching, error, refetch } = query;
  const [leftAt] = useState(dataUpdatedAt);
  return {
    answer,
    problem: error && !isFetching ? extractError(error) : undefined,
    isMissing: error instanceof ApiError && error.status === 404,
    isLoading: isFetching,
    /** Fetched for this screen, not cached by the previous one. */
    isFresh: dataUpdatedAt !== leftAt,
    /** Resolves to the data, or undefined. */
    reload: useCallback(async () => refetch().then(({ data, isSuccess }) => (isSuccess ? data : undefined)), [refetch]),
  };
}

interface Part<T> {
  items: T[];
  next: string | undefined;
}

/** A paged list; the displayed pages are refetched together. */
export function usePaged<T>(path: string) {
  const { call } = useSession();
  const { data, error, isFetching, isFetchingNextPage, isFetchNextPageError, ...query } = useInfiniteQuery({
    queryKey: [path, 'parts'],
    queryFn: async ({ pageParam, signal }): Promise<Part<T>> => {
      const { data: items, next } = await call<T[]>('GET', pageParam, { signal });
      return { items, next };
    },
    initialPageParam: path,
    placeholderData: (before, query) => (isFiltered(query?.queryKey[0], path) ? before : undefined),
    getNextPageParam: ({ next }) => next,
    select: useCallback(({ pages }: { pages: Part<T>[] }) => pages.flatMap(({ items }) => items), []),
  });
  const problem = error && !isFetching ? extractError(error) : '';
  return {
    items: data,
    problem: isFetchNextPageError ? undefined : problem || undefined,
    isLoading: isFetching && !isFetchingNextPage,
    reload: () => void query.refetch(),
    hasMore: query.hasNextPage,
    loadMore: () => void query.fetchNextPage(),
    more: { isLoading: isFetchingNextPage, problem: isFetchNextPageError ? problem : '' },
  };
}

/** Sends a change, then refetches `addresses`; also after a refusal because of an old version. */
export function useChange(...addresses: string[]) {
  const { call } = useSession();
  const client = useQueryClient();
  return async <T>(...request: Parameters<typeof call>): Promise<Answer<T>> => {
    try {
      const answer = await call<T>(...request);
      await client.invalidateQueries(withPaths(...addresses));
      return answer;
    } catch (error) {
      if (isStale(error)) await client.invalidateQueries(withPaths(...addresses));
      throw error;
    }
  };
}

/** Saves a row with `If-Match`, or adds one at `path`; refetches paths that begin with `read`. */
export function useSaveRow<T>(path: string, read = path) {
  const change = useChange(read);
  return async (row: { id: number; version: number } | undefined, body: object): Promise<T> => {
    if (!row) return (await change<T>('POST', path, { body })).data;
    return (await change<T>('PUT', `${path}/${row.id}`, { body, ifMatch: `"${row.version}"` })).data;
  };
}

/** Whether both are the same list with different filters: the former stays until the new one is loaded. */
function isFiltered(before: unknown, path: string | null): boolean {
  return String(before).split('?')[0] === path?.split('?')[0];
}

export function withPaths(...addresses: string[]): QueryFilters {
  return { predicate: ({ queryKey: [path] }) => addresses.some((address) => String(path).startsWith(address)) };
}

export function isStale(error: unknown): boolean {
  return error instanceof ApiError && [404, 409, 412].includes(error.status);
}
