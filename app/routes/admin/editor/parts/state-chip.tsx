import { useSyncExternalStore } from 'react';
import { timeText, useSiteTimeZone } from '../../../../ui/admin/fields/moment.tsx';
import type { Draft } from '../draft/draft.ts';
import type { Journal } from '../draft/draft-journal.ts';
import { useStored, useUnsaved } from '../draft/use-draft.ts';
import styles from './state-chip.module.css';

interface Props {
  draft: Draft;
  journal: Journal | undefined;
  isSaving: boolean;
  isOnline: boolean;
}

/** «Сохранено» only while the server has exactly what is on the screen. */
export function StateChip({ draft, journal, isSaving, isOnline }: Props) {
  const isUnsaved = useUnsaved(draft);
  const isNew = useStored(draft) === null;
  const state = isSaving ? 'saving' : !isOnline ? 'offline' : isUnsaved || isNew ? 'dirty' : 'saved';
  return (
    <p className={styles.state}>
      <span className={styles.chip} data-state={state} role="status">
        {WORDS[state]}
      </span>
      {journal && <Copy journal={journal} />}
    </p>
  );
}

const WORDS = { saved: 'Сохранено', saving: 'Сохраняется…', dirty: 'Не сохранено', offline: 'Нет связи' };

function Copy({ journal }: { journal: Journal }) {
  const keptAt = useSyncExternalStore(journal.subscribe, () => journal.keptAt);
  const zone = useSiteTimeZone();
  const isBroken = useSyncExternalStore(journal.subscribe, () => journal.isBroken);
  if (isBroken) return <span className={styles.note}>Браузер не хранит копию: сохраните скорее</span>;
  if (!keptAt) return null;
  return <span className={styles.note}>Копия в браузере: {timeText(keptAt, zone)}</span>;
}
