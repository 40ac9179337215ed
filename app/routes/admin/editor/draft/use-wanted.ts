import { useState } from 'react';
import type { AdminArticle } from '../../../../../model/articles/schema.ts';

/** Typed publication time (ISO 8601) and whether it differs from the server's. A new server value replaces it. */
export function useWanted(stored: AdminArticle | null) {
  const planned = stored?.status === 'scheduled' ? stored.publishAt : null;
  const [typed, setTyped] = useState({ over: planned, moment: planned });
  const wanted = typed.over === planned ? typed.moment : planned;
  return {
    wanted,
    setWanted: (moment: string | null) => setTyped({ over: planned, moment }),
    isUnplanned: stored !== null && stored.status !== 'published' && wanted !== planned,
  };
}

const HALF_TYPED = 'main input[type=datetime-local]:invalid, main input[type=date]:invalid';

/** A partly typed date input has an empty value. */
export function findHalfTyped(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>(HALF_TYPED);
}
