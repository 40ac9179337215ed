import { Button } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { useJustChanged } from '../../../ui/admin/use-just-changed.ts';
import styles from './live.module.css';
import { subjectOf } from './press.ts';
import type { Presses } from './use-presses.ts';

interface Props {
  isOff: boolean;
  isCoolingDown: boolean;
  /** `isHeldBack`: the press came during the cooldown and is only offered. */
  onPress: (isHeldBack: boolean) => void;
  children: ReactNode;
}

/** Keeps its focus during the cooldown; a key that is held counts as one press. */
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
      <span className={styles.words}>{children}</span>
    </button>
  );
}

/** Of any other press. */
export const DeskButton = Button.withProps({ variant: 'default', className: styles.big ?? '' });

/** A held Enter clicks again and again. */
export function ignoreRepeats(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}

/**
 * Whether the main buttons of a subject take no press: while one is being sent, unless it waits for a lost network; and for a second
 * after the server has accepted one or the button has changed its meaning.
 */
export function useCooldown({ accepted, waiting }: Presses, subject: 'stage' | 'results', meaning: string): boolean {
  const isOnItsWay = waiting.some((press) => subjectOf(press) === subject && !press.isLate);
  return useJustChanged(`${accepted[subject]} ${meaning}`) || isOnItsWay;
}

/** A press that came too soon; «Ещё раз» confirms it. */
export function Offer({ presses: { offer, takeOffer } }: { presses: Presses }) {
  return (
    <div role="status" className={styles.offers}>
      {offer && (
        <div className={styles.offer}>
          <p>Слишком скоро, не сработало: {offer.wanted.label}</p>
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
