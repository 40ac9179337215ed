import { useCallback } from 'react';
import { Link } from 'react-router';
import type { DoctorReport } from '../../../../api/doctor.ts';
import { Icon } from '../../../ui/admin/icon.tsx';
import { useSession } from '../../../ui/admin/session.tsx';
import { useLoaded } from '../../../ui/admin/use-loaded.ts';
import styles from './dashboard.module.css';

/** Shown only when something on the server is bad; a server that cannot even say so is told of by every other card. */
export function DoctorNotice() {
  const { call } = useSession();
  const read = useCallback(
    async (signal: AbortSignal) => (await call<DoctorReport>('GET', '/admin/doctor', { signal })).data,
    [call],
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
