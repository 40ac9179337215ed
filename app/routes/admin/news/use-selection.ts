import { useState } from 'react';
import type { AdminCard } from '../../../../model/articles/schema.ts';

/** Chosen articles of the shown ones. */
export function useSelection(items: AdminCard[] = []) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const chosen = items.filter(({ id }) => ids.has(id));
  return {
    chosen,
    isAll: items.length > 0 && chosen.length === items.length,
    has: (id: number) => ids.has(id),
    toggle: (id: number) => setIds(ids.symmetricDifference(new Set([id]))),
    choose: (which: AdminCard[]) => setIds(new Set(which.map(({ id }) => id))),
  };
}

export type Selection = ReturnType<typeof useSelection>;
