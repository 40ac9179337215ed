import type { KeyboardEvent, ReactNode } from 'react';
import styles from './live.module.css';

interface Props {
  isOff: boolean;
  isResting: boolean;
  /** `isHeldBack`: it rests, and the press is only offered. */
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

/** A held Enter clicks again and again. */
export function ignoreRepeats(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
