import { useSyncExternalStore } from 'react';
import { todayIn } from '../../../../../model/text/date.ts';
import { timeText, useSiteTimeZone } from '../../../../ui/admin/fields/moment.tsx';
import ui from '../../../../ui/admin/patterns.module.css';
import type { Draft } from '../draft/draft.ts';
import type { LocalDraft } from '../draft/local-draft.ts';
import { useDraft, useField } from '../draft/use-draft.ts';
import type { Saving } from '../draft/use-saving.ts';
import styles from './state-chip.module.css';

interface Props {
  draft: Draft;
  localDraft: LocalDraft | undefined;
  saving: Pick<Saving, 'isSaving' | 'isAutosaving' | 'isOnline'>;
}

const KINDS = { saving: undefined, offline: 'bad', dirty: 'wait', saved: 'good' };

/** «Сохранено» only while the server has exactly what is on the screen. */
export function StateChip({ draft, localDraft, saving: { isSaving, isAutosaving, isOnline } }: Props) {
  const isUnsaved = useDraft(draft, 'hasUnsaved');
  const stored = useDraft(draft, 'article');
  const zone = useSiteTimeZone();
  const isUntouched = stored === null && !isUnsaved;
  const state = isSaving || isAutosaving ? 'saving' : !isOnline ? 'offline' : isUnsaved ? 'dirty' : 'saved';
  const savedAt = state === 'saved' && stored && new Date(stored.updatedAt);
  return (
    <p className={styles.state}>
      {!(isUntouched && state === 'saved') && (
        <span className={`${ui.badge} ${styles.chip}`} data-kind={KINDS[state]} role="status">
          <span>
            {WORDS[state]}
            {savedAt && todayIn(zone, savedAt) === todayIn(zone) && <i> в&nbsp;{timeText(savedAt, zone)}</i>}
          </span>
        </span>
      )}
      {localDraft && <Broken localDraft={localDraft} />}
      {stored === null && isUnsaved && <Missing draft={draft} />}
    </p>
  );
}

const WORDS = { saving: 'Сохраняется…', dirty: 'Не сохранено', offline: 'Нет связи', saved: 'Сохранено' };

function Broken({ localDraft }: { localDraft: LocalDraft }) {
  const isBroken = useSyncExternalStore(localDraft.subscribe, () => localDraft.isBroken);
  return isBroken && <span className={styles.note}>Браузер не хранит копию: сохраните скорее</span>;
}

/** What a new article lacks to be stored as a draft by itself. */
function Missing({ draft }: { draft: Draft }) {
  const isUntitled = useField(draft, 'title').trim() === '';
  const isEmpty = useDraft(draft, 'isEmpty');
  if (!isUntitled || isEmpty) return null;
  return <span className={styles.note}>Впишите заголовок, и черновик сохранится сам</span>;
}
