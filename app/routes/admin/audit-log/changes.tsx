import type { Change, JournalRecord } from '../../../../model/audit-log.ts';
import { useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import ui from '../../../ui/admin/patterns.module.css';
import { wordPieces } from '../editor/diff/compare.ts';
import { Pieces } from '../editor/diff/text-diff.tsx';
import styles from './audit-log.module.css';
import { tellsSwitch } from './sentence.tsx';
import { fieldName, isEmpty, isSwitch, valueText } from './words.ts';

const LONG = 70; // characters; longer texts are compared word by word

export function Changes({ record }: { record: JournalRecord }) {
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
  if (isEmpty(before)) return `теперь ${now}`;
  return isEmpty(after) ? `убрано, было ${was}` : `было ${was}, стало ${now}`;
}
