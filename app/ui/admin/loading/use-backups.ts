import { useEffect, useState } from 'react';
import type { BackupState, Copied, ElsewhereState } from '../../../../ops/backup/state.ts';
import { notifyError } from '../notices.ts';
import { useChange, useGet } from '../queries.ts';

export interface Backups extends BackupState {
  elsewhere: (Pick<ElsewhereState, 'failure'> & { to: string; copied: Copied | null }) | null; // Null without BACKUP_TO
  nextAt: string | null;
  running: 'backup' | 'copy' | 'drill' | null;
  step: { what: string; part: number } | null;
}

const POLL_INTERVAL = 1500; // Polling while an operation runs, in ms
const PICKUP_TIMEOUT = 60_000; // Limit for another server process to take an order, in ms

export type BackupsState = ReturnType<typeof useBackups>;

const PATHS = { backup: '/admin/backup', drill: '/admin/backup/check' };

/** State of backups and orders for a backup or restore test; polls while one runs. */
export function useBackups() {
  const [ordered, setOrdered] = useState<keyof typeof PATHS | null>(null);
  const { data, problem, reload } = useGet<Backups>('/admin/backup', {
    every: (now) => (ordered || now?.running ? POLL_INTERVAL : false),
  });
  const change = useChange('/admin/backup');
  const { backup, failure, drill, elsewhere } = data ?? {};
  const finishedAt = [backup, failure, drill, elsewhere?.copied, elsewhere?.failure].map((each) => each?.at).join();
  // Taken or finished: the server's state is shown again.
  useEffect(() => {
    if (data?.running || finishedAt) setOrdered(null);
  }, [data?.running, finishedAt]);
  useEffect(() => {
    if (!ordered) return;
    const timer = setTimeout(() => setOrdered(null), PICKUP_TIMEOUT);
    return () => clearTimeout(timer);
  }, [ordered]);

  const order = async (task: keyof typeof PATHS) => {
    setOrdered(task);
    try {
      await change('POST', PATHS[task]);
    } catch (error) {
      setOrdered(null);
      notifyError(error);
    }
  };
  return { data, problem, reload, ordered, order, isBusy: Boolean(data?.running ?? ordered), finishedAt };
}
