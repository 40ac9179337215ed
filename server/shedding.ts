import type { FastifyInstance } from 'fastify';
import { ModelError } from '../model/errors.ts';

/** The event loop counts as late from this delay on, and the server as overloaded when it was late for so long. In ms. */
const LATE = 250;
const FOR = 1000;
const LOOK_EVERY = 100;
/** Share of a core that this process took meanwhile: below it others keep the machine busy, and shedding would help nobody. */
const OWN_SHARE = 0.5;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Shed under overload, like every public read (`cached`) that is not in the cache. */
    sheds?: boolean;
  }
}

/**
 * While the event loop is late, pages and public reads that have to be made are refused with 503, by route: no header and no spelling
 * of the address escapes. Answers from the cache, event streams, sign-in, the panel's calls and health go on.
 */
export function shedLoad(app: FastifyInstance, isOverloaded = watchLoop(app)): void {
  app.addHook('onRequest', async (request) => {
    const { cached, sheds } = request.routeOptions.config;
    if ((cached || sheds) && !request.isAdminRead && isOverloaded())
      throw new ModelError(
        503,
        'overloaded',
        'Сейчас на сайте слишком много посетителей. Попробуйте через несколько секунд.',
      );
  });
}

/** Looks at the loop's delay until the application closes. */
function watchLoop(app: FastifyInstance): () => boolean {
  const watch = createWatch(performance.now(), cpuTime());
  const timer = setInterval(() => watch.look(performance.now(), cpuTime()), LOOK_EVERY);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
  return () => watch.isOverloaded(performance.now(), cpuTime());
}

/** Processor time of this process, in ms. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Judges by looks that should come every 100 ms. Moments and processor time in ms. */
export function createWatch(now: number, cpu: number) {
  let looked = now;
  let onTime = { at: now, cpu };
  return {
    look(at: number, used: number): void {
      if (at - looked - LOOK_EVERY < LATE) onTime = { at, cpu: used };
      looked = at;
    },
    isOverloaded(at: number, used: number): boolean {
      return looked - onTime.at >= FOR && used - onTime.cpu >= OWN_SHARE * (at - onTime.at);
    },
  };
}
