import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { AuditRecord, Change } from '../../../../model/audit-log.ts';
import { Ask } from '../../../ui/admin/ask.tsx';
import { useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import { offerUndo } from '../../../ui/admin/form/undo.tsx';
import ui from '../../../ui/admin/patterns.module.css';
import { under } from '../../../ui/admin/queries.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { tellsSwitch } from './sentence.tsx';
import { fieldName, isEmpty, isSwitch, valueText } from './words.ts';

const MAX_SHOWN = 300; // characters of a value

export function Changes({ record }: { record: AuditRecord }) {
  const { changes = [] } = record;
  const shown = changes.filter(({ field }) => !(tellsSwitch(record) && isSwitch(field)));
  if (shown.length === 0) return null;
  return (
    <ul className={`${ui.list} ${ui.note}`}>
      {shown.map((change) => (
        <li key={change.field}>
          <b>{fieldName(record.action, change.field)}:</b> <FromTo change={change} />
        </li>
      ))}
    </ul>
  );
}

function FromTo({ change: { field, before, after } }: { change: Change }) {
  const zone = useSiteTimeZone();
  const was = shortened(valueText(field, before, zone));
  const now = shortened(valueText(field, after, zone));
  if (isEmpty(before) || typeof before === 'boolean') return `теперь ${now}`;
  return isEmpty(after) ? `убрано, было ${was}` : `было ${was}, стало ${now}`;
}

function shortened(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

export function Revert({ record }: { record: AuditRecord }) {
  const { call } = useSession();
  const client = useQueryClient();
  const { id } = record;
  const revert = async (entry: number) =>
    (await call<{ id: number }>('POST', `/admin/journal/${entry}/revert`)).data.id;
  const go = async () => {
    const made = await revert(id);
    offerUndo({ text: 'Возвращено, как было.', undo: () => revert(made) });
    await client.invalidateQueries(under('/admin/journal'));
  };
  return (
    <Ask
      button={(ask) => (
        <Button
          variant="default"
          size="compact-sm"
          style={{ justifySelf: 'start' }}
          aria-describedby={`entry-${id}`}
          onClick={ask}
        >
          Вернуть как было
        </Button>
      )}
      question="Вернуть как было?"
      yes="Вернуть"
      color="ink"
      onYes={go}
    >
      <p>Посетители увидят это сразу.</p>
    </Ask>
  );
}
