import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './save-bar.module.css';

interface Props {
  isDirty: boolean;
  isSaving: boolean;
  onDiscard: () => void;
  /** That the last save has worked, where it is told for a while only. */
  done?: string | undefined;
  /** What else the last save came to: it must be seen wherever in the form somebody is. */
  children?: ReactNode;
}

/** The end of a form: saves it, and says whether there is something to save. Stays in sight on a long form. */
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
