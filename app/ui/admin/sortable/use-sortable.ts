import { useCallback } from 'react';
import { useReloadAfterUndo } from '../form/undo.tsx';
import { useLoaded } from '../loading/use-loaded.ts';
import { useSession } from '../sign-in/session.tsx';

/** The whole list at `path` and its order at `orderPath`. A refused change shows the list as the server has it. */
export function useSortable<T extends { id: number; version: number }>(path: string, orderPath: string) {
  const { call } = useSession();
  const read = useCallback(
    async (signal: AbortSignal) => (await call<T[]>('GET', path, { signal })).data,
    [call, path],
  );
  const { data: items, problem, reload, change } = useLoaded(read);
  useReloadAfterUndo(reload);

  const orReload = async <R>(request: Promise<R>) => {
    try {
      return await request;
    } catch (error) {
      await reload();
      throw error;
    }
  };
  const order = async (ids: number[], keepalive: boolean) => {
    const { data } = await orReload(call<T[]>('PUT', orderPath, { body: { ids }, keepalive }));
    change(() => data);
  };
  const remove = async ({ id, version }: T, itemPath: string) => {
    await orReload(call('DELETE', itemPath, { ifMatch: `"${version}"` }));
    change((all) => all.filter((item) => item.id !== id));
  };
  return { items, problem, reload, change, order, remove };
}
