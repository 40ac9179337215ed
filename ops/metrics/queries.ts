import type { LogEvent } from 'kysely';
import { isAway, isBusy, isDuplicate } from '../../db/errors.ts';
import { counter, type Family } from './text.ts';

export function createQueryMeter() {
  let queries = 0;
  let seconds = 0;
  let busy = 0;
  let away = 0;
  let failed = 0;
  return {
    log({ level, queryDurationMillis, ...event }: LogEvent): void {
      queries += 1;
      seconds += queryDurationMillis / 1000;
      if (level !== 'error' || !('error' in event)) return;
      if (isBusy(event.error)) busy += 1;
      else if (isAway(event.error)) away += 1;
      // A unique violation is not the database's fault.
      else if (!isDuplicate(event.error)) failed += 1;
    },
    families: (): Family[] => [
      counter('rampa_database_queries_total', 'Queries sent to the database, failed ones included.', queries),
      counter('rampa_database_query_seconds_total', 'Time that queries took.', seconds),
      counter(
        'rampa_database_busy_total',
        'Queries that met a lock or lost a race; their change is tried again.',
        busy,
      ),
      {
        name: 'rampa_database_errors_total',
        type: 'counter',
        help: 'Queries that failed: away means that the database could not be read, query that it refused.',
        samples: [
          { labels: { reason: 'away' }, value: away },
          { labels: { reason: 'query' }, value: failed },
        ],
      },
    ],
  };
}
