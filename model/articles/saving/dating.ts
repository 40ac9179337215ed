import { todayIn } from '../../text/date.ts';
import type { ArticleRow } from '../row.ts';
import type { ArticleChange } from '../schema.ts';

/** Date columns of a save. A given date ends `dateFollows`, unless it is the stored one sent back with it. */
export function dateColumns(
  input: Pick<ArticleChange, 'date' | 'dateFollows'>,
  old: ArticleRow | undefined,
  publishAt: string | null,
  timeZone: string,
) {
  const isSentBack = input.dateFollows === true && old?.date_follows === 1 && input.date === old.date;
  const isGiven = input.date !== undefined && !isSentBack;
  const follows = !isGiven && (input.dateFollows ?? old?.date_follows === 1);
  const today = () => todayIn(timeZone, publishAt && follows ? new Date(publishAt) : new Date());
  return { date: (!follows && (input.date ?? old?.date)) || today(), date_follows: follows ? 1 : 0 };
}
