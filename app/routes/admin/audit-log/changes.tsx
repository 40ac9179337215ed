import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { AuditRecord, Change } from '../../../../model/audit-log.ts';
import { plural } from '../../../../model/text/plural.ts';
import { Ask } from '../../../ui/admin/ask.tsx';
import { useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import { offerUndo } from '../../../ui/admin/form/undo.tsx';
import ui from '../../../ui/admin/patterns.module.css';
import { under } from '../../../ui/admin/queries.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { wordPieces } from '../editor/diff/compare.ts';
import { Pieces } from '../editor/diff/text-diff.tsx';
import styles from './audit-log.module.css';
import { tellsSwitch } from './sentence.tsx';
import { fieldName, isEmpty, isSwitch, valueText } from './words.ts';

const AT_ONCE = 3; // changes of an entry
const LONG = 70; // characters; longer texts are compared word by word

export function Changes({ record }: { record: AuditRecord }) {
  const { changes = [] } = record;
  const shown = changes.filter(({ field }) => !(tellsSwitch(record) && isSwitch(field)));
  if (shown.length === 0) return null;
  const lines = shown.map((change) => (
    <li key={change.field}>
      <b>{fieldName(record.action, change.field)}:</b> <FromTo change={change} />
    </li>
  ));
  const first = lines.length > AT_ONCE + 1 ? lines.splice(0, AT_ONCE) : lines.splice(0);
  return (
    <>
      <ul className={`${ui.list} ${ui.note}`}>{first}</ul>
      {lines.length > 0 && (
        <details className={ui.note}>
          <summary>ещё {plural(lines.length, 'изменение', 'изменения', 'изменений')}</summary>
          <ul className={`${ui.list} ${ui.note}`}>{lines}</ul>
        </details>
      )}
    </>
  );
}

function FromTo({ change: { field, before, after, isCut } }: { change: Change }) {
  const zone = useSiteTimeZone();
  const was = valueText(field, before, zone);
  const now = valueText(field, after, zone);
  if (!isCut && typeof before === 'string' && typeof after === 'string' && Math.max(was.length, now.length) > LONG)
    return (
      <details className={styles.long}>
        <summary>изменён текст</summary>
        <p className={ui.notice}>
          <Pieces pieces={wordPieces(before, after)} />
        </p>
      </details>
    );
  if (isEmpty(before) || typeof before === 'boolean') return `теперь ${now}`;
  return isEmpty(after) ? `убрано, было ${was}` : `было ${was}, стало ${now}`;
}

const MAX_SHOWN = 300; // characters of a value

export function Revert({ record }: { record: AuditRecord }) {
  const { call } = useSession();
  const client = useQueryClient();
  const zone = useSiteTimeZone();
  const { id, action, changes = [] } = record;
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
      <ul className={`${ui.list} ${ui.note}`}>
        {changes.map(({ field, before }) => (
          <li key={field}>
            <b>{fieldName(action, field)}:</b> {outcome(field, before, zone)}
          </li>
        ))}
      </ul>
      <p>Посетители увидят это сразу.</p>
    </Ask>
  );
}

function outcome(field: string, before: unknown, zone: string): string {
  if (isEmpty(before)) return 'станет пустым';
  if (field === 'is_held' || typeof before !== 'boolean') return `станет ${shortened(valueText(field, before, zone))}`;
  return before ? 'включится' : 'выключится';
}

function shortened(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
