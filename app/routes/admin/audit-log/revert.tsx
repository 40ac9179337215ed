import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JournalRecord } from '../../../../model/audit-log.ts';
import { Confirm } from '../../../ui/admin/confirm.tsx';
import { useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import { offerUndo } from '../../../ui/admin/form/undo.tsx';
import ui from '../../../ui/admin/patterns.module.css';
import { under } from '../../../ui/admin/queries.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { fieldName, isEmpty, valueText } from './words.ts';

const SHOWN = 300; // characters of a value

export function Revert({ record }: { record: JournalRecord }) {
  const { call } = useSession();
  const client = useQueryClient();
  const zone = useSiteTimeZone();
  const [isAsking, setAsking] = useState(false);
  const { id, action, changes = [] } = record;
  const revert = async (entry: number) =>
    (await call<{ id: number }>('POST', `/admin/journal/${entry}/revert`)).data.id;
  const go = async () => {
    const made = await revert(id);
    setAsking(false);
    offerUndo({ text: 'Возвращено, как было.', undo: () => revert(made) });
    await client.invalidateQueries(under('/admin/journal'));
  };
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        style={{ justifySelf: 'start' }}
        aria-describedby={`entry-${id}`}
        onClick={() => setAsking(true)}
      >
        Вернуть как было
      </Button>
      {isAsking && (
        <Confirm question="Вернуть как было?" yes="Вернуть" color="ink" onYes={go} onNo={() => setAsking(false)}>
          <ul className={`${ui.list} ${ui.note}`}>
            {changes.map(({ field, before }) => (
              <li key={field}>
                <b>{fieldName(action, field)}:</b> {outcome(field, before, zone)}
              </li>
            ))}
          </ul>
          <p>Посетители увидят это сразу.</p>
        </Confirm>
      )}
    </>
  );
}

function outcome(field: string, before: unknown, zone: string): string {
  if (isEmpty(before)) return 'станет пустым';
  if (field === 'is_held' || typeof before !== 'boolean') return `станет ${shortened(valueText(field, before, zone))}`;
  return before ? 'включится' : 'выключится';
}

function shortened(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
