import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { acceptBodies, admitBodies } from '../../http/limits/bodies.ts';
import { endSlowReaders } from '../../http/limits/slow-readers.ts';
import { heardOn, listen, openSocket } from '../rig/sockets.ts';

const TIMEOUT = 1000; // ms
const SLOW = 2500; // ms; a busy machine may hold up the reader of this process for a second
/** More than the kernel holds for one connection. */
const LARGE = 24 * 1024 * 1024;

let server: Server;
let port: number;

async function serve(answer: RequestListener, timeout = TIMEOUT): Promise<void> {
  server = createServer(answer);
  endSlowReaders(server, { timeout, interval: 100 });
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
  ['many small answers to requests sent at once', (_, response) => response.end(Buffer.alloc(65_536)), asked(900)],
])('a client that does not read %s is cut off', async (_what, answer, requests) => {
  await serve(answer);
  for (let count = 0; count < 5; count += 1) ask(requests);
  await expect.poll(connections).toBe(5);
  await expect.poll(connections).toBe(0);
});

test('a client that reads slowly and steadily gets the whole answer', async () => {
  await serve((_request, response) => response.end(Buffer.alloc(LARGE)), SLOW);
  const client = ask();
  await once(client, 'readable');
  const until = Date.now() + 2 * SLOW;
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
  await sleep(3 * TIMEOUT);
  expect(await connections()).toBe(2);
});

function asked(times: number): string {
  return 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(times);
}

function* pieces(bytes: number): Generator<Buffer> {
  for (let sent = 0; sent < bytes; sent += 65_536) yield Buffer.alloc(65_536);
}

const app = Fastify();
acceptBodies(app);
admitBodies(app, { json: 300, file: { bytes: 100, every: 400 } });
let reading = 0;
app.addContentTypeParser('image/x', (_request, body, done) => {
  reading += 1;
  const read = text(body).finally(() => {
    reading -= 1;
  });
  read.then((whole) => done(null, whole), done);
});
app.post('/json', async ({ body }) => ({ body }));
app.post('/file', { config: { takesFile: true } }, async ({ body }) => ({ length: String(body).length }));
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());

async function send(path: string, parts: string[], pause: number): Promise<string> {
  const type = path === '/json' ? 'application/json' : 'image/x';
  const length = parts.join('').length;
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
  const socket = openSocket(origin, head);
  const answer = heardOn(socket.setEncoding('utf8'));
  const closed = new Promise((resolve) => socket.once('close', resolve)); // `once` of Node would reject after a reset
  for (const part of parts) {
    await sleep(pause);
    // Who writes on to a closed connection is reset, and may lose the answer that lies there.
    if (socket.destroyed || answer() !== '') break;
    socket.write(part);
  }
  await Promise.race([closed, sleep(500)]);
  socket.end();
  await closed;
  return answer();
}

const CUT_OFF = /^HTTP\/1.1 408 .*\r\nconnection: close\r\n.*слишком долго/is;

test.each([
  ['JSON that trickles in is cut off with 408', '/json', [...'{"a":"абвгдежзик"}'], 60, CUT_OFF],
  ['JSON that comes in time is read, however it is cut', '/json', ['{"a"', ':1', '}'], 20, /\{"body":\{"a":1\}\}/],
  ['a file may take longer as long as it keeps coming', '/file', Array(12).fill('x'.repeat(100)), 60, /"length":1200/],
  ['a file that stops coming is cut off with 408', '/file', ['x'.repeat(400), ...'y'.repeat(20)], 60, /^HTTP\/1.1 408/],
])('%s', async (_what, path, parts, pause, answer) => {
  expect(await send(path, parts, pause)).toMatch(answer);
  // The stream of the body is destroyed.
  await expect.poll(() => reading).toBe(0);
});
