import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the benchmark asks of this process, which is the open pages of a whole festival. */
export type Order =
  | { do: 'join'; origin: string; count: number; isDeaf?: boolean }
  | { do: 'listen'; event: 'watch-settings' | 'stage' | 'results' }
  | { do: 'follow' }
  | { do: 'followed'; last: number }
  | { do: 'leave' }
  | { do: 'retries' };

export interface Answer {
  /** When each client heard the event, in ms since 1970. */
  heard?: number[];
  retries?: number[];
  /** Numbers of the presses that each client heard. */
  presses?: number[][];
  dropped?: number;
}

/** Connections that are being made at the same time. */
const ABREAST = 200;
/** Time to read what has piled up, in ms. */
const READING_FOR = 3000;
/** Time in which a repeat would come, in ms. */
const AFTER_LAST = 1000;

let clients: Socket[] = [];
let heard: number[] = [];
let dropped = 0;
let awaited: { event: string; whenAll: () => void } | undefined;
/** While they are followed: what each client has heard of the stage, and the bytes of an unfinished event. */
let followed: Map<Socket, { presses: number[]; rest: string }> | undefined;
const retries = new Map<Socket, number>();

process.on('message', async (order: Order) => process.send?.(await obey(order)));

async function obey(order: Order): Promise<Answer> {
  if (order.do === 'join') return join(new URL(order.origin), order.count, order.isDeaf === true);
  if (order.do === 'listen') return listen(order.event);
  if (order.do === 'follow') return follow();
  if (order.do === 'followed') return followedUpTo(order.last);
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
  const one = followed?.get(socket);
  if (one) {
    const events = (one.rest + text).split('\n\n');
    one.rest = events.pop() ?? '';
    for (const [, seq] of events.join('\n\n').matchAll(/event: stage\ndata: \{"seq":(\d+)/g))
      one.presses.push(Number(seq));
  }
  if (!awaited || !text.includes(`event: ${awaited.event}`)) return;
  heard.push(Date.now());
  if (heard.length === clients.length) awaited.whenAll();
}

async function listen(event: string): Promise<Answer> {
  heard = [];
  await new Promise<void>((whenAll) => {
    awaited = { event, whenAll };
  });
  awaited = undefined;
  return { heard };
}

function follow(): Answer {
  followed = new Map(clients.map((client) => [client, { presses: [], rest: '' }]));
  return {};
}

/** Once all have heard the press `last`, and what came after it has had the time to arrive. */
async function followedUpTo(last: number): Promise<Answer> {
  const all = [...(followed?.values() ?? [])];
  while (all.some(({ presses }) => presses.at(-1) !== last)) await sleep(50);
  await sleep(AFTER_LAST);
  followed = undefined;
  return { presses: all.map(({ presses }) => presses) };
}
