import { Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

const FINISH_TIMEOUT = 23_000; // ms; then open connections are destroyed
const CLOSE_TIMEOUT = 25_000; // ms; then the process exits with 1
const SAME_SIGNAL = 1000; // ms; `npm start` forwards Ctrl+C: a second signal within this time is the same one
const DRAIN_DELAY = 500; // ms; idle connections stay open this long: requests may be on their way
const FIRST_REQUEST_TIMEOUT = 2000; // ms; of a new connection, on a busy machine
const POLL_INTERVAL = 20;

/** Graceful shutdown on SIGTERM or SIGINT with 0; with 1 on a second signal, after CLOSE_TIMEOUT or an uncaught exception. */
export function shutDownInOrder(app: FastifyInstance, log: Logger, release: () => Promise<void>) {
  let endingSince: number | undefined;

  async function end(code: number): Promise<void> {
    endingSince = performance.now();
    setTimeout(() => process.exit(1), CLOSE_TIMEOUT).unref();
    const cut = setTimeout(() => app.server.closeAllConnections(), FINISH_TIMEOUT);
    // Stops listening before Fastify closes connections: new ones are refused, not reset in the accept queue.
    stopListening(app.server);
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
  return { isEnding: () => endingSince !== undefined };
}

/** Register last. Open connections are answered until idle: requests may be on their way. */
export async function drainConnections(app: FastifyInstance): Promise<void> {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  app.addHook('preClose', async () => {
    const { server } = app;
    if (!server.listening && (await countConnections(server)) === 0) return;
    stopListening(server);
    const from = performance.now();
    const waitsFor = () => (unused.size > 0 ? FIRST_REQUEST_TIMEOUT : DRAIN_DELAY);
    while (performance.now() < from + waitsFor() && (await countConnections(server)) > 0) await sleep(POLL_INTERVAL);
    // A finished response keeps its connection alive for as long as the proxy likes.
    const timer = setInterval(() => server.closeIdleConnections(), POLL_INTERVAL).unref();
    server.once('close', () => clearInterval(timer));
  });
}

/** `http.Server.close` would end idle connections, too. */
function stopListening(server: Server): void {
  if (server.listening) Server.prototype.close.call(server);
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
}
