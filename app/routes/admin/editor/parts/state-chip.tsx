import type { Draft } from '../draft/draft.ts';
import { useDirty, useStored } from '../draft/use-draft.ts';
import styles from './state-chip.module.css';

interface Props {
  draft: Draft;
  isSaving: boolean;
  isOnline: boolean;
  /** The browser keeps no copy of what is typed. */
  isUnguarded: boolean;
}

/** Where the text stands. «Сохранено» is shown only while the server has exactly what is on the screen. */
export function StateChip({ draft, isSaving, isOnline, isUnguarded }: Props) {
  const isDirty = useDirty(draft);
  const isNew = useStored(draft) === null;
  const state = isSaving ? 'saving' : !isOnline ? 'offline' : isDirty || isNew ? 'dirty' : 'saved';
  const note = isUnguarded ? 'Браузер не хранит копию: сохраните скорее' : isDirty ? 'Копия есть в этом браузере' : '';
  return (
    <p className={styles.state}>
      <span className={styles.chip} data-state={state} role="status">
        {WORDS[state]}
      </span>
      {note && <span className={styles.note}>{note}</span>}
    </p>
  );
}

const WORDS = { saved: 'Сохранено', saving: 'Сохраняется…', dirty: 'Не сохранено', offline: 'Нет связи' };
