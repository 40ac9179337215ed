import { useCallback, useRef } from 'react';
import { type Stored, toStored, type Values } from '../../../ui/admin/form/use-stored-form.ts';
import { useLoaded } from '../../../ui/admin/loading/use-loaded.ts';
import { useLookAgain } from '../../../ui/admin/loading/use-look-again.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';

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
  useLookAgain(loaded.reload);
  return loaded;
}
