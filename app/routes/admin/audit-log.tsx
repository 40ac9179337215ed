import type { JournalRecord } from '../../../model/audit-log.ts';
import { todayIn } from '../../../model/text/date.ts';
import { dayText, timeText, useSiteTimeZone } from '../../ui/admin/fields/moment.tsx';
import { More } from '../../ui/admin/loading/more.tsx';
import { Empty, Loading, Problem } from '../../ui/admin/loading/states.tsx';
import { usePaged } from '../../ui/admin/loading/use-paged.ts';
import { panelHead, Screen } from '../../ui/admin/screen.tsx';
import styles from './audit-log/audit-log.module.css';
import { Sentence } from './audit-log/sentence.tsx';

export const meta = () => panelHead('Журнал');

export default function Journal() {
  const { items, problem, reload, ...rest } = usePaged<JournalRecord>('/admin/journal?limit=50');
  const zone = useSiteTimeZone();
  const days = Map.groupBy(items ?? [], ({ at }) => todayIn(zone, new Date(at)));
  return (
    <Screen title="Журнал" narrow lead="Кто и что менял в панели.">
      {problem && <Problem text={`Ошибка: ${problem}`} onRetry={reload} />}
      {!items && !problem && <Loading rows={6} height={40} />}
      {items?.length === 0 && <Empty title="В журнале пока ничего нет" />}
      {[...days].map(([day, records]) => (
        <section key={day} className={styles.day} aria-label={dayText(day, zone)}>
          <h2>{dayText(day, zone)}</h2>
          <ol>
            {records.map((record) => (
              <li key={record.id}>
                <time dateTime={record.at}>{timeText(new Date(record.at), zone)}</time>
                <p>
                  <span>
                    <Sentence record={record} />
                  </span>
                  <span className={styles.who}>{record.who ?? 'сервер'}</span>
                </p>
              </li>
            ))}
          </ol>
        </section>
      ))}
      <More {...rest} />
    </Screen>
  );
}
