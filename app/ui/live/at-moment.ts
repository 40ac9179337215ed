import { useEffect, useState } from 'react';

/** A state that holds from a moment (epoch ms) on. */
export interface Dated<T> {
  state: T;
  at: number;
}

const KEPT = 50;
const LOOK_EVERY = 250; // ms

/** With the state heard now. Those of the same or a later moment were taken back. */
export function withHeard<T>(known: readonly Dated<T>[], heard: Dated<T>): Dated<T>[] {
  return [...known.filter(({ at }) => at < heard.at), heard].slice(-KEPT);
}

/** The state at a moment of the broadcast; before the first that is known, that one. */
export function stateAt<T>(known: readonly Dated<T>[], moment: number): T | undefined {
  return (known.findLast(({ at }) => at <= moment) ?? known[0])?.state;
}

/** `newest`, but no earlier than the viewer sees its moment; `momentNow` is the viewer's. */
export function useAtMoment<T>(newest: T, at: number, momentNow: () => number): T {
  const [known, setKnown] = useState<Dated<T>[]>([{ state: newest, at }]);
  if (known.at(-1)?.state !== newest) setKnown(withHeard(known, { state: newest, at }));
  const [shown, setShown] = useState(newest);
  useEffect(() => {
    const look = () => setShown((before) => stateAt(known, momentNow()) ?? before);
    look();
    const timer = setInterval(look, LOOK_EVERY);
    return () => clearInterval(timer);
  }, [known, momentNow]);
  return shown;
}
