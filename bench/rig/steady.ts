import { setTimeout as sleep } from 'node:timers/promises';

export interface Steady {
  /** Stops asking and waits for what is under way. */
  stop: () => Promise<void>;
}

/** Calls `work` so many times a second, however long each takes: who is slow is not spared. */
export function steadily(perSecond: number, work: (number: number) => Promise<void>): Steady {
  let isStopped = false;
  const underWay = new Set<Promise<void>>();
  const from = performance.now();
  const running = (async () => {
    for (let number = 0; !isStopped; number += 1) {
      const wait = from + (number * 1000) / perSecond - performance.now();
      if (wait > 1) await sleep(wait);
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
