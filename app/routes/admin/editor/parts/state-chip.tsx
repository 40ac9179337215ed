import { useSyncExternalStore } from 'react';
import { formatDate, todayIn } from '../../../../../model/text/date.ts';
import { dayText, timeText, useSiteTimeZone } from '../../../../ui/admin/fields/moment.tsx';
import { isAhead } from '../../../../ui/admin/fields/zone.ts';
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

export const OUTCOME = 'main-outcome';

export function usePublication(draft: Draft, isPending: boolean): string {
  const wanted = useField(draft, 'publishAt');
  const status = useStatus(draft);
  const timeZone = useSiteTimeZone();
  if (isPending) return 'Опубликовать изменения';
  if (wanted && !isAhead(wanted)) return 'Запланировать';
  if (wanted) return `Запланировать на ${whenText(wanted, timeZone, ',\u00a0')}`;
  return status === 'draft' ? 'Опубликовать' : 'Опубликовать сейчас';
}

export function useStatus(draft: Draft) {
  const stored = useDraft(draft, 'article');
  return useDraft(draft, 'isNew') ? 'new' : (stored?.status ?? 'draft');
}

/** Result of the main button, in a few words. */
export function useOutcome(draft: Draft, lock: string | undefined): string {
  const status = useStatus(draft);
  const wanted = useField(draft, 'publishAt');
  const isEmpty = useDraft(draft, 'isEmpty');
  const hasDraft = useDraft(draft, 'article')?.hasDraft === true;
  const timeZone = useSiteTimeZone();
  if (status === 'published') return hasDraft ? 'на сайте — после публикации' : 'изменится на сайте сразу';
  if (lock) return 'вышла другая из группы';
  if (wanted && !isAhead(wanted)) return 'это время прошло';
  if (isEmpty) return 'текст пуст';
  // The button itself says when.
  if (wanted && status === 'draft') return 'выйдет сама';
  return wanted ? `выйдет ${whenText(wanted, timeZone)}` : 'выйдет сразу';
}

/** «31 декабря в 12:00», «сегодня в 18:00»; the year only when it is another. */
function whenText(moment: string, timeZone: string, between = ' в\u00a0'): string {
  const date = new Date(moment);
  const day = todayIn(timeZone, date);
  const isThisYear = day.slice(0, 4) === todayIn(timeZone).slice(0, 4);
  const text = dayText(day, timeZone);
  const shown = text === formatDate(day) && isThisYear ? text.replace(/ \d+$/, '') : text;
  return `${shown}${between}${timeText(date, timeZone)}`;
}
