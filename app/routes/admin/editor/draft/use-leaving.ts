import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Draft } from './draft.ts';

/** Between a save that ends the work and the return to the list, in ms. */
const LEAVE_AFTER = 1500;

/** Whether the screen is still there, and the return from it to the list: in a moment, unless something is typed meanwhile. */
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
          void navigate('/admin/news');
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
