import type { JournalRecord } from '../../../model/audit-log.ts';
import { todayIn } from '../../../model/text/date.ts';
import { dayText, timeText, useSiteTimeZone } from '../../ui/admin/fields/moment.tsx';
import { useReloadAfterUndo } from '../../ui/admin/form/undo.tsx';
import { More } from '../../ui/admin/loading/more.tsx';
import { Empty, LoadState } from '../../ui/admin/loading/states.tsx';
import { usePaged } from '../../ui/admin/loading/use-paged.ts';
import { panelHead, Screen } from '../../ui/admin/screen.tsx';
import styles from './audit-log/audit-log.module.css';
import { Changes } from './audit-log/changes.tsx';
import { Filters, useJournalPath } from './audit-log/filters.tsx';
import { Revert } from './audit-log/revert.tsx';
import { Sentence } from './audit-log/sentence.tsx';

type Listed = JournalRecord & { canRevert?: true };

export const meta = () => panelHead('Журнал');

export default function Journal() {
  const { items, problem, reload, ...rest } = usePaged<Listed>(useJournalPath());
  useReloadAfterUndo(reload);
  const zone = useSiteTimeZone();
  const days = Map.groupBy(items ?? [], ({ at }) => todayIn(zone, new Date(at)));
  return (
    <Screen title="Журнал" narrow lead="Кто, что и на что менял в панели.">
      <Filters />
      <LoadState data={items} problem={problem} reload={reload} rows={6} height={40} />
      {items?.length === 0 && <Empty title="Таких записей в журнале нет" />}
      {[...days].map(([day, records]) => (
        <section key={day} className={styles.day} aria-label={dayText(day, zone)}>
          <h2>{dayText(day, zone)}</h2>
          <ol>
            {records.map((record) => (
              <Entry key={record.id} record={record} zone={zone} onReverted={reload} />
            ))}
          </ol>
        </section>
      ))}
      <More {...rest} />
    </Screen>
  );
}

interface EntryProps {
  record: Listed;
  zone: string;
  onReverted: () => Promise<void>;
}

function Entry({ record, zone, onReverted }: EntryProps) {
  return (
    <li>
      <time dateTime={record.at}>{timeText(new Date(record.at), zone)}</time>
      <div className={styles.entry}>
        <p>
          <span id={`entry-${record.id}`}>
            <Sentence record={record} />
          </span>
          <span className={styles.who}>{record.who ?? 'сервер'}</span>
        </p>
        <Changes record={record} />
        {record.canRevert && <Revert record={record} onDone={onReverted} />}
      </div>
    </li>
  );
}
