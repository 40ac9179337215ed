import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSiteTimeZone } from '../../../../ui/admin/moment.tsx';
import { Card } from '../../../../ui/admin/screen.tsx';
import { Status } from '../../news/status.tsx';
import type { Draft } from '../draft/draft.ts';
import { useField, useStored } from '../draft/use-draft.ts';
import { fromWall, isAhead, toWall, zoneName } from '../draft/zone.ts';
import styles from './cards.module.css';
import { OwnClock } from './own-clock.tsx';

interface Props {
  draft: Draft;
  errors: Record<string, string>;
  isBusy: boolean;
  /** Why nothing may be published now. */
  lock: string | undefined;
  /** Not yet asked of the server: when a new article or a draft shall appear, ISO 8601. */
  wanted: string | null;
  onWanted: (moment: string | null) => void;
  onPublish: () => void;
  onSchedule: (moment: string) => void;
  onWithdraw: () => void;
}

/** When readers see the article. All times are typed on the site's clock. */
export function PublicationCard({
  draft,
  errors,
  isBusy,
  lock,
  wanted,
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
        <MomentInput
          key={`publish ${stored?.publishAt}`}
          name="publishAt"
          label="Опубликовать в"
          zone={zone}
          value={wanted}
          error={errors.publishAt}
          onChange={onWanted}
        />
      )}
      {wanted && !isAhead(wanted) && <p className={styles.error}>Это время уже прошло.</p>}
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
      <MomentInput
        key={`expire ${stored?.expiresAt}`}
        name="expiresAt"
        label="Снять в"
        note="Пусто — новость останется на сайте"
        zone={zone}
        value={expiresAt}
        error={errors.expiresAt}
        onChange={(moment) => draft.set({ expiresAt: moment })}
      />
      <p className={styles.note}>Время сайта: {zoneName(zone)}.</p>
    </Card>
  );
}

interface MomentProps {
  name: string;
  label: string;
  note?: string;
  zone: string;
  value: string | null;
  error: string | undefined;
  onChange: (moment: string | null) => void;
}

/** What is half typed is no moment yet, so the field keeps its own text. */
function MomentInput({ name, label, note, zone, value, error, onChange }: MomentProps) {
  const [text, setText] = useState(() => (value ? toWall(value, zone) : ''));
  const shown = value && fromWall(text, zone) !== value ? toWall(value, zone) : text;
  return (
    <TextInput
      type="datetime-local"
      name={name}
      label={label}
      description={value ? <OwnClock moment={value} zone={zone} /> : note}
      value={shown}
      error={error}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(fromWall(currentTarget.value, zone) ?? null);
      }}
    />
  );
}
