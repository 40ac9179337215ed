import type { FastifyInstance } from 'fastify';
import { ModelError } from '../model/errors.ts';

/** The event loop counts as late from this delay on, and the server as overloaded when it was late for so long. In ms. */
const LATE = 250;
const FOR = 1000;
const LOOK_EVERY = 100;

/**
 * While the event loop is late, work that can wait is refused with 503: public answers that would have to be made. What is kept
 * finished, event streams, signing in, the panel and health go on.
 */
export function shedLoad(app: FastifyInstance, isOverloaded = watchLoop(app)): void {
  app.addHook('onRequest', async (request) => {
    if (request.cacheMiss && isOverloaded())
      throw new ModelError(
        503,
        'overloaded',
        'Сейчас на сайте слишком много посетителей. Попробуйте через несколько секунд.',
      );
  });
}

/** Looks at the loop's delay until the application closes. */
function watchLoop(app: FastifyInstance): () => boolean {
  let looked = performance.now();
  let onTimeAt = looked;
  const timer = setInterval(() => {
    const now = performance.now();
    if (now - looked - LOOK_EVERY < LATE) onTimeAt = now;
    looked = now;
  }, LOOK_EVERY);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
  return () => looked - onTimeAt >= FOR;
}
