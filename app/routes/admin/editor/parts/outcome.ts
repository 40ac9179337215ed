import { formatDate, todayIn } from '../../../../../model/text/date.ts';
import { dayText, timeText, useSiteTimeZone } from '../../../../ui/admin/fields/moment.tsx';
import { isAhead } from '../../../../ui/admin/fields/zone.ts';
import type { Draft } from '../draft/draft.ts';
import { useDraft, useField } from '../draft/use-draft.ts';

export const OUTCOME = 'main-outcome';

export function usePublication(draft: Draft, isPending: boolean): string {
  const wanted = useField(draft, 'publishAt');
  const status = useStatus(draft);
  const timeZone = useSiteTimeZone();
  if (isPending) return 'Опубликовать изменения';
  if (wanted && !isAhead(wanted)) return 'Запланировать';
  if (wanted) return `Запланировать на ${whenText(wanted, timeZone, ',\u00a0')}`;
  return status === 'draft' ? 'Опубликовать' : 'Опубликовать сейчас';
}

export function useStatus(draft: Draft) {
  const stored = useDraft(draft, 'article');
  return useDraft(draft, 'isNew') ? 'new' : (stored?.status ?? 'draft');
}

/** Result of the main button, in a few words. */
export function useOutcome(draft: Draft, lock: string | undefined): string {
  const status = useStatus(draft);
  const wanted = useField(draft, 'publishAt');
  const isEmpty = useDraft(draft, 'isEmpty');
  const hasDraft = useDraft(draft, 'article')?.hasDraft === true;
  const timeZone = useSiteTimeZone();
  if (status === 'published') return hasDraft ? 'на сайте — после публикации' : 'изменится на сайте сразу';
  if (lock) return 'вышла другая из группы';
  if (wanted && !isAhead(wanted)) return 'это время прошло';
  if (isEmpty) return 'текст пуст';
  // The button itself says when.
  if (wanted && status === 'draft') return 'выйдет сама';
  return wanted ? `выйдет ${whenText(wanted, timeZone)}` : 'выйдет сразу';
}

/** «31 декабря в 12:00», «сегодня в 18:00»; the year only when it is another. */
function whenText(moment: string, timeZone: string, between = ' в\u00a0'): string {
  const date = new Date(moment);
  const day = todayIn(timeZone, date);
  const isThisYear = day.slice(0, 4) === todayIn(timeZone).slice(0, 4);
  const text = dayText(day, timeZone);
  const shown = text === formatDate(day) && isThisYear ? text.replace(/ \d+$/, '') : text;
  return `${shown}${between}${timeText(date, timeZone)}`;
}
