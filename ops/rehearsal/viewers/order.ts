import type { Told, Viewer } from './viewer.ts';

export interface Order {
  repeated: number;
  disordered: number;
}

/** Counts states with a `seq` that came to a viewer twice on one connection, or after a later one. */
export function orderOf(order: Order): (told: Pick<Told, 'viewer' | 'name' | 'data' | 'isOpening'>) => void {
  const newest = new Map<string, WeakMap<Viewer, number>>();
  return ({ viewer, name, data, isOpening }) => {
    const { seq } = data as { seq?: number };
    if (typeof seq !== 'number') return;
    const known = newest.get(name) ?? new WeakMap<Viewer, number>();
    newest.set(name, known);
    const before = known.get(viewer);
    known.set(viewer, Math.max(seq, before ?? seq));
    if (before === undefined) return;
    if (seq < before) order.disordered += 1;
    // A new connection begins with the state as it stands.
    if (seq === before && !isOpening) order.repeated += 1;
  };
}
