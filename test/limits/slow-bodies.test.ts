import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { acceptBodies } from '../../http/json/body.ts';
import { limitBodyTime } from '../../http/limits/body-timeout.ts';
import { openSocket } from '../rig/sockets.ts';

const PATIENCE = { json: 300, file: { bytes: 100, every: 400 } };

const app = Fastify();
acceptBodies(app);
limitBodyTime(app, PATIENCE);
app.addContentTypeParser('image/x', (_request, body, done) => text(body).then((whole) => done(null, whole), done));
app.post('/json', async ({ body }) => ({ body }));
app.post('/file', { config: { takesFile: true } }, async ({ body }) => ({ length: String(body).length }));
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());

async function send(path: string, type: string, parts: string[], pause: number): Promise<string> {
  const length = parts.join('').length;
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
  const socket = openSocket(origin, head);
  let answer = '';
  socket.setEncoding('utf8').on('data', (piece) => {
    answer += piece;
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  for (const part of parts) {
    await sleep(pause);
    // Who writes on to a closed connection is reset, and may lose the answer that lies there.
    if (socket.destroyed || answer !== '') break;
    socket.write(part);
  }
  await Promise.race([closed, sleep(500)]);
  socket.end();
  await closed;
  return answer;
}

test('a JSON body that trickles in is cut off with 408', async () => {
  const answer = await send('/json', 'application/json', [...'{"a":"абвгдежзик"}'], 60);
  expect(answer).toMatch(/^HTTP\/1.1 408/);
  expect(answer).toMatch(/слишком долго/);
  expect(answer).toMatch(/connection: close/i);
});

test('one that comes in time is read, however it is cut', async () =>
  expect(await send('/json', 'application/json', ['{"a"', ':1', '}'], 20)).toMatch(/\{"body":\{"a":1\}\}/));

test('a file may take longer as long as it keeps coming', async () => {
  const parts = Array.from({ length: 12 }, () => 'x'.repeat(100));
  expect(await send('/file', 'image/x', parts, 60)).toMatch(/"length":1200/);
});

test('a file that stops coming is cut off with 408', async () => {
  expect(await send('/file', 'image/x', ['x'.repeat(400), ...'y'.repeat(20)], 60)).toMatch(/^HTTP\/1.1 408/);
});
