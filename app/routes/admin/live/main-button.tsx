import { Button, CloseButton, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { timeText, useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import type { Stored } from '../../../ui/admin/form/use-stored-form.ts';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import { UPPER_BAR } from '../../../ui/admin/lower-bar.tsx';
import { useJustChanged } from '../../../ui/admin/use-just-changed.ts';
import { subjectOf } from './desk.ts';
import styles from './live.module.css';
import type { Press } from './presses.ts';
import type { Desk } from './use-desk.ts';

interface Props {
  isOff: boolean;
  isCoolingDown: boolean;
  /** `isHeldBack`: the press came during the cooldown and needs a confirmation. */
  onPress: (isHeldBack: boolean) => void;
  children: ReactNode;
}

/** Keeps its focus during the cooldown; a held key counts as one press. */
export function MainButton({ isOff, isCoolingDown, onPress, children }: Props) {
  return (
    <button
      type="button"
      className={styles.next}
      disabled={isOff}
      aria-disabled={isCoolingDown || undefined}
      onKeyDown={ignoreRepeats}
      onClick={() => onPress(isCoolingDown)}
    >
      {/* A long name of a jury leaves the bar its height; the list of steps has the whole name. */}
      <Text span inherit lineClamp={2}>
        {children}
      </Text>
    </button>
  );
}

export const DeskButton = Button.withProps({ variant: 'default', className: styles.big ?? '' });

/** A held Enter key repeats clicks. */
export function ignoreRepeats(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}

/** No press while one is being sent (unless it waits for a network), and for a second after one was accepted or the meaning changed. */
export function useCooldown({ accepted, waiting }: Desk, subject: 'stage' | 'results', meaning: string): boolean {
  const isOnItsWay = waiting.some((press) => subjectOf(press) === subject && !press.isLate);
  return useJustChanged(`${accepted[subject]} ${meaning}`) || isOnItsWay;
}

/** A press that came too soon; «Ещё раз» confirms it. `subject`: of this one only. */
export function Offer({ desk, subject }: { desk: Desk; subject?: 'results' }) {
  const { offer, takeOffer } = desk;
  const isShown = offer && (!subject || subjectOf(offer.wanted) === subject);
  return (
    <div role="status" className={styles.offers}>
      {isShown && (
        <div className={styles.offer}>
          <Text fz="0.9375rem" lh={1.3}>
            {offer.wanted.label} — не отправлено, слишком скоро.
          </Text>
          <DeskButton
            px="sm"
            aria-label={`Ещё раз: ${offer.wanted.label}`}
            disabled={offer.isTaken}
            onClick={takeOffer}
          >
            Ещё раз
          </DeskButton>
        </div>
      )}
    </div>
  );
}

/** Changes stored settings by a press; undo for 10 s. A button that is not held rests for 1 s: a double tap would hit what takes its place. */
export function useSettingPress(path: string, stored: Stored<unknown> | undefined, desk: Desk) {
  const isWaiting = desk.waiting.some((press) => press.path === path);
  const isCoolingDown = useJustChanged(stored?.version ?? '') || isWaiting;
  const press = (change: Pick<Press, 'label' | 'body' | 'former'>) => {
    if (stored && !isWaiting) desk.press({ ...change, method: 'PUT', path, ifMatch: stored.version });
  };
  return { isWaiting, isCoolingDown, press };
}

/** Connection of the desk, queued presses, and the result of the last one. `isTyping`: what is typed here is not sent later. */
export function Unsent({ desk, isTyping = false }: { desk: Desk; isTyping?: boolean }) {
  const { feed, waiting, isStuck, done, refused, dismiss, cancel } = desk;
  const zone = useSiteTimeZone();
  return (
    <div className={styles.notices} ref={UPPER_BAR}>
      <VisuallyHidden role="status">{done}</VisuallyHidden>
      {feed === 'lost' && (
        <p className={styles.lost} role="status">
          {isTyping
            ? 'Нет связи. Введённое останется в этой вкладке: сохраните его, когда связь появится.'
            : 'Нет связи. Нажатия сохранятся и уйдут, когда она появится.'}
        </p>
      )}
      {/* One at a time: the list below needs the room. */}
      {refused.slice(-1).map(({ key, text }) => (
        <div key={key} className={styles.refused} role="alert">
          <p>
            {text}
            {refused.length > 1 && ` Не принято ещё: ${refused.length - 1}.`}
          </p>
          <CloseButton size="xl" aria-label="Закрыть" onClick={() => dismiss(key)} />
        </div>
      ))}
      {isStuck && (
        <ul className={styles.unsent} aria-label="Не отправлено">
          {waiting.map(({ key, label, at }) => (
            <li key={key}>
              <p>
                <b>Не отправлено:</b> {label}, {timeText(new Date(at), zone)}
              </p>
              <DeskButton onClick={() => cancel(key)}>Отменить</DeskButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface PartProps<T> {
  title: string;
  data: T | undefined;
  desk?: { problem: string | undefined; reload: () => unknown };
  children: (data: T) => ReactNode;
}

/** A part of the desk. Loaded data stay when a reload fails. */
export function Part<T>({ title, data, desk, children }: PartProps<T>) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      {data !== undefined && children(data)}
      {data === undefined && !desk?.problem && <Skeleton height={64} radius="md" />}
      {data === undefined && desk?.problem && <Problem text={`Ошибка: ${desk.problem}`} onRetry={desk.reload} />}
    </section>
  );
}
