import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the benchmark asks of this process, which is the open pages of a whole festival. */
export type Order =
  | { do: 'join'; origin: string; count: number; isDeaf?: boolean }
  | { do: 'listen' }
  | { do: 'leave' }
  | { do: 'retries' };

export interface Answer {
  /** When each client heard the event, in ms since 1970. */
  heard?: number[];
  retries?: number[];
  dropped?: number;
}

/** Connections that are being made at the same time. */
const ABREAST = 200;
/** Time to read what has piled up, in ms. */
const READING_FOR = 3000;

let clients: Socket[] = [];
let heard: number[] = [];
let dropped = 0;
let whenAll: (() => void) | undefined;
const retries = new Map<Socket, number>();

process.on('message', async (order: Order) => process.send?.(await obey(order)));

async function obey(order: Order): Promise<Answer> {
  if (order.do === 'join') return join(new URL(order.origin), order.count, order.isDeaf === true);
  if (order.do === 'listen') return listen();
  if (order.do === 'retries') return { retries: [...retries.values()] };
  return leave();
}

async function join({ hostname, port, host }: URL, count: number, isDeaf: boolean): Promise<Answer> {
  dropped = 0;
  retries.clear();
  const openOne = async () => {
    const socket = connect(Number(port), hostname);
    socket.write(`GET /api/live HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    await new Promise<void>((resolve, reject) => {
      socket.once('data', () => {
        if (isDeaf) socket.pause();
        resolve();
      });
      socket.once('error', reject);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      dropped += 1;
    });
    if (!isDeaf) socket.on('data', (bytes) => hear(socket, bytes.toString()));
    clients.push(socket);
  };
  let open = 0;
  await Promise.all(
    Array.from({ length: ABREAST }, async () => {
      for (; open < count; ) {
        open += 1;
        await openOne();
      }
    }),
  );
  return {};
}

/** A client that did not read learns that it was dropped when it reads again. */
async function leave(): Promise<Answer> {
  for (const client of clients) client.resume();
  await sleep(READING_FOR);
  const gone = { dropped };
  for (const client of clients) client.destroy();
  clients = [];
  return gone;
}

function hear(socket: Socket, text: string): void {
  const [, retry] = /^retry: (\d+)/m.exec(text) ?? [];
  if (retry) retries.set(socket, Number(retry));
  if (!whenAll || !text.includes('event: watch-settings')) return;
  heard.push(Date.now());
  if (heard.length === clients.length) whenAll();
}

async function listen(): Promise<Answer> {
  heard = [];
  await new Promise<void>((resolve) => {
    whenAll = resolve;
  });
  whenAll = undefined;
  return { heard };
}
