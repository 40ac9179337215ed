import { tooMany } from '../../errors.ts';
import { createLimit, type Limit } from '../limit.ts';

const MOST_WAITING = 20;
const RETRY_AFTER = 2;

export interface SignInQueues {
  /** FIFO per name; 429 when 20 are waiting. */
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** One per process. Queues exist only while in use. */
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
