import { useCallback, useEffect, useState } from 'react';
import type { BackupState } from '../../../../ops/backup/state.ts';
import { tellProblem } from '../notices.ts';
import { useSession } from '../sign-in/session.tsx';
import { useLoaded } from './use-loaded.ts';

/** As the API gives it. */
export interface Backups extends BackupState {
  nextAt: string | null;
  running: 'backup' | 'drill' | null;
  step: { what: string; part: number } | null;
}

/** While something is being done it is looked at so often, in ms. */
const LOOK_EVERY = 1500;
/** An order may wait for another server to take it, but not for ever. In ms. */
const TAKEN_WITHIN = 60_000;

export type BackupsState = ReturnType<typeof useBackups>;

const PATHS = { backup: '/admin/backup', drill: '/admin/backup/check' };

/** How the copies stand, and the orders to make or try one; while one is carried out the state is read again and again. */
export function useBackups() {
  const { call } = useSession();
  const read = useCallback(
    async (signal: AbortSignal) => (await call<Backups>('GET', '/admin/backup', { signal })).data,
    [call],
  );
  const { data, problem, reload } = useLoaded(read);
  const [ordered, setOrdered] = useState<Backups['running']>(null);
  const isBusy = Boolean(data?.running ?? ordered);

  useEffect(() => {
    if (!isBusy) return;
    const timer = setInterval(reload, LOOK_EVERY);
    return () => clearInterval(timer);
  }, [isBusy, reload]);
  const finishedAt = `${data?.backup?.at} ${data?.failure?.at} ${data?.drill?.at}`;
  // Taken, or already done: from now on what the server says is shown.
  useEffect(() => {
    if (data?.running || finishedAt) setOrdered(null);
  }, [data?.running, finishedAt]);
  useEffect(() => {
    if (!ordered) return;
    const timer = setTimeout(() => setOrdered(null), TAKEN_WITHIN);
    return () => clearTimeout(timer);
  }, [ordered]);

  const order = async (task: keyof typeof PATHS) => {
    setOrdered(task);
    try {
      await call('POST', PATHS[task]);
      await reload();
    } catch (error) {
      setOrdered(null);
      tellProblem(error);
    }
  };
  return { data, problem, reload, ordered, order, isBusy, finishedAt };
}
