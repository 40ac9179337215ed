import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { listAddress } from '../../news/list-address.ts';
import type { Draft } from './draft.ts';

/** Delay after a final save, in ms. */
const LEAVE_AFTER = 1500;

/** Delayed return to the list, cancelled by typing. */
export function useLeaving(draft: Draft) {
  const navigate = useNavigate();
  const [leaving] = useState(() => {
    let stop = () => {};
    let isHere = true;
    let isPlanned = false;
    return {
      isHere: () => isHere,
      isPlanned: () => isPlanned,
      cancel: () => stop(),
      enter: () => {
        isHere = true;
        return () => {
          isHere = false;
          stop();
        };
      },
      plan: () => {
        if (!isHere || draft.hasUnsaved) return;
        isPlanned = true;
        const timer = setTimeout(() => {
          stop();
          void navigate(listAddress(draft.path));
        }, LEAVE_AFTER);
        const unsubscribe = draft.subscribe(() => draft.hasUnsaved && stop());
        stop = () => {
          isPlanned = false;
          clearTimeout(timer);
          unsubscribe();
        };
      },
    };
  });
  useEffect(() => leaving.enter(), [leaving]);
  return leaving;
}
