import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { overloaded } from '../../errors.ts';
import { createSemaphore } from '../../model/limit.ts';

/** The event loop counts as late from this delay on, and the server as overloaded when it was late for so long. In ms. */
const LATE = 250;
const FOR = 1000;
const LOOK_EVERY = 100;
/** Share of a core that this process took meanwhile: below it others keep the machine busy, and shedding would help nobody. */
const OWN_SHARE = 0.5;

/** Cache misses made at the same time. While they wait for a database, the others go on. */
const MADE_AT_ONCE = 8;
/** Turns of the event loop between the end of one and the start of the next: libuv accepts one connection in each turn. */
const TURNS = 16;
/** Misses that wait for their turn, each of them no longer than so (ms). */
const MOST_WAITING = 500;
const WAITS_AT_MOST = 1000;
/** An answer that hangs keeps its place no longer. In ms. */
const HELD_AT_MOST = 10_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Shed under overload, like every public read (`cached`) that is not in the cache. */
    sheds?: boolean;
  }
  interface FastifyRequest {
    /** Frees the place in which this answer is made. */
    leavePlace: (() => void) | undefined;
  }
}

/**
 * Sheds public reads that miss the cache, by route, so that no header and no spelling of an address escapes: 503 while the event loop
 * is late, and for those that waited too long for one of the places in which they are made. Answers from the cache, event streams,
 * sign-in, the panel's calls and health go on.
 */
export function shedLoad(app: FastifyInstance, isOverloaded = watchLoop(app)): void {
  const takePlace = createSemaphore(MADE_AT_ONCE, MOST_WAITING, overloaded);
  let left = Promise.resolve();
  app.decorateRequest('leavePlace', undefined);
  app.addHook('onRequest', async (request, reply) => {
    const { cached, sheds } = request.routeOptions.config;
    if (!(cached || sheds) || request.isAdminRead) return;
    if (isOverloaded()) throw overloaded();
    // Posters wait in a line of their own. Fixed pages are few, each made once for all who ask: they wait behind nothing.
    if (!cached || request.cacheKey?.partition === 'pages') return;
    const came = performance.now();
    const leave = await takePlace();
    if (reply.raw.destroyed || performance.now() - came > WAITS_AT_MOST) {
      leave();
      if (!reply.raw.destroyed) throw overloaded();
      reply.hijack();
      return;
    }
    const timer = setTimeout(leave, HELD_AT_MOST).unref();
    request.leavePlace = () => {
      clearTimeout(timer);
      left = left.then(letOthers).then(leave);
    };
  });
  // Not when the connection closes: the answer is still being made then.
  app.addHook('onSend', async (request) => request.leavePlace?.());
}

async function letOthers(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
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
