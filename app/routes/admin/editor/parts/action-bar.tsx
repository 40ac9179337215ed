import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { listAddress } from '../../news/list-address.ts';
import { DateMismatch } from '../cards/date-mismatch.tsx';
import type { Draft } from '../draft/draft.ts';
import { useStored } from '../draft/use-draft.ts';
import styles from './action-bar.module.css';

interface Props {
  draft: Draft;
  isBusy: boolean;
  isSaving: boolean;
  lock: string | undefined;
  /** Publication time of a new article, ISO 8601. */
  wanted: string | null;
  onSaveAndStay: () => void;
  children: ReactNode;
}

export function ActionBar({ draft, isBusy, isSaving, lock, wanted, onSaveAndStay, children }: Props) {
  const stored = useStored(draft);
  const isDraft = stored === null || stored.status === 'draft';
  return (
    <div className={styles.dock} data-lower-bar>
      {stored === null && <DateMismatch draft={draft} wanted={wanted} />}
      <div className={styles.bar}>
        {children}
        <Button component={Link} to={listAddress()} variant="subtle" color="gray">
          Отмена
        </Button>
        <Button variant="default" disabled={isBusy} onClick={onSaveAndStay}>
          {isDraft ? 'Сохранить черновик' : 'Сохранить и остаться'}
        </Button>
        <Button type="submit" loading={isSaving} disabled={isBusy || (stored === null && lock !== undefined)}>
          {stored ? 'Сохранить' : 'Создать'}
        </Button>
      </div>
    </div>
  );
}
