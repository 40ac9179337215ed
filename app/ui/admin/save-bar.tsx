import { Button } from '@mantine/core';
import styles from './save-bar.module.css';

interface Props {
  isDirty: boolean;
  isSaving: boolean;
  onDiscard: () => void;
  /** What the last save came to, beside the button. */
  done?: string | undefined;
}

/** The end of a form: saves it, and says whether there is something to save. Stays in sight on a long form. */
export function SaveBar({ isDirty, isSaving, onDiscard, done }: Props) {
  return (
    <div className={styles.bar}>
      <Button type="submit" loading={isSaving}>
        Сохранить
      </Button>
      {isDirty && (
        <Button variant="subtle" color="gray" onClick={onDiscard} disabled={isSaving}>
          Отменить изменения
        </Button>
      )}
      <p
        className={styles.state}
        data-done={done ? true : undefined}
        data-idle={done || isSaving ? undefined : true}
        role="status"
      >
        {done || (isSaving ? 'Сохраняем…' : isDirty ? 'Есть несохранённые изменения' : '')}
      </p>
    </div>
  );
}
