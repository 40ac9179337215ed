import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { endSlowReaders } from '../../http/limits/slow-readers.ts';
import { listen, openSocket } from '../rig/sockets.ts';

const PATIENCE = { within: 1000, lookEvery: 100 };
/** More than the kernel holds for one connection. */
const LARGE = 24 * 1024 * 1024;

let server: Server;
let port: number;

async function serve(answer: RequestListener): Promise<void> {
  server = createServer(answer);
  endSlowReaders(server, PATIENCE);
  port = await listen(server);
  onTestFinished(() => void server.close());
}

const ask = (requests = asked(1)) => openSocket(port, requests).pause();

function connections(): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
}

test.each<[string, RequestListener, string]>([
  ['a large answer', (_request, response) => response.end(Buffer.alloc(LARGE)), asked(1)],
  ['a stream', (_request, response) => Readable.from(pieces(LARGE)).pipe(response), asked(1)],
  [
    'many small answers to requests sent at once',
    (_request, response) => response.end(Buffer.alloc(65_536)),
    asked(900),
  ],
])('a client that does not read %s is cut off', async (_what, answer, requests) => {
  await serve(answer);
  for (let count = 0; count < 5; count += 1) ask(requests);
  await expect.poll(connections).toBe(5);
  await expect.poll(connections).toBe(0);
});

test('a client that reads slowly and steadily gets the whole answer', async () => {
  await serve((_request, response) => response.end(Buffer.alloc(LARGE)));
  const client = ask();
  await once(client, 'readable');
  const until = Date.now() + 4 * PATIENCE.within;
  let read = 0;
  // At this pace the kernel takes more from the server every three seconds only.
  for (; Date.now() < until; await sleep(20)) read += client.read(Math.min(8192, client.readableLength))?.length ?? 0;
  client.on('data', (piece) => {
    read += piece.length;
  });
  await expect.poll(() => read).toBeGreaterThan(LARGE);
});

test('connections on which nothing waits to be sent live on', async () => {
  await serve((request, response) => {
    if (request.url === '/events') response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    else response.end('short');
  });
  server.keepAliveTimeout = 60_000;
  ask('GET /events HTTP/1.1\r\nHost: x\r\n\r\n');
  ask();
  await expect.poll(connections).toBe(2);
  await sleep(3 * PATIENCE.within);
  expect(await connections()).toBe(2);
});

function asked(times: number): string {
  return 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(times);
}

function* pieces(bytes: number): Generator<Buffer> {
  for (let sent = 0; sent < bytes; sent += 65_536) yield Buffer.alloc(65_536);
}
