import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { addressOf, type Config } from '../config.ts';
import { StartupError } from '../errors.ts';

const SD_LISTEN_FDS_START = 3; // sd_listen_fds(3)
const BACKLOG = 4096; // as in deploy/systemd/rampa.socket: Node's 511 would shorten the queue in which visitors wait for a restart

/** Descriptor passed by systemd (socket activation). The socket outlives the server: clients wait during a restart. */
export function inheritedSocket(env: NodeJS.ProcessEnv): number | undefined {
  // The variables may be meant for a parent process.
  if (env.LISTEN_FDS === undefined || env.LISTEN_PID !== String(process.pid)) return undefined;
  if (env.LISTEN_FDS === '1') return SD_LISTEN_FDS_START;
  throw new StartupError(`LISTEN_FDS — ${env.LISTEN_FDS}: серверу нужен один сокет.`);
}

/** Binds the port briefly; StartupError if that fails. */
export async function assertPortFree({ host, port }: Config, held: number | undefined): Promise<void> {
  if (held !== undefined) return;
  const probe = createServer();
  try {
    probe.listen(port, host);
    await once(probe, 'listening');
  } catch (error) {
    throw portProblem(error, host, port);
  } finally {
    probe.close();
  }
}

export async function listen(app: FastifyInstance, { host, port }: Config, held: number | undefined): Promise<void> {
  const listenTextResolver = (address: string) => `listening on ${address}`;
  // A host name would make Fastify listen again, on each of its addresses.
  const onInheritedSocket = { fd: held, host: '127.0.0.1', backlog: BACKLOG, listenTextResolver };
  try {
    await app.listen(held === undefined ? { host, port, backlog: BACKLOG, listenTextResolver } : onInheritedSocket);
  } catch (error) {
    throw portProblem(error, host, port);
  }
}

/** URL to show to a person: PUBLIC_URL, otherwise the local one. */
export function shownAddress(app: FastifyInstance, { host, publicUrl }: Config): string {
  const { port } = app.server.address() as AddressInfo;
  return publicUrl ?? addressOf({ host, port }, 'localhost');
}

export function announceStart(log: Logger, hasTerminal: boolean, origin: string, lines: string[]): void {
  if (!hasTerminal) {
    for (const line of lines) log.info(line);
    return;
  }
  const shown = [`Сайт работает: ${origin}`, `Панель:        ${origin}/admin`, ...lines, 'Остановить — Ctrl+C.'];
  process.stdout.write(`\n${shown.map((line) => `  ${line}`).join('\n')}\n\n`);
}

function portProblem(error: unknown, host: string, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new StartupError(
      `PORT ${port} на ${host} занят другой программой. Остановите её или задайте в PORT свободный.`,
    );
  }
  if (code === 'EACCES') return new StartupError(`PORT ${port} открыть нельзя: нет прав. Задайте PORT больше 1023.`);
  const isNoAddress = code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND';
  return isNoAddress ? new StartupError(`HOST ${host} — не адрес этой машины.`) : error;
}
