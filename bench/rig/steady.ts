import { setTimeout as sleep } from 'node:timers/promises';

export interface Steady {
  stop: () => Promise<void>; // Stops asking and waits for what is under way
}

/** Who asks is held up himself now and then, by a busy machine; what he then did not ask for is not made up for. In ms. */
const LATE = 200;
const MAX_IN_FLIGHT = 200; // Concurrent requests: more would measure a queue in this process

/** Calls `work` so many times a second, however long each takes, up to `most` at the same time. */
export function steadily(
  perSecond: number,
  work: (number: number) => Promise<void>,
  most: number = MAX_IN_FLIGHT,
): Steady {
  let isStopped = false;
  const underWay = new Set<Promise<void>>();
  const running = (async () => {
    let next = performance.now();
    for (let number = 0; !isStopped; ) {
      // At least one turn for the answers.
      await sleep(Math.max(0, next - performance.now()));
      next = Math.max(next + 1000 / perSecond, performance.now() - LATE);
      if (underWay.size >= most) continue;
      number += 1;
      const call = work(number).finally(() => underWay.delete(call));
      underWay.add(call);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await running;
      await Promise.all(underWay);
    },
  };
}
