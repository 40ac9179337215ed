import { useLayoutEffect, useRef } from 'react';
import { formatDate, todayIn } from '../../../../../model/text/date.ts';
import { dayText, timeText, useSiteTimeZone } from '../../../../ui/admin/fields/moment.tsx';
import { isAhead } from '../../../../ui/admin/fields/zone.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import type { Draft } from '../draft/draft.ts';
import { useDraft, useField } from '../draft/use-draft.ts';
import type { Saving } from '../draft/use-saving.ts';
import styles from './action-bar.module.css';

interface Props {
  draft: Draft;
  /** The browser cannot keep what is unsaved. */
  isUnkept: boolean;
  saving: Pick<Saving, 'isSaving' | 'isAutosaving' | 'isOnline'>;
}

const STATES = {
  saving: { word: 'Сохраняется…', kind: undefined },
  offline: { word: 'Нет связи', kind: 'bad' },
  dirty: { word: 'Не сохранено', kind: 'wait' },
  saved: { word: 'Сохранено', kind: 'good' },
};

/** «Сохранено» only while the server has exactly what is on the screen. */
export function StateChip({ draft, isUnkept, saving: { isSaving, isAutosaving, isOnline } }: Props) {
  const isUnsaved = useDraft(draft, 'hasUnsaved');
  const stored = useDraft(draft, 'article');
  const isUntitled = useField(draft, 'title').trim() === '';
  const isEmpty = useDraft(draft, 'isEmpty');
  const zone = useSiteTimeZone();
  const isUntouched = stored === null && !isUnsaved;
  const state = isSaving || isAutosaving ? 'saving' : !isOnline ? 'offline' : isUnsaved ? 'dirty' : 'saved';
  const savedAt = state === 'saved' && stored && new Date(stored.updatedAt);
  return (
    <p className={styles.told}>
      {!(isUntouched && state === 'saved') && (
        <span className={`${ui.badge} ${styles.chip}`} data-kind={STATES[state].kind} role="status">
          <span>
            {STATES[state].word}
            {savedAt && todayIn(zone, savedAt) === todayIn(zone) && <i> в&nbsp;{timeText(savedAt, zone)}</i>}
          </span>
        </span>
      )}
      {isUnkept && <span className={styles.note}>Браузер не хранит копию: сохраните скорее</span>}
      {stored === null && isUnsaved && isUntitled && !isEmpty && (
        <span className={styles.note}>Впишите заголовок, и черновик сохранится сам</span>
      )}
    </p>
  );
}

export const OUTCOME_ID = 'main-outcome';

export function useStatus(draft: Draft) {
  const stored = useDraft(draft, 'article');
  return useDraft(draft, 'isNew') ? 'new' : (stored?.status ?? 'draft');
}

/** The effect of the main button and, if it publishes, its label, in a few words. */
export function useOutcome(draft: Draft, isPending: boolean, lock: string | undefined) {
  const status = useStatus(draft);
  const wanted = useField(draft, 'publishAt');
  const isEmpty = useDraft(draft, 'isEmpty');
  const zone = useSiteTimeZone();
  const now = status === 'draft' ? 'Опубликовать' : 'Опубликовать сейчас';
  const isPast = wanted !== null && !isAhead(wanted);
  const time = wanted && !isPast ? ` на ${whenText(wanted, zone, ',\u00a0')}` : '';
  const outcome = () => {
    if (status === 'published') return isPending ? 'на сайте — после публикации' : 'изменится на сайте сразу';
    if (lock) return 'вышла другая из группы';
    if (isPast) return 'это время прошло';
    if (isEmpty) return 'текст пуст';
    // The button itself says when.
    if (wanted && status === 'draft') return 'выйдет сама';
    return wanted ? `выйдет ${whenText(wanted, zone)}` : 'выйдет сразу';
  };
  return { act: isPending ? 'Опубликовать изменения' : wanted ? `Запланировать${time}` : now, outcome: outcome() };
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

/** The bar sticks: scrolled to, the text would move. */
const STILL = { preventScroll: true };

/** A disabled button of a bar loses the focus: the bar takes it during a save and keeps it if the button is gone. */
export function useBarFocus(id: string, isSaving: boolean): void {
  const pressed = useRef<Element>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    const bar = document.getElementById(id);
    if (!isSaving && activeElement === bar && pressed.current instanceof HTMLElement) pressed.current.focus(STILL);
    pressed.current = isSaving && bar?.contains(activeElement) ? activeElement : null;
    if (pressed.current) bar?.focus(STILL);
  }, [id, isSaving]);
}
