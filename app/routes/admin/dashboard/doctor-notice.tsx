import { useCallback } from 'react';
import { Link } from 'react-router';
import type { DoctorReport } from '../../../../ops/doctor/report.ts';
import { Icon } from '../../../ui/admin/icon.tsx';
import { useLoaded } from '../../../ui/admin/loading/use-loaded.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import styles from './dashboard.module.css';

interface Props {
  /** Times of the last backup and drill: both may resolve findings. */
  after: string;
}

/** Shown only with a bad finding; a failed request is shown by the other cards. */
export function DoctorNotice({ after }: Props) {
  const { call } = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `after` is a cache key: a new value makes a new `read`, which reloads.
  const read = useCallback(
    async (signal: AbortSignal) => (await call<DoctorReport>('GET', '/admin/doctor', { signal })).data,
    [call, after],
  );
  const { data } = useLoaded(read);
  const bad = data?.groups.flatMap(({ lines }) => lines.filter(({ state }) => state === 'bad')) ?? [];
  if (bad.length === 0) return null;
  return (
    <section className={styles.notice} aria-label="Неполадки на сервере">
      <Icon name="bad" />
      <div>
        <p className={styles.noticeTitle}>На сервере неполадки: {bad.map(({ name }) => name).join(', ')}</p>
        <p>
          {bad[0]?.text} <Link to="/admin/doctor">Что делать</Link>
        </p>
      </div>
    </section>
  );
}
