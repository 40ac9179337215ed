import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { createEditor } from '../crash/editor.ts';
import { FORM, form } from '../rig/image-app.ts';
import { needProcess } from '../rig/needs.ts';
import { signIn, type TestServer } from '../rig/server.ts';
import { noise } from '../rig/world/pictures.ts';

const FAULTS = path.join(import.meta.dirname, 'faults.ts');
// A proxy keeps connections for longer than the server may take to end.
const serve = () => needProcess({ env: { NODE_OPTIONS: `--import=${FAULTS}`, TRUST_PROXY: '127.0.0.1' } });

/** Takes 25 s, in which the other tests run. */
const cutOff = endWhileUploading(await serve());
let server: TestServer;
beforeEach(async () => {
  server = await serve();
});

test('SIGTERM under load: every request that came through is answered, and what was acknowledged is there', async () => {
  const editor = createEditor(await signIn(server.origin));
  const gone = new AbortController();
  const readers = Array.from({ length: 6 }, () => readOn(server.origin, gone.signal));
  const working = editor.work(server.origin, gone.signal);
  await expect.poll(() => editor.confirmations()).toBeGreaterThan(10);
  const code = await server.terminate();
  gone.abort();
  await working;
  const faults = (await Promise.all(readers)).flat();
  expect(code).toBe(0);
  expect(faults).toEqual([]);
  // The log was moved into the database.
  expect(existsSync(path.join(server.dataDir, 'rampa.sqlite-wal'))).toBe(false);
  expect(await editor.missing((await needProcess({ dataDir: server.dataDir })).origin)).toEqual([]);
});

test('a request under way is finished, readiness says no, and who still asks is told that the connection ends', async () => {
  const upload = await beginUpload(await signIn(server.origin));
  const idle = await open();
  const stream = await open();
  stream.write('GET /api/live HTTP/1.1\r\nHost: x\r\n\r\n');
  await said(stream, 'event: vote-settings');
  const ended = server.terminate();
  await said(stream, /retry: \d+/);
  idle.write('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n');
  const answer = await said(idle, 'Сервер останавливается.');
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  expect(answer.toLowerCase()).toContain('connection: close');
  await expect(open()).rejects.toThrow('ECONNREFUSED');
  await sleep(600);
  upload.finish();
  expect(await said(upload.socket, '/uploads/')).toMatch(/^HTTP\/1\.1 201 /);
  expect(await ended).toBe(0);
});

test('a second signal does not wait for anybody, one of the same key press does', async () => {
  const upload = await beginUpload(await signIn(server.origin));
  const ended = server.terminate();
  process.kill(server.pid, 'SIGTERM');
  await expect.poll(() => server.log()).toContain('SIGTERM: finishing open requests');
  await sleep(1200);
  upload.socket.write('x');
  expect(process.kill(server.pid, 0)).toBe(true);
  process.kill(server.pid, 'SIGTERM');
  expect(await ended).toBe(1);
});

test('an upload that goes on for ever is cut off: the server ends in good order within 25 s all the same', async () => {
  const { code, dataDir } = await cutOff;
  expect([code, existsSync(path.join(dataDir, 'rampa.sqlite-wal'))]).toEqual([0, false]);
});

test('a promise that failed with nobody waiting is logged with its stack, and the site goes on; after an error that nobody caught what is under way is finished, and the exit code is 1', async () => {
  process.kill(server.pid, 'SIGUSR2');
  await expect.poll(() => server.log()).toMatch(/a promise without anybody.*faults\.ts:\d+/s);
  expect(server.log()).not.toContain('finishing open requests');

  const upload = await beginUpload(await signIn(server.origin));
  const exited = server.exited();
  process.kill(server.pid, 'SIGALRM');
  await expect.poll(() => server.log()).toMatch(/an error without anybody.*faults\.ts:\d+/s);
  upload.finish();
  expect(await said(upload.socket, '/uploads/')).toMatch(/^HTTP\/1\.1 201 /);
  expect(await exited).toBe(1);
});

/** Reads on one connection after the other until the server lets nobody in; gives what else went wrong. */
async function readOn(origin: string, signal: AbortSignal): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const faults: string[] = [];
  while (!signal.aborted) {
    const answer = await ask(agent, `${origin}/news`).catch((error) => error.code ?? String(error));
    if (answer === 'ECONNREFUSED') break;
    if (answer !== '200') faults.push(answer);
  }
  agent.destroy();
  return faults;
}

async function ask(agent: Agent, url: string): Promise<string> {
  const asked = request(url, { agent });
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  await answer.resume().toArray();
  return String(answer.statusCode);
}

async function endWhileUploading(of: TestServer): Promise<{ code: number | null; dataDir: string }> {
  const { socket } = await beginUpload(await signIn(of.origin), of, 5_000_000);
  const trickle = setInterval(() => socket.write(Buffer.alloc(8192)), 400);
  const code = await of.terminate();
  clearInterval(trickle);
  return { code, dataDir: of.dataDir };
}

/** Half of a picture is sent; the rest comes when it is told. `length` is the one that is promised, in bytes. */
async function beginUpload(token: string, to = server, length?: number) {
  const body = form({ filename: 'noise.png', type: 'image/png', bytes: await noise(200, 200).png().toBuffer() });
  const socket = await open(to);
  const head = ['POST /api/upload HTTP/1.1', 'Host: x', `Authorization: Bearer ${token}`, `Content-Type: ${FORM}`];
  socket.write(`${head.join('\r\n')}\r\nContent-Length: ${length ?? body.length}\r\n\r\n`);
  socket.write(body.subarray(0, body.length / 2));
  await sleep(200);
  return { socket, finish: () => socket.write(body.subarray(body.length / 2)) };
}

async function open(to = server): Promise<Socket> {
  const socket = connect(Number(new URL(to.origin).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

async function said(socket: Socket, words: string | RegExp): Promise<string> {
  let text = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (typeof words === 'string' ? text.includes(words) : words.test(text)) return text;
  }
  throw new Error(`Nothing of ${words} in: ${text}`);
}
