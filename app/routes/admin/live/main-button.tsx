import { Button } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { useFresh } from '../../../ui/admin/use-fresh.ts';
import styles from './live.module.css';
import { subjectOf } from './press.ts';
import type { Presses } from './use-presses.ts';

interface Props {
  isOff: boolean;
  isResting: boolean;
  /** `isHeldBack`: the button rests, and the press is only offered. */
  onPress: (isHeldBack: boolean) => void;
  children: ReactNode;
}

/** Keeps its focus while it rests, and takes a key that is held for one press. */
export function MainButton({ isOff, isResting, onPress, children }: Props) {
  return (
    <button
      type="button"
      className={styles.next}
      disabled={isOff}
      aria-disabled={isResting || undefined}
      onKeyDown={ignoreRepeats}
      onClick={() => onPress(isResting)}
    >
      {children}
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
 * Whether the main buttons of a subject rest: while a press of it is on its way, unless that waits for a lost network; and for a
 * second after the server has accepted one or the button has changed its meaning.
 */
export function useRest({ accepted, waiting }: Presses, subject: 'stage' | 'results', meaning: string): boolean {
  const isOnItsWay = waiting.some((press) => subjectOf(press) === subject && !press.isLate);
  return useFresh(`${accepted[subject]} ${meaning}`) || isOnItsWay;
}

/** A press that came while its button rested; it counts when it was meant. */
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
