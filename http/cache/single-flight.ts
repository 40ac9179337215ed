import type { Entry } from './store.ts';

/** A response that the caller has to make. */
export interface Miss extends Omit<Entry, 'response'> {
  target: string;
  /** Ends the flight: with the entry for all who wait, with nothing when it cannot be shared. Only the first call counts. */
  done: (result?: Result) => void;
}

/** `left`: the client that should have made it hung up, and another one has to. */
type Result = Entry | 'left' | undefined;

interface Flight {
  generation: number;
  result: Promise<Result>;
}

/**
 * One rendering at a time for each target; concurrent readers wait for it. A reader who came after a change never joins a rendering that
 * began before it: he waits for its end and joins the next one. So changes that come faster than a rendering takes cost one rendering
 * after the other, and nobody waits for more than two. What cannot be shared, everybody makes for himself.
 */
export function createSingleFlight(generationNow: () => number) {
  const flights = new Map<string, Flight>();

  function start(target: string): Miss {
    const { promise, resolve } = Promise.withResolvers<Result>();
    const flight = { generation: generationNow(), result: promise };
    flights.set(target, flight);
    const done = (result?: Result) => {
      if (flights.get(target) === flight) flights.delete(target);
      resolve(result);
    };
    return { target, generation: flight.generation, madeAt: Date.now(), until: 0, expiresAt: 0, done };
  }

  /** The entry that another reader makes, or a miss that the caller has to fill. */
  return async (target: string): Promise<Entry | Miss> => {
    const [asked, askedAt] = [generationNow(), Date.now()];
    for (;;) {
      const flight = flights.get(target);
      if (!flight) return start(target);
      const result = await flight.result;
      if (flight.generation < asked || result === 'left') continue;
      return result && askedAt < result.until ? result : start(target);
    }
  };
}
