import { useEffect, useState } from 'react';
import { type Dated, stateAt, withHeard } from '../../../model/programme/at-moment.ts';

const LOOK_EVERY = 250; // ms

/** `newest`, delayed until the viewer's moment (`momentNow`) reaches `at`; null as long as nothing is known of that moment. */
export function useAtMoment<T>(newest: T | null, at: number, momentNow: () => number): T | null {
  const [known, setKnown] = useState<Dated<T | null>[]>([{ state: null, at: Number.NEGATIVE_INFINITY }]);
  if (known.at(-1)?.state !== newest) setKnown(withHeard(known, { state: newest, at }));
  const [shown, setShown] = useState<T | null>(null);
  useEffect(() => {
    const look = () => setShown((before) => stateAt(known, momentNow()) ?? before);
    look();
    const timer = setInterval(look, LOOK_EVERY);
    return () => clearInterval(timer);
  }, [known, momentNow]);
  return shown;
}
