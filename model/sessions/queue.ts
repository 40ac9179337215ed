import { tooMany } from '../../errors.ts';
import { createLimit, type Limit } from '../limit.ts';

/** More would wait for seconds. */
const MOST_WAITING = 20;
/** Seconds after which a full queue has moved on. */
const RETRY_AFTER = 2;

/** Queues of sign-in attempts, one at a time in each. */
export interface SignInQueues {
  /** Runs `work` when everybody before it in the queue of this name is done. 429 when 20 wait already. */
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** Made once when the server starts. A queue exists as long as somebody is in it. */
export function createSignInQueues(): SignInQueues {
  const queues = new Map<string, { limit: Limit; users: number }>();
  return {
    async run(name, work) {
      const queue = queues.get(name) ?? { limit: createLimit(1, MOST_WAITING, queueFull), users: 0 };
      queues.set(name, queue);
      queue.users += 1;
      try {
        return await queue.limit(work);
      } finally {
        queue.users -= 1;
        if (queue.users === 0) queues.delete(name);
      }
    },
  };
}

function queueFull(): Error {
  return tooMany(`Сейчас пытаются войти слишком многие. Подождите ${RETRY_AFTER} с и попробуйте снова.`, RETRY_AFTER);
}
