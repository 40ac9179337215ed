import { Button, Group, Input, Text } from '@mantine/core';
import { publicPath } from '../../../../../model/articles/kinds.ts';
import { formatDate, todayIn } from '../../../../../model/text/date.ts';
import { DateInput, MomentField, useSiteTimeZone } from '../../../../ui/admin/fields/moment.tsx';
import { clockName, isAhead } from '../../../../ui/admin/fields/zone.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import { Card } from '../../../../ui/admin/screen.tsx';
import { serverNow } from '../../../../ui/time/server-clock.ts';
import type { Draft } from '../draft/draft.ts';
import { type CardProps, useDraft, useField } from '../draft/use-draft.ts';

interface Props extends CardProps {
  lock: string | undefined;
}

/** Times only, in the site's zone: what to do with them is in the bar. */
export function PublicationCard({ draft, errors, lock }: Props) {
  const stored = useDraft(draft, 'article');
  const isNew = useDraft(draft, 'isNew');
  const wanted = useField(draft, 'publishAt');
  const expiresAt = useField(draft, 'expiresAt');
  const zone = useSiteTimeZone();
  const isPublic = stored?.status === 'published';
  const isPast = wanted !== null && !isAhead(wanted);
  return (
    <Card title="Публикация">
      {isPublic && (
        <div className={ui.row}>
          <a href={publicPath({ kind: draft.kind, slug: stored.slug })} target="_blank" rel="noopener">
            Открыть на сайте
          </a>
        </div>
      )}
      {lock && !isPublic && (
        <p className={ui.notice} data-kind="wait">
          {lock}
        </p>
      )}
      {!isPublic && (
        <MomentField
          key={`publish ${stored?.publishAt}`}
          name="publishAt"
          label="Когда опубликовать"
          note={
            stored?.status === 'scheduled'
              ? `Пусто — ${draft.words.accusative} можно опубликовать сразу`
              : `Пусто — ${draft.words.nominative} выйдет, как только вы нажмёте «${isNew ? 'Создать' : 'Опубликовать'}»`
          }
          value={wanted}
          error={errors.publishAt}
          onChange={(moment) => draft.set({ publishAt: moment })}
        />
      )}
      {isPast && !isPublic && !errors.publishAt && <Input.Error size="md">Это время уже прошло.</Input.Error>}
      {stored?.status === 'draft' && !isNew && wanted && !isPast && !lock && (
        <p className={ui.note}>Черновик сам не выйдет: нажмите «Запланировать».</p>
      )}
      {stored?.status === 'scheduled' && <DateMismatch draft={draft} />}
      <MomentField
        key={`expire ${stored?.expiresAt}`}
        name="expiresAt"
        label="Когда снять с сайта"
        note={`Пусто — ${draft.words.nominative} останется на сайте`}
        value={expiresAt}
        error={errors.expiresAt}
        onChange={(moment) => draft.set({ expiresAt: moment })}
      />
      <p className={ui.note}>{clockName(zone)}</p>
    </Card>
  );
}

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
