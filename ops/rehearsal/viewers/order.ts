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

/** A state with its moment, as one viewer was told of it. Unix times in ms. */
export interface Shown {
  /** When it happened, as the operator knows. */
  pressed: number;
  /** When it happened, as the state says; undefined where it says nothing. */
  stated: number | undefined;
  heard: number;
  /** How far the viewer's picture is behind, in ms. */
  lag: number;
}

/**
 * When the viewer's page shows it: once it has heard of it and its picture has come to the stated moment. `early`: before
 * its own picture has come to the press, which would spoil it; `late`: heard after that.
 */
export function judge({ pressed, stated, heard, lag }: Shown): 'early' | 'on time' | 'late' {
  const shows = Math.max(heard, (stated ?? 0) + lag);
  const own = pressed + lag;
  if (shows < own) return 'early';
  return heard > own ? 'late' : 'on time';
}
