import { Button, Group, Text } from '@mantine/core';
import { formatDate, todayIn } from '../../../../../model/text/date.ts';
import { DateInput, useSiteTimeZone } from '../../../../ui/admin/fields/moment.tsx';
import { isAhead } from '../../../../ui/admin/fields/zone.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import { serverNow } from '../../../../ui/time/server-clock.ts';
import type { Draft } from '../draft/draft.ts';
import { useDraft, useField } from '../draft/use-draft.ts';

/** Empty means the day of publication; emptied after it, today. */
export function DateField({ draft, error }: { draft: Draft; error: string | undefined }) {
  const date = useField(draft, 'date');
  const isOut = useDraft(draft, 'article')?.status === 'published';
  const wanted = useField(draft, 'publishAt');
  const day = formatDate(publicationDay(isOut ? null : wanted, useSiteTimeZone()));
  const listed = `Её увидят читатели; по ней новость встаёт в\u00a0списке${isOut ? '' : '. Сотрите — будет день публикации'}`;
  return (
    <DateInput
      type="date"
      name="date"
      label="Дата"
      description={date ? listed : `${isOut ? 'Сегодня' : 'В день публикации'}: ${day.replace(' ', '\u00a0')}`}
      withAsterisk
      aria-required
      value={date}
      error={error}
      onChange={({ currentTarget }) => draft.set({ date: currentTarget.value })}
    />
  );
}

export function DateMismatch({ draft }: { draft: Draft }) {
  const date = useField(draft, 'date');
  const wanted = useField(draft, 'publishAt');
  const stored = useDraft(draft, 'article');
  const day = publicationDay(wanted, useSiteTimeZone());
  if (stored?.status === 'published' || date === '' || date === day) return null;
  const [appears, listed] = dayTexts(day, date);
  return (
    <Group display="flex" className={ui.notice ?? ''} data-kind="wait" role="status">
      <Text inherit flex="1 1 12rem">
        Выйдет {appears}, но в списке встанет под {listed}.
      </Text>
      <Button variant="default" size="sm" onClick={() => draft.set({ date: '' })}>
        Поставить {appears}
      </Button>
    </Group>
  );
}

/** Publication day (YYYY-MM-DD) in the site's zone: of `wanted` (ISO 8601) when ahead, else the server's today. */
function publicationDay(wanted: string | null, timeZone: string): string {
  return todayIn(timeZone, new Date(wanted && isAhead(wanted) ? wanted : serverNow()));
}

function dayTexts(...days: [one: string, other: string]): string[] {
  const isOneYear = days[0].slice(0, 4) === days[1].slice(0, 4);
  return days.map((day) => (isOneYear ? formatDate(day).replace(/ \d+$/, '') : formatDate(day)));
}
