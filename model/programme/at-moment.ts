/** Pure: shared by pages, which show it, and by the rehearsal, which judges it. */

/** A state that holds from a moment (epoch ms) on. */
export interface Dated<T> {
  state: T;
  at: number;
}

const KEPT = 50;

/** With the state heard now. Those of the same or a later moment were taken back. */
export function withHeard<T>(known: readonly Dated<T>[], heard: Dated<T>): Dated<T>[] {
  return [...known.filter(({ at }) => at < heard.at), heard].slice(-KEPT);
}

/** The state at a moment of the broadcast; before the first that is known, that one. */
export function stateAt<T>(known: readonly Dated<T>[], moment: number): T | undefined {
  return (known.findLast(({ at }) => at <= moment) ?? known[0])?.state;
}
