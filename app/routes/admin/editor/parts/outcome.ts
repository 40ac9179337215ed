import type { AdminArticle } from '../../../../../model/articles/schema.ts';
import { formatDate, todayIn } from '../../../../../model/text/date.ts';
import { dayText, timeText } from '../../../../ui/admin/fields/moment.tsx';
import { isAhead } from '../../../../ui/admin/fields/zone.ts';

interface State {
  status: AdminArticle['status'];
  wanted: string | null;
  isEmpty: boolean;
  isLocked: boolean;
  timeZone: string;
}

/** Result of the main button, in a few words. */
export function outcomeOf({ status, wanted, isEmpty, isLocked, timeZone }: State): string {
  if (status === 'published') return 'изменится на сайте сразу';
  if (isLocked) return 'вышла другая из группы';
  if (wanted && !isAhead(wanted)) return 'это время прошло';
  if (isEmpty) return 'текст пуст';
  return wanted ? `выйдет ${whenText(wanted, timeZone)}` : 'выйдет сразу';
}

/** «31 декабря в 12:00», «сегодня в 18:00»; the year only when it is another. */
function whenText(moment: string, timeZone: string): string {
  const date = new Date(moment);
  const day = todayIn(timeZone, date);
  const isThisYear = day.slice(0, 4) === todayIn(timeZone).slice(0, 4);
  const text = dayText(day, timeZone);
  const shown = text === formatDate(day) && isThisYear ? text.replace(/ \d+$/, '') : text;
  return `${shown} в\u00a0${timeText(date, timeZone)}`;
}
