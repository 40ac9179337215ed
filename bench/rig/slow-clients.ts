import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

// Clients that send a byte now and then, on a thread of their own: what they cost here must not look like the server's delay.

export interface SlowClients {
  port: number;
  beginnings: string[]; // What each begins with; one after the other, from the first again
  clients: number;
}

/** How long each was suffered since it was connected, in s, in the order of their beginnings. */
export type Lives = number[];

const BYTE_EVERY = 5000; // Each sends one byte so often, in ms
/** After each hundred, in ms: 2,000 new ones a second. Holding connections is what is measured, not opening them. */
const PAUSE = 50;

const { port, beginnings, clients } = workerData as SlowClients;
const lives: Promise<number>[] = [];
for (let count = 0; count < clients; count += 1) {
  lives.push(trickle(beginnings[count % beginnings.length] ?? ''));
  if (count % 100 === 99) await sleep(PAUSE);
}
parentPort?.postMessage((await Promise.all(lives)) satisfies Lives);

function trickle(beginning: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  let from = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const socket = connect(port, '127.0.0.1', () => {
    from = performance.now();
    socket.write(beginning);
    timer = setInterval(() => socket.write('a'), BYTE_EVERY);
  });
  // A reset is the usual end: the server closes with bytes of ours unread.
  socket.on('error', () => {});
  socket.on('close', () => {
    clearInterval(timer);
    resolve((performance.now() - from) / 1000);
  });
  socket.resume();
  return promise;
}
