import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** Requests under way get this long to finish; then their connections are cut off, and what is held is still given back. In ms. */
const FINISH_WITHIN = 23_000;
/** Whatever hangs even then. In ms. */
const CLOSE_WITHIN = 25_000;
/** `npm start` hands the signal of a Ctrl+C down a second time: within this time, in ms, it is still the first one. */
const SAME_SIGNAL = 1000;
/** A connection that asked for nothing for so long is idle; who asks meanwhile is answered and told that it ends. In ms. */
const DRAINS_FOR = 500;
const LOOK_EVERY = 20;

/**
 * Ends the program in good order on SIGTERM or SIGINT, with exit code 0: no new connections, requests under way are finished,
 * event streams are told when to come back, then `release` gives back what is held. Who is not done after 23 s is cut off. A second
 * signal ends it at once with 1, and so do 25 s. An error that nobody caught leaves the process in a state that nobody knows: it is logged, what is under way is finished,
 * and the exit code is 1. A promise that failed with nobody waiting is only logged: every change is a transaction of its own.
 */
export function shutDownInOrder(app: FastifyInstance, log: Logger, release: () => Promise<void>): void {
  let endingSince: number | undefined;

  async function end(code: number): Promise<void> {
    endingSince = performance.now();
    setTimeout(() => process.exit(1), CLOSE_WITHIN).unref();
    const cut = setTimeout(() => app.server.closeAllConnections(), FINISH_WITHIN);
    await app.close();
    clearTimeout(cut);
    await release();
    process.exit(code);
  }

  function onSignal(signal: string): void {
    if (endingSince === undefined) {
      log.info(`${signal}: finishing open requests`);
      void end(0);
    } else if (performance.now() - endingSince > SAME_SIGNAL) {
      log.warn(`${signal} again: ending at once`);
      process.exit(1);
    }
  }

  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  process.on('unhandledRejection', (error) =>
    log.error({ err: error }, 'a promise failed and nobody was waiting for it'),
  );
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody caught: finishing open requests and ending');
    if (endingSince === undefined) void end(1).catch(() => process.exit(1));
  });
}

/**
 * To be registered last. While the application closes, nobody is let in any more, and those who are inside are answered until they
 * are silent: closing their connections at once would cut off a request that is just on its way.
 */
export async function drainConnections(app: FastifyInstance): Promise<void> {
  app.addHook('preClose', async () => {
    const { server } = app;
    if (!server.listening) return;
    // Its own `close` would end idle connections as well.
    Server.prototype.close.call(server);
    const until = performance.now() + DRAINS_FOR;
    while (performance.now() < until && (await countConnections(server)) > 0) await sleep(LOOK_EVERY);
    // What was begun before keeps its connection after the answer, for as long as a proxy likes.
    const timer = setInterval(() => server.closeIdleConnections(), LOOK_EVERY).unref();
    server.once('close', () => clearInterval(timer));
  });
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
}
