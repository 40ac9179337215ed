import { Button } from '@mantine/core';
import type { AdminArticle } from '../../../../../model/articles/schema.ts';
import { useSiteTimeZone } from '../../../../ui/admin/fields/moment.tsx';
import { MomentField } from '../../../../ui/admin/fields/moment-field.tsx';
import { isAhead, zoneName } from '../../../../ui/admin/fields/zone.ts';
import { Card } from '../../../../ui/admin/screen.tsx';
import { Status } from '../../news/status.tsx';
import type { Draft } from '../draft/draft.ts';
import { useField, useStored } from '../draft/use-draft.ts';
import styles from './cards.module.css';
import { DateMismatch } from './date-mismatch.tsx';

interface Props {
  draft: Draft;
  errors: Record<string, string>;
  isBusy: boolean;
  lock: string | undefined;
  /** Typed publication time of a new article or draft, ISO 8601. */
  wanted: string | null;
  /** The server has another time. */
  isUnplanned: boolean;
  onWanted: (moment: string | null) => void;
  onPublish: () => void;
  onSchedule: (moment: string) => void;
  onWithdraw: () => void;
}

/** All times in the site's zone. */
export function PublicationCard({
  draft,
  errors,
  isBusy,
  lock,
  wanted,
  isUnplanned,
  onWanted,
  onPublish,
  onSchedule,
  onWithdraw,
}: Props) {
  const stored = useStored(draft);
  const expiresAt = useField(draft, 'expiresAt');
  const zone = useSiteTimeZone();
  const isPublic = stored?.status === 'published';
  return (
    <Card title="Публикация">
      {stored && (
        <div className={styles.row}>
          <Status article={stored} />
          {isPublic && (
            <a href={`/news/${stored.slug}`} target="_blank" rel="noopener">
              Открыть на сайте
            </a>
          )}
        </div>
      )}
      {lock && !isPublic && <p className={styles.lock}>{lock}</p>}
      {!isPublic && (
        <MomentField
          key={`publish ${stored?.publishAt}`}
          name="publishAt"
          label="Опубликовать в"
          note={
            stored?.status === 'scheduled'
              ? undefined
              : `Пусто — новость выйдет, как только вы нажмёте «${stored ? 'Опубликовать' : 'Создать'}»`
          }
          value={wanted}
          error={errors.publishAt}
          onChange={onWanted}
        />
      )}
      {wanted && !isAhead(wanted) && !errors.publishAt && <p className={styles.error}>Это время уже прошло.</p>}
      {isUnplanned && !lock && (!wanted || isAhead(wanted)) && (
        <p className={styles.note}>{unplanned(stored, wanted)}</p>
      )}
      {stored && <DateMismatch draft={draft} wanted={wanted} />}
      <div className={styles.row}>
        {!isPublic && wanted && isAhead(wanted) && (
          <Button variant="default" disabled={isBusy || lock !== undefined} onClick={() => onSchedule(wanted)}>
            {stored?.status === 'scheduled' ? 'Перенести' : 'Запланировать'}
          </Button>
        )}
        {stored && !isPublic && (
          <Button variant="default" disabled={isBusy || lock !== undefined} onClick={onPublish}>
            Опубликовать
          </Button>
        )}
        {stored && stored.status !== 'draft' && (
          <Button variant="default" disabled={isBusy} onClick={onWithdraw}>
            Снять с публикации
          </Button>
        )}
      </div>
      <MomentField
        key={`expire ${stored?.expiresAt}`}
        name="expiresAt"
        label="Снять в"
        note="Пусто — новость останется на сайте"
        value={expiresAt}
        error={errors.expiresAt}
        onChange={(moment) => draft.set({ expiresAt: moment })}
      />
      <p className={styles.note}>Время сайта: {zoneName(zone)}.</p>
    </Card>
  );
}

function unplanned(stored: AdminArticle | null, wanted: string | null): string {
  if (!wanted) return 'Новость всё ещё запланирована: чтобы она не вышла, нажмите «Снять с публикации».';
  return stored?.status === 'scheduled'
    ? 'Новое время ещё не назначено: нажмите «Перенести».'
    : 'Время ещё не назначено: нажмите «Запланировать».';
}
