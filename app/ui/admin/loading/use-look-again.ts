import { useEffect } from 'react';

const LOOK_EVERY = 15_000; // ms

/** Polls while the screen is visible: a colleague may have changed it. */
export function useLookAgain(reload: () => Promise<void>): void {
  useEffect(() => {
    const look = () => void (document.hidden || reload());
    const timer = setInterval(look, LOOK_EVERY);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [reload]);
}
