import type { JournalRecord } from '../../../../model/audit-log.ts';
import { timeText, useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import type { useLoaded } from '../../../ui/admin/loading/use-loaded.ts';
import { Sentence } from '../audit-log/sentence.tsx';
import styles from './live.module.css';
import { Part } from './part.tsx';

/** Who did what and when: the newest first. */
export function LogPart({ log: { data, problem, reload } }: { log: ReturnType<typeof useLoaded<JournalRecord[]>> }) {
  const zone = useSiteTimeZone();
  return (
    <Part title="Кто что нажал" isLoaded={data !== undefined} problem={problem} onRetry={reload}>
      {data?.length === 0 && <p className={styles.note}>Пока ничего.</p>}
      <ol className={styles.log}>
        {data?.map((record) => (
          <li key={record.id}>
            <time dateTime={record.at}>{timeText(new Date(record.at), zone)}</time>
            <p>
              <Sentence record={record} /> <span className={styles.note}>{record.who ?? 'сервер'}</span>
            </p>
          </li>
        ))}
      </ol>
    </Part>
  );
}
