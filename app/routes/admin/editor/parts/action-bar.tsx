import { Button, Text } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatDate, todayIn } from '../../../../../model/text/date.ts';
import { isEditor } from '../../../../../roles.ts';
import { dayText, timeText, useSiteTimeZone } from '../../../../ui/admin/fields/moment.tsx';
import { isAhead } from '../../../../ui/admin/fields/zone.ts';
import { LOWER_BAR } from '../../../../ui/admin/lower-bar.ts';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { listAddress } from '../../news/list-address.ts';
import { Status } from '../../news/status.tsx';
import { DateMismatch } from '../cards/date-field.tsx';
import type { Draft } from '../draft/draft.ts';
import { isOut } from '../draft/saving.ts';
import { useEmpty, useField, useNew, useStored } from '../draft/use-draft.ts';
import type { Orders } from '../draft/use-orders.ts';
import styles from './action-bar.module.css';
import { ReviewButton } from './review.tsx';

interface Props {
  draft: Draft;
  orders: Orders;
  isBusy: boolean;
  isSaving: boolean;
  /** Shown above the buttons, so that its arrival does not move the text. */
  notice: ReactNode;
  onCompare: () => void;
  children: ReactNode;
}

export const ACTIONS = 'article-actions';

/** The chip, the status, and every act; the main button says what it will do. */
export function ActionBar({ draft, orders, isBusy, isSaving, notice, onCompare, children }: Props) {
  const { role } = useSession();
  const stored = useStored(draft);
  const status = useStatus(draft);
  const isDraft = status === 'new' || status === 'draft';
  const wanted = useField(draft, 'publishAt');
  useKeptFocus(isSaving);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the suggested <fieldset> is for form fields; this groups buttons and takes the focus of the skip link.
    <div
      id={ACTIONS}
      role="group"
      aria-label={`Действия с ${draft.words.instrumental}`}
      tabIndex={-1}
      className={styles.dock}
      {...LOWER_BAR}
    >
      {notice}
      {isDraft && <DateMismatch draft={draft} />}
      <div className={styles.bar}>
        <div className={styles.state}>
          {children}
          {stored?.hasDraft && isOut(stored) ? (
            <>
              <Text span size="sm" fw={600} c="var(--wait)" visibleFrom="sm">
                На сайте прежняя версия
              </Text>
              <Button variant="default" size="compact-sm" onClick={onCompare}>
                Сравнить с сайтом
              </Button>
            </>
          ) : (
            stored && status !== 'new' && <Status article={stored} />
          )}
          {status === 'draft' && wanted && (
            <Text span size="sm" fw={600} c="var(--wait)">
              Время не назначено
            </Text>
          )}
        </div>
        <Button
          component={Link}
          to={listAddress(draft.path)}
          variant="subtle"
          color="gray"
          className={styles.back ?? ''}
        >
          К списку
        </Button>
        <div className={styles.buttons}>
          {isEditor(role) ? (
            <EditorButtons {...{ draft, orders, isBusy, isSaving, onCompare }} />
          ) : (
            <>
              <ReviewButton {...{ draft, orders, isBusy }} />
              <Main outcome="Опубликует редактор">
                <Button type="submit" loading={isSaving} disabled={isBusy} aria-describedby={OUTCOME}>
                  Сохранить черновик
                </Button>
              </Main>
            </>
          )}
        </div>
      </div>
    </div>
  );
}

/** A disabled button loses the focus: the bar takes it during a save and keeps it if the button is gone. */
function useKeptFocus(isSaving: boolean): void {
  const pressed = useRef<Element>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    const bar = document.getElementById(ACTIONS);
    if (!isSaving && activeElement === bar && pressed.current instanceof HTMLElement) pressed.current.focus();
    pressed.current = isSaving && bar?.contains(activeElement) ? activeElement : null;
    if (pressed.current) bar?.focus();
  }, [isSaving]);
}

function EditorButtons({ draft, orders, isBusy, isSaving, onCompare }: Omit<Props, 'children' | 'notice'>) {
  const { lock, publish, saveAndStay, withdraw } = orders;
  const stored = useStored(draft);
  const status = useStatus(draft);
  const isDraft = status === 'new' || status === 'draft';
  const isPublic = isOut(stored);
  const isPending = isPublic && stored?.hasDraft === true;
  const wanted = useField(draft, 'publishAt');
  const outcome = useOutcome(draft, lock);
  const act = usePublication(draft, isPending);
  const isLocked = isDraft && lock !== undefined;
  const [pressed, setPressed] = useState('');
  useEffect(() => {
    if (!isSaving) setPressed('');
  }, [isSaving]);
  const waiting = (name: string, run?: () => void) => ({
    loading: isSaving && pressed === name,
    onClick: () => {
      setPressed(name);
      run?.();
    },
  });
  return (
    <>
      {!isDraft && (
        <Button variant="default" disabled={isBusy} {...waiting('withdraw', withdraw)}>
          {status === 'scheduled' ? 'Отменить выход' : 'Снять с публикации'}
        </Button>
      )}
      {(status === 'new' || (isPublic && !isPending)) && (
        <Button variant="default" disabled={isBusy} {...waiting('draft', saveAndStay)}>
          Сохранить черновик
        </Button>
      )}
      {(status === 'draft' || isPending) && (
        <Button type="submit" variant="default" disabled={isBusy} {...waiting('draft')}>
          Сохранить
        </Button>
      )}
      <Main outcome={outcome}>
        {status === 'draft' || isPending || (status === 'scheduled' && !wanted) ? (
          <Button
            disabled={isBusy || lock !== undefined}
            {...waiting('main', stored?.stale?.length ? onCompare : publish)}
            aria-describedby={OUTCOME}
          >
            {act}
          </Button>
        ) : (
          <Button type="submit" disabled={isBusy || isLocked} aria-describedby={OUTCOME} {...waiting('main')}>
            {status === 'new' ? 'Создать' : 'Сохранить'}
          </Button>
        )}
      </Main>
    </>
  );
}

function usePublication(draft: Draft, isPending: boolean): string {
  const wanted = useField(draft, 'publishAt');
  const status = useStatus(draft);
  const timeZone = useSiteTimeZone();
  if (isPending) return 'Опубликовать изменения';
  if (wanted) return `Запланировать на ${whenText(wanted, timeZone, ',\u00a0')}`;
  return status === 'draft' ? 'Опубликовать' : 'Опубликовать сейчас';
}

function useStatus(draft: Draft) {
  const stored = useStored(draft);
  return useNew(draft) ? 'new' : (stored?.status ?? 'draft');
}

const OUTCOME = 'main-outcome';

function Main({ outcome, children }: { outcome: string; children: ReactNode }) {
  return (
    <div className={styles.main}>
      {children}
      <small id={OUTCOME}>{outcome}</small>
    </div>
  );
}

/** Result of the main button, in a few words. */
function useOutcome(draft: Draft, lock: string | undefined): string {
  const status = useStatus(draft);
  const wanted = useField(draft, 'publishAt');
  const isEmpty = useEmpty(draft);
  const timeZone = useSiteTimeZone();
  if (status === 'published') return 'изменится на сайте сразу';
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
