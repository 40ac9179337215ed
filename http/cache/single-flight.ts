import type { Entry } from './store.ts';

/** An answer that somebody has to make: what is known of it before it is there. */
export interface Miss extends Omit<Entry, 'answer'> {
  key: string;
  /** Tells those who wait what came of it: nothing when it is for one reader alone. The first word counts. */
  done: (made?: Made) => void;
}

/** `left`: whoever asked for it has gone, so that another one has to see to it. */
type Made = Entry | 'left' | undefined;

interface Flight {
  generation: number;
  landed: Promise<Made>;
}

/**
 * Lets one reader make an answer while the others wait for it, one at a time for each key. Who asks after a change never gets an
 * answer that began before it: he waits for its end and for the next one, which is made for all who came meanwhile. So changes that
 * come faster than an answer is made cost no more than one answer after the other, and nobody waits for more than two. What cannot
 * be shared everybody makes for himself.
 */
export function createFlights(generationNow: () => number) {
  const underWay = new Map<string, Flight>();

  function takeOff(key: string): Miss {
    const { promise, resolve } = Promise.withResolvers<Made>();
    const flight = { generation: generationNow(), landed: promise };
    underWay.set(key, flight);
    const done = (made?: Made) => {
      if (underWay.get(key) === flight) underWay.delete(key);
      resolve(made);
    };
    return { key, generation: flight.generation, madeAt: Date.now(), until: 0, expiresAt: 0, done };
  }

  /** The answer that another reader makes, or the duty to make it. */
  return async (key: string): Promise<Entry | Miss> => {
    const [asked, askedAt] = [generationNow(), Date.now()];
    for (;;) {
      const flight = underWay.get(key);
      if (!flight) return takeOff(key);
      const made = await flight.landed;
      if (flight.generation < asked || made === 'left') continue;
      return made && askedAt < made.until ? made : takeOff(key);
    }
  };
}
