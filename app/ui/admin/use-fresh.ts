import { useEffect, useState } from 'react';
import { RESTS_FOR } from '../../../model/rest.ts';

/** True for a second after `meaning` has changed: a finger on its way was meant for what stood there before. */
export function useFresh(meaning: string | number, isFreshAtFirst = false): boolean {
  const [settled, setSettled] = useState(isFreshAtFirst ? undefined : meaning);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(meaning), RESTS_FOR);
    return () => clearTimeout(timer);
  }, [meaning]);
  return settled !== meaning;
}
