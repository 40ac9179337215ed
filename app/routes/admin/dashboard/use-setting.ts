import { useCallback, useEffect, useRef } from 'react';
import { type Stored, toStored, type Values } from '../../../ui/admin/form/use-stored-form.ts';
import { useLoaded } from '../../../ui/admin/loading/use-loaded.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';

/** Polling while the screen is visible: a colleague may have switched. In ms. */
const LOOK_EVERY = 15_000;

/** Stored settings with their version, kept up to date. */
export function useSetting<T extends Values>(path: string) {
  const { call } = useSession();
  const isFirst = useRef(true);
  const read = useCallback(
    async (signal: AbortSignal): Promise<Stored<T>> => {
      const background = !isFirst.current;
      isFirst.current = false;
      return toStored(await call<T>('GET', path, { signal, background }));
    },
    [call, path],
  );
  const loaded = useLoaded(read);
  const { reload } = loaded;
  useEffect(() => {
    const look = () => void (document.hidden || reload());
    const timer = setInterval(look, LOOK_EVERY);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [reload]);
  return loaded;
}
