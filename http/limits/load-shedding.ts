import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { overloaded } from '../../errors.ts';
import { createSemaphore } from '../../model/limit.ts';

const LATE = 250; // ms, delay of the event loop
const MIN_LATE_TIME = 1000; // ms late until shedding
const MIN_LATE_CHECKS = 2; // in a row: one long block of the loop is over when it is seen
const CHECK_INTERVAL = 100;
const MIN_CPU_SHARE = 0.5; // of the CPU; below it shedding is useless: others keep the machine busy

const MAX_CONCURRENT = 8; // while one waits for the database, others render
const YIELDED_TURNS = 16; // event-loop iterations between two misses: libuv accepts one connection in each
const MAX_WAITING = 500;
const MAX_WAIT = 1000;
const MAX_HOLD = 10_000; // ms; then a hanging response frees its slot

declare module 'fastify' {
  interface FastifyContextConfig {
    sheds?: boolean;
  }
  interface FastifyRequest {
    leavePlace: (() => void) | undefined;
  }
}

/** 503 for public cache misses while the event loop is late or after too long a wait for a slot. */
export function shedLoad(app: FastifyInstance, isOverloaded = watchLoop(app)): void {
  const takePlace = createSemaphore(MAX_CONCURRENT, MAX_WAITING, overloaded);
  let left = Promise.resolve();
  app.decorateRequest('leavePlace', undefined);
  app.addHook('onRequest', async (request, reply) => {
    const { cached, sheds } = request.routeOptions.config;
    if (!(cached || sheds) || request.isAdminRead) return;
    if (isOverloaded()) throw overloaded();
    // Posters have their own queue. Fixed pages are few and single-flight: they need no slot.
    if (!cached || request.cacheKey?.partition === 'pages') return;
    const came = performance.now();
    const leave = await takePlace();
    if (reply.raw.destroyed || performance.now() - came > MAX_WAIT) {
      leave();
      if (!reply.raw.destroyed) throw overloaded();
      reply.hijack();
      return;
    }
    const timer = setTimeout(leave, MAX_HOLD).unref();
    request.leavePlace = () => {
      clearTimeout(timer);
      left = left.then(letOthers).then(leave);
    };
  });
  // Not on `close`: an aborted request is still being rendered.
  app.addHook('onSend', async (request) => request.leavePlace?.());
}

async function letOthers(): Promise<void> {
  for (let turn = 0; turn < YIELDED_TURNS; turn += 1) await nextTurn();
}

function watchLoop(app: FastifyInstance): () => boolean {
  const watch = createWatch(performance.now(), cpuTime());
  const timer = setInterval(() => watch.look(performance.now(), cpuTime()), CHECK_INTERVAL);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
  return () => watch.isOverloaded(performance.now(), cpuTime());
}

function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Detects overload from `look` calls due every 100 ms. All arguments in ms. */
export function createWatch(now: number, cpu: number) {
  let looked = now;
  let onTime = { at: now, cpu };
  let lateInARow = 0;
  return {
    look(at: number, used: number): void {
      const isOnTime = at - looked - CHECK_INTERVAL < LATE;
      if (isOnTime) onTime = { at, cpu: used };
      lateInARow = isOnTime ? 0 : lateInARow + 1;
      looked = at;
    },
    isOverloaded(at: number, used: number): boolean {
      if (lateInARow < MIN_LATE_CHECKS || looked - onTime.at < MIN_LATE_TIME) return false;
      return used - onTime.cpu >= MIN_CPU_SHARE * (at - onTime.at);
    },
  };
}
