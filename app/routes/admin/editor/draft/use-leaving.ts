import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { listAddress } from '../../news/list-address.ts';
import type { Draft } from './draft.ts';

/** Delay after a final save, in ms. */
const LEAVE_AFTER = 1500;

/** Delayed return to the list, cancelled by typing. `stop`: of a planned one. */
export function useLeaving(draft: Draft) {
  const navigate = useNavigate();
  const isHere = useRef(true);
  const stop = useRef<() => void>(undefined);
  const cancel = useCallback(() => {
    stop.current?.();
    stop.current = undefined;
  }, []);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      cancel();
    };
  }, [cancel]);
  const plan = useCallback(() => {
    if (!isHere.current || draft.hasUnsaved) return;
    const timer = setTimeout(() => {
      cancel();
      void navigate(listAddress(draft.path));
    }, LEAVE_AFTER);
    const unsubscribe = draft.subscribe(() => draft.hasUnsaved && cancel());
    stop.current = () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [draft, navigate, cancel]);
  return useMemo(() => ({ isHere, stop, cancel, plan }), [cancel, plan]);
}
