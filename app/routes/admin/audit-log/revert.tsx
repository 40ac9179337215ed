import { Button } from '@mantine/core';
import { useState } from 'react';
import type { JournalRecord } from '../../../../model/audit-log.ts';
import { Confirm } from '../../../ui/admin/confirm.tsx';
import { useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import { offerUndo } from '../../../ui/admin/form/undo.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import styles from './audit-log.module.css';
import { fieldName, valueText } from './words.ts';

const SHOWN = 300; // characters of a value

export function Revert({ record, onDone }: { record: JournalRecord; onDone: () => Promise<void> }) {
  const { call } = useSession();
  const zone = useSiteTimeZone();
  const [isAsking, setAsking] = useState(false);
  const { id, action, changes = [] } = record;
  const revert = async (entry: number) =>
    (await call<{ id: number }>('POST', `/admin/journal/${entry}/revert`)).data.id;
  const go = async () => {
    const made = await revert(id);
    setAsking(false);
    offerUndo({ text: 'Возвращено, как было.', undo: () => revert(made) });
    await onDone();
  };
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        className={styles.revert ?? ''}
        aria-describedby={`entry-${id}`}
        onClick={() => setAsking(true)}
      >
        Вернуть как было
      </Button>
      {isAsking && (
        <Confirm question="Вернуть как было?" yes="Вернуть" onYes={go} onNo={() => setAsking(false)}>
          <ul className={styles.changes}>
            {changes.map(({ field, before }) => (
              <li key={field}>
                <b>{fieldName(action, field)}:</b> станет {shortened(valueText(field, before, zone))}
              </li>
            ))}
          </ul>
          <p>Посетители увидят это сразу.</p>
        </Confirm>
      )}
    </>
  );
}

function shortened(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
