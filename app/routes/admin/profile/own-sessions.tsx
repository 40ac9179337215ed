import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OwnSession } from '../../../../model/sessions/sessions.ts';
import { Moment } from '../../../ui/admin/fields/moment.tsx';
import { LoadState } from '../../../ui/admin/loading/states.tsx';
import { tellDone, tellProblem } from '../../../ui/admin/notices.ts';
import { Card } from '../../../ui/admin/screen.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import styles from '../admins/admins.module.css';

interface Props {
  items: OwnSession[] | undefined;
  problem: string | undefined;
  reload: () => Promise<void>;
  changeItems: (to: (items: OwnSession[]) => OwnSession[]) => void;
}

export function OwnSessions({ items, problem, reload, changeItems }: Props) {
  const { call } = useSession();
  const end = async ({ id }: OwnSession) => {
    try {
      await call('DELETE', `/admin/sessions/${id}`);
      changeItems((before) => before.filter((session) => session.id !== id));
      tellDone('Сеанс завершён.');
    } catch (error) {
      tellProblem(error);
    }
  };
  return (
    <Card title="Ваши сеансы" id="sessions">
      <LoadState data={items} problem={problem} reload={reload} rows={2} />
      <ul className={styles.list}>
        {items?.map((session) => (
          <SessionLine key={session.id} session={session} onEnd={end} />
        ))}
      </ul>
    </Card>
  );
}

function SessionLine({ session, onEnd }: { session: OwnSession; onEnd: (session: OwnSession) => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const { device, createdAt, lastUsedAt, current } = session;
  return (
    <li>
      <p className={styles.name}>
        <b>{device}</b>
        {current && <span className={styles.mark}>этот браузер</span>}
      </p>
      <p className={styles.note}>
        Вход: <Moment at={createdAt} />. Последнее действие: <Moment at={lastUsedAt} />
      </p>
      {!current && (
        <div className={styles.actions}>
          <Button
            variant="default"
            size="sm"
            loading={busy}
            aria-label={`Завершить сеанс: ${device}`}
            onClick={() => {
              setBusy(true);
              void onEnd(session).finally(() => setBusy(false));
            }}
          >
            Завершить
          </Button>
        </div>
      )}
    </li>
  );
}
