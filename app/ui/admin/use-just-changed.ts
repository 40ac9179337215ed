import { useEffect, useState } from 'react';
import { COOLDOWN } from '../../../model/live/fold.ts';

/** True for a second after `meaning` has changed: a press that comes sooner was meant for the former one. `isNew`: and after the first rendering. */
export function useJustChanged(meaning: string | number, isNew = false): boolean {
  const [settled, setSettled] = useState(isNew ? undefined : meaning);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(meaning), COOLDOWN);
    return () => clearTimeout(timer);
  }, [meaning]);
  return settled !== meaning;
}
