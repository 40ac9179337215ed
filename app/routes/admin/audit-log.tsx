import { Group, Text } from '@mantine/core';
import type { JournalRecord } from '../../../model/audit-log.ts';
import { todayIn } from '../../../model/text/date.ts';
import { dayText, timeText, useSiteTimeZone } from '../../ui/admin/fields/moment.tsx';
import { Empty, LoadState, More } from '../../ui/admin/loading/states.tsx';
import ui from '../../ui/admin/patterns.module.css';
import { usePaged } from '../../ui/admin/queries.ts';
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
  const zone = useSiteTimeZone();
  const days = Map.groupBy(items ?? [], ({ at }) => todayIn(zone, new Date(at)));
  return (
    <Screen title="Журнал" narrow lead="Кто, что и на что менял в панели.">
      <Filters />
      <LoadState data={items} problem={problem} reload={reload} rows={6} height={40} />
      {items?.length === 0 && <Empty title="Таких записей в журнале нет" />}
      {[...days].map(([day, records]) => (
        <section key={day} className={`${ui.list} ${styles.day}`} aria-label={dayText(day, zone)}>
          <h2 className={ui.title}>{dayText(day, zone)}</h2>
          <ol className={ui.rows}>
            {records.map((record) => (
              <Entry key={record.id} record={record} zone={zone} />
            ))}
          </ol>
        </section>
      ))}
      <More {...rest} />
    </Screen>
  );
}

function Entry({ record, zone }: { record: Listed; zone: string }) {
  return (
    <li>
      <time dateTime={record.at}>{timeText(new Date(record.at), zone)}</time>
      <div className={ui.list}>
        <Group justify="space-between" gap="0.125rem 1rem">
          <span id={`entry-${record.id}`}>
            <Sentence record={record} />
          </span>
          <Text span c="dimmed">
            {record.who ?? 'сервер'}
          </Text>
        </Group>
        <Changes record={record} />
        {record.canRevert && <Revert record={record} />}
      </div>
    </li>
  );
}
