import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './save-bar.module.css';

interface Props {
  isDirty: boolean;
  isSaving: boolean;
  onDiscard: () => void;
  done?: string | undefined;
  /** Result of the last save: visible from anywhere in the form. */
  children?: ReactNode;
}

export function SaveBar({ isDirty, isSaving, onDiscard, done, children }: Props) {
  const state = done ?? (isSaving ? 'Сохраняем…' : isDirty ? 'Есть несохранённые изменения' : '');
  return (
    <div className={styles.bar} data-lower-bar>
      {children}
      <div className={styles.buttons}>
        <Button type="submit" loading={isSaving}>
          Сохранить
        </Button>
        {isDirty && (
          <Button
            variant="subtle"
            color="gray"
            onClick={onDiscard}
            disabled={isSaving}
            className={styles.discard ?? ''}
          >
            Отменить изменения
          </Button>
        )}
        <p className={styles.state} data-done={done ? true : undefined} data-busy={isSaving || undefined} role="status">
          {state}
        </p>
      </div>
    </div>
  );
}
