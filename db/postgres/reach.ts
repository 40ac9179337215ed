import type { PostgresPoolClient } from 'kysely';

const LONG = 1000; // ms; a connection busy or awaited for longer starts a probe
const LOOK_EVERY = 250;
const ASK_EVERY = 500;

interface Server {
  isThere: () => Promise<boolean>;
  cut: () => void;
}

/** Detects a silent server (stopped, frozen, network cut), whose connections the kernel keeps for minutes. */
export function createReach({ isThere, cut }: Server) {
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
    // One long query is probed once per second only.
    else if (busySince.size > 0) lookIn(longest >= LONG ? LONG : LOOK_EVERY);
  }

  async function ask(): Promise<void> {
    const wasAway = isAway;
    isAway = !(await isThere());
    if (isAway && !wasAway) cut();
  }

  return {
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
