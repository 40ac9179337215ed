import { Button, Progress, Skeleton, Title } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import type { BackupState } from '../../../../model/backups.ts';
import { Icon } from '../../../ui/admin/icon.tsx';
import { tellProblem } from '../../../ui/admin/notices.ts';
import { useSession } from '../../../ui/admin/session.tsx';
import { Problem } from '../../../ui/admin/states.tsx';
import { useLoaded } from '../../../ui/admin/use-loaded.ts';
import { BackupFacts } from './backup-facts.tsx';
import styles from './dashboard.module.css';

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

/** The site's copies: the last one, whether it could be restored, and a new one at once. */
export function BackupCard() {
  const { data, problem, reload, ordered, order } = useBackups();
  const isBusy = Boolean(data?.running ?? ordered);
  return (
    <section className={styles.card}>
      <Title order={2} className={styles.title}>
        <Icon name="safe" />
        Резервные копии
      </Title>
      <div className={styles.facts}>
        {problem && <Problem text={`Ошибка: ${problem}`} onRetry={reload} />}
        {data === undefined && !problem && <Skeleton height={112} radius="md" />}
        {data && <BackupFacts state={data} />}
        <div role="status" className={styles.work}>
          {isBusy && <Work task={data?.running ?? ordered} step={data?.step ?? null} />}
        </div>
      </div>
      <p className={styles.orders}>
        <Button variant="default" size="sm" disabled={!data || isBusy} onClick={() => order('backup')}>
          Сделать копию сейчас
        </Button>
        <Button variant="default" size="sm" disabled={!data?.backup || isBusy} onClick={() => order('drill')}>
          Проверить
        </Button>
      </p>
    </section>
  );
}

function Work({ task, step }: { task: Backups['running'] | undefined; step: Backups['step'] }) {
  const what = step?.what || (task === 'drill' ? 'Проверяю копию' : 'Делаю копию');
  return (
    <>
      <p className={styles.note}>{what} …</p>
      <Progress value={(step?.part ?? 0) * 100} aria-label={what} animated />
    </>
  );
}

const PATHS = { backup: '/admin/backup', drill: '/admin/backup/check' };

function useBackups() {
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
  return { data, problem, reload, ordered, order };
}
