import type { PostgresPoolClient } from 'kysely';

/** What takes longer than this makes us ask whether anybody is there at all, in ms. */
const LONG = 1000;
const LOOK_EVERY = 250;
/** While nobody is there it is asked so often, in ms. */
const ASK_EVERY = 500;

interface Server {
  /** Within a second. */
  isThere: () => Promise<boolean>;
  /** Ends every connection: whatever waits for an answer fails. */
  cut: () => void;
}

/**
 * Tells a server that works long from one that has fallen silent (stopped, frozen, cut off by the network). The kernel keeps the
 * connections of the latter for minutes, and everybody would wait that long.
 */
export function createReach({ isThere, cut }: Server) {
  /** Since when each connection is used or waited for. */
  const busySince = new Map<object, number>();
  let isAway = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  function lookIn(time: number): void {
    if (isStopped) return;
    timer ??= setTimeout(look, time).unref();
  }

  async function look(): Promise<void> {
    const longest = performance.now() - Math.min(...busySince.values());
    if (isAway || longest >= LONG) await ask();
    timer = undefined;
    if (isAway) lookIn(ASK_EVERY);
    // A query may go on for long: it is not asked again for each.
    else if (busySince.size > 0) lookIn(longest >= LONG ? LONG : LOOK_EVERY);
  }

  async function ask(): Promise<void> {
    const wasAway = isAway;
    isAway = !(await isThere());
    if (isAway && !wasAway) cut();
  }

  return {
    /** Takes a connection; it counts as used until it is released. Fails at once while nobody is there. */
    async during(connect: () => Promise<PostgresPoolClient>): Promise<PostgresPoolClient> {
      if (isAway) throw silent();
      const use = {};
      busySince.set(use, performance.now());
      lookIn(LOOK_EVERY);
      try {
        const client = await connect();
        const release = client.release.bind(client);
        client.release = (destroy) => {
          busySince.delete(use);
          client.release = release;
          release(destroy);
        };
        return client;
      } catch (error) {
        busySince.delete(use);
        throw error;
      }
    },
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

function silent(): Error {
  return Object.assign(new Error('The database has fallen silent.'), { code: 'ECONNABORTED' });
}
