import { formatDate } from '../../../../../model/text/date.ts';
import { DateInput, useSiteTimeZone } from '../../../../ui/admin/fields/moment.tsx';
import type { Draft } from '../draft/draft.ts';
import { publicationDay } from '../draft/publication-day.ts';
import { useField, useStored } from '../draft/use-draft.ts';

interface Props {
  draft: Draft;
  error: string | undefined;
  /** Publication time, ISO 8601; null is immediately. */
  wanted: string | null;
}

/** Empty means the day of publication; emptied after it, today. */
export function DateField({ draft, error, wanted }: Props) {
  const date = useField(draft, 'date');
  const isOut = useStored(draft)?.status === 'published';
  const day = formatDate(publicationDay(isOut ? null : wanted, useSiteTimeZone()));
  const listed = isOut
    ? 'Её увидят читатели; по ней новость встаёт в\u00a0списке'
    : 'Её увидят читатели; по ней новость встаёт в\u00a0списке. Сотрите — будет день публикации';
  return (
    <DateInput
      type="date"
      name="date"
      label="Дата"
      description={date ? listed : `${isOut ? 'Сегодня' : 'В день публикации'}: ${day}`}
      withAsterisk
      aria-required
      value={date}
      error={error}
      onChange={({ currentTarget }) => draft.set({ date: currentTarget.value })}
    />
  );
}
