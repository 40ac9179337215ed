import { todayIn } from '../text/date.ts';
import type { ArticleRow } from './row.ts';
import type { ArticleChange } from './schema.ts';

/**
 * The date of an article that is being saved, and whether it follows the publication. A date that is given ends the following; sent
 * back unchanged together with `dateFollows` it does not. A following date is the site's day of `publishAt`, of a draft that of the save.
 */
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
