import { Group } from '@mantine/core';
import type { AdminCard } from '../../../../model/articles/schema.ts';
import { Moment } from '../../../ui/admin/fields/moment.tsx';
import { Icon } from '../../../ui/admin/icon.tsx';
import ui from '../../../ui/admin/patterns.module.css';
import styles from './news.module.css';

export function Status({
  article: { status, publishAt, expiresAt, hasDraft, reviewAt },
}: {
  article: Pick<AdminCard, 'status' | 'publishAt' | 'expiresAt' | 'hasDraft'> & { reviewAt?: string | null };
}) {
  if (status === 'draft' && reviewAt)
    return (
      <span className={ui.badge} data-kind="wait">
        На проверке{<small>{<Moment at={reviewAt} />}</small>}
      </span>
    );
  if (status === 'draft') return <span className={ui.badge}>Черновик</span>;
  if (status === 'scheduled') {
    return (
      <span className={ui.badge} data-kind="wait">
        Запланирована{publishAt && <small>{<Moment at={publishAt} />}</small>}
      </span>
    );
  }
  const isOver = expiresAt !== null && expiresAt <= new Date().toISOString();
  if (isOver) return <span className={ui.badge}>Срок показа истёк</span>;
  return (
    <span className={ui.badge} data-kind="good">
      Опубликована{expiresAt && <small>до {<Moment at={expiresAt} />}</small>}
      {hasDraft && <small>есть правки</small>}
    </span>
  );
}

const UPLOADED = /^(\/uploads\/[0-9a-f]{32})\.(jpg|png|webp)$/;

/** The smallest variant of the cover; of a small image, which has none, the image itself. */
export function Thumb({ url, icon = 'text' }: { url: string | null; icon?: 'text' | 'person' }) {
  if (!url)
    return (
      <Group className={styles.thumb ?? ''} justify="center" c="dimmed">
        <Icon name={icon} />
      </Group>
    );
  return (
    <img
      className={styles.thumb}
      src={url.replace(UPLOADED, '$1-480.webp')}
      alt=""
      loading="lazy"
      decoding="async"
      onError={({ currentTarget }) => {
        if (!currentTarget.src.endsWith(url)) currentTarget.src = url;
      }}
    />
  );
}
