import { useCallback, useEffect, useRef, useState } from 'react';
import { extractError, isAborted } from '../../errors/api-error.ts';

interface Loaded<T> {
  /** Undefined until first loaded; kept during a reload. */
  data: T | undefined;
  problem: string | undefined;
  isLoading: boolean;
  reload: () => Promise<void>;
  change: (to: (data: T) => T) => void;
}

/** Loads on mount and whenever `read` changes (memoise it by useCallback). */
export function useLoaded<T>(read: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [data, setData] = useState<T>();
  const [problem, setProblem] = useState<string>();
  const [isLoading, setLoading] = useState(true);
  const running = useRef<AbortController>(undefined);

  const reload = useCallback(async () => {
    running.current?.abort();
    running.current = new AbortController();
    const { signal } = running.current;
    setLoading(true);
    setProblem(undefined);
    try {
      const fresh = await read(signal);
      if (!signal.aborted) setData(fresh);
    } catch (error) {
      if (!signal.aborted && !isAborted(error)) setProblem(extractError(error));
    }
    if (!signal.aborted) setLoading(false);
  }, [read]);
  useEffect(() => {
    void reload();
    return () => running.current?.abort();
  }, [reload]);
  const change = useCallback((to: (data: T) => T) => setData((before) => before && to(before)), []);
  return { data, problem, isLoading, reload, change };
}
