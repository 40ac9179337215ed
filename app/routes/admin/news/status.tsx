import type { AdminCard } from '../../../../model/articles/schema.ts';
import { Moment } from '../../../ui/admin/fields/moment.tsx';
import ui from '../../../ui/admin/patterns.module.css';

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
