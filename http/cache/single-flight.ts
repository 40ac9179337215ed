import type { Entry } from './store.ts';

export interface Miss extends Omit<Entry, 'response'> {
  target: string;
  /** Shares the entry with all waiting requests; without one each renders. Only the first call counts. */
  done: (result?: Result) => void;
}

type Result = Entry | 'left' | undefined; // `left`: the rendering request was aborted, another one renders

interface Flight {
  generation: number;
  result: Promise<Result>;
}

/** Single-flight per target. After a change a request waits for the older rendering to end, then joins the next one. */
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
