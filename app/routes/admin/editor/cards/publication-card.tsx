import { Input } from '@mantine/core';
import { publicPath } from '../../../../../model/articles/kinds.ts';
import { MomentField, useSiteTimeZone } from '../../../../ui/admin/fields/moment.tsx';
import { clockName, isAhead } from '../../../../ui/admin/fields/zone.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import { Card } from '../../../../ui/admin/screen.tsx';
import { type CardProps, useDraft, useField } from '../draft/use-draft.ts';
import { DateMismatch } from './date-field.tsx';

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
