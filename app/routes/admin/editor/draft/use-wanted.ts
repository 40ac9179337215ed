import { useState } from 'react';
import type { AdminArticle } from '../../../../../model/articles/schema.ts';

/**
 * When the article shall appear, as it stands in its field (ISO 8601), and whether the server knows another time. What the server plans
 * anew takes the place of what was typed.
 */
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

/** The field with a day or time that is typed only in part: to the form it is empty. */
export function findHalfTyped(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>(HALF_TYPED);
}
