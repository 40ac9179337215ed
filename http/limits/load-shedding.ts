import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { overloaded } from '../../errors.ts';
import { createSemaphore } from '../../model/limit.ts';

const LATE = 250; // ms, delay of the event loop
const MIN_LATE_TIME = 1000; // ms late until shedding
const MIN_LATE_CHECKS = 2; // consecutive: a single long block is over when it is detected
const CHECK_INTERVAL = 100;
const MIN_CPU_SHARE = 0.5; // of the CPU; below it shedding is useless: other processes keep the machine busy

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
    releaseSlot: (() => void) | undefined;
  }
}

/** 503 for a public cache miss that waits too long for a slot, or comes while the event loop is late and another miss is rendered. */
export function shedLoad(app: FastifyInstance, isOverloaded = watchLoop(app)): void {
  const takeSlot = createSemaphore(MAX_CONCURRENT, MAX_WAITING, overloaded);
  const rendered = new Set<FastifyRequest>();
  let released = Promise.resolve();
  app.decorateRequest('releaseSlot', undefined);
  app.addHook('onRequest', async (request, reply) => {
    const { cached, sheds } = request.routeOptions.config;
    if (!(cached || sheds) || request.isAdminRead) return;
    if (rendered.size > 0 && isOverloaded()) throw overloaded();
    // Posters have their own queue. Fixed pages are few and single-flight: they need no slot.
    if (!cached || request.cacheKey?.partition === 'pages') return;
    const arrivedAt = performance.now();
    const release = await takeSlot();
    if (reply.raw.destroyed || performance.now() - arrivedAt > MAX_WAIT) {
      release();
      if (!reply.raw.destroyed) throw overloaded();
      reply.hijack();
      return;
    }
    rendered.add(request);
    const timer = setTimeout(() => request.releaseSlot?.(), MAX_HOLD).unref();
    request.releaseSlot = () => {
      clearTimeout(timer);
      rendered.delete(request);
      released = released.then(yieldToOthers).then(release);
    };
  });
  // Not on `close`: an aborted request is still being rendered.
  app.addHook('onSend', async (request) => request.releaseSlot?.());
}

async function yieldToOthers(): Promise<void> {
  for (let turn = 0; turn < YIELDED_TURNS; turn += 1) await nextTurn();
}

function watchLoop(app: FastifyInstance): () => boolean {
  const monitor = createOverloadMonitor(performance.now(), cpuTime());
  const timer = setInterval(() => monitor.check(performance.now(), cpuTime()), CHECK_INTERVAL);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
  return () => monitor.isOverloaded(performance.now(), cpuTime());
}

function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Detects overload from `check` calls due every 100 ms. All arguments in ms. */
export function createOverloadMonitor(now: number, cpu: number) {
  let checkedAt = now;
  let onTime = { at: now, cpu };
  let lateChecks = 0;
  return {
    check(at: number, used: number): void {
      const isOnTime = at - checkedAt - CHECK_INTERVAL < LATE;
      if (isOnTime) onTime = { at, cpu: used };
      lateChecks = isOnTime ? 0 : lateChecks + 1;
      checkedAt = at;
    },
    isOverloaded(at: number, used: number): boolean {
      if (lateChecks < MIN_LATE_CHECKS || checkedAt - onTime.at < MIN_LATE_TIME) return false;
      return used - onTime.cpu >= MIN_CPU_SHARE * (at - onTime.at);
    },
  };
}
