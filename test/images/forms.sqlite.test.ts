import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, test } from 'vitest';
import { BOUNDARY, FORM, form } from '../rig/image-app.ts';
import { needImages } from '../rig/needs.ts';
import { openSocket } from '../rig/sockets.ts';
import { noise } from '../rig/world/pictures.ts';

const t = await needImages();
beforeEach(t.empty);
const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
const HEAD = `POST /api/upload HTTP/1.1\r\nHost: x\r\nContent-Type: ${FORM}`;

const headers = (count: number) => Array.from({ length: count }, (_, at) => `X-${at}: y\r\n`).join('');
const file = { filename: 'a.png', bytes: await noise().png().toBuffer() };
const note = { name: 'text', bytes: 'x' };
const nothing = { filename: '', type: 'application/octet-stream', bytes: '' };

test.each([
  ['JSON', '{"image":"…"}', 'application/json'],
  ['bad JSON', '{"image":', 'application/json'],
  ['bare bytes', 'PNG', 'image/png'],
  ['a plain form', 'image=1', 'application/x-www-form-urlencoded'],
  ['another multipart', form({ filename: 'a', bytes: 'b' }), `multipart/mixed; boundary=${BOUNDARY}`],
  ['no type', 'PNG', ''],
  ['no body at all', '', ''],
])('a form that is %s is 415', async (_what, payload, type) => {
  const answer = await t.send(payload, type);
  await t.expectRefused(answer, 415, 'unsupported_type');
  expect(answer.json().message).toContain('multipart/form-data');
});

test.each<[string, string, Buffer | string, string?]>([
  ['without a body', 'no_file', ''],
  ['without a part', 'no_file', form()],
  ['with a text for its file', 'no_file', form({ bytes: 'text' })],
  ['without a file', 'no_file', form(nothing)],
  ['with two files', 'many_files', form(file, file)],
  ['with five files', 'many_files', form(file, file, file, file, file)],
  ['of more than four parts', 'bad_form', form(note, note, note, note, file)],
  ['with more than twenty headers before the name', 'no_file', form({ headers: headers(20), ...file })],
  ['that names no boundary', 'bad_form', form(file), 'multipart/form-data'],
  ['that names an empty boundary', 'bad_form', form(file), 'multipart/form-data; boundary='],
  ['that names another boundary', 'bad_form', form(file), 'multipart/form-data; boundary=other'],
])('a form %s is 400: %s', async (_, code, payload, type) => t.expectRefused(await t.send(payload, type), 400, code));

test('a form with ten headers before the name of its file is taken', async () =>
  expect((await t.send(form({ headers: headers(10), ...file }))).statusCode).toBe(201));

test('a form cut off at any byte is refused and never hangs; with any byte changed it is answered, never with a 5xx', async () => {
  const body = form({ name: 'note', bytes: 'text' }, { filename: 'a.png', type: 'image/png', bytes: 'no picture' });
  for (let length = 1; length < body.length - 4; length += 1)
    expect([length, (await t.send(body.subarray(0, length))).statusCode]).toEqual([length, 400]);
  await t.expectNothingStored();
  for (let at = 0; at < body.length; at += 1)
    for (const value of [0, 0x0a, 0x22, 0xff]) {
      const changed = Buffer.from(body);
      changed[at] = value;
      const { statusCode } = await t.send(changed);
      expect([at, value, statusCode >= 400 && statusCode < 500]).toEqual([at, value, true]);
    }
});

test('a client that reads only once it has sent everything, as browsers do, is told that it was too much', async () => {
  const large = form({ filename: 'a.png', bytes: Buffer.alloc(40 * 1024 * 1024) });
  const chunked = [`${large.length.toString(16)}\r\n`, large, '\r\n0\r\n\r\n'].map((piece) => Buffer.from(piece));
  for (const [length, sent] of [
    [`Content-Length: ${large.length}`, large],
    ['Transfer-Encoding: chunked', Buffer.concat(chunked)],
  ] as const) {
    const socket = openSocket(origin, `${HEAD}\r\n${length}\r\n\r\n`).pause();
    await new Promise((sentAll, fail) => socket.on('error', fail).write(sent, sentAll));
    const [piece] = await once(socket.resume(), 'data');
    expect(String(piece)).toMatch(/^HTTP\/1\.1 413 .*"code":"too_large"/s);
  }
  await t.expectNothingStored();
});

const formOf = async (seed: number): Promise<Buffer> =>
  form({ filename: 'noise.png', type: 'image/png', bytes: await noise(600, 400, seed).png().toBuffer() });
const [body, next] = [await formOf(1), await formOf(2)];

const ENDS = [...[0.01, 0.5, 0.99].map((part) => Math.floor(body.length * part)), body.length - 1];
test.each(ENDS)('an upload that is cancelled after %i bytes leaves nothing, and the next one works', async (length) => {
  // Gone at once, and gone in good order: half of the connection stays open.
  for (const leave of [(socket: Socket) => socket.resetAndDestroy(), (socket: Socket) => socket.end()]) {
    const arrived = once(t.app.server, 'connection').then(([socket]: Socket[]) => socket);
    const socket = begin(body, length);
    const met = await arrived;
    await expect.poll(() => met?.bytesRead).toBeGreaterThanOrEqual(length);
    leave(socket);
    await expect.poll(() => met?.destroyed).toBe(true);
  }
  await expectNothingLeft();
  await expectNextStored();
});

/** Sends the head of an upload and so many bytes of its form. */
function begin(payload: Buffer, length = payload.length): Socket {
  const socket = openSocket(origin, `${HEAD}\r\nConnection: close\r\nContent-Length: ${payload.length}\r\n\r\n`);
  socket.write(payload.subarray(0, length));
  return socket;
}

async function expectNothingLeft(): Promise<void> {
  await t.expectNothingStored();
  expect(await t.db.selectFrom('journal').select('action').execute()).toEqual([]);
  const [own = '', ...others] = await readdir(tmpdir());
  const left = (await readdir(path.join(tmpdir(), own))).filter((name) => !name.startsWith('rampa.sqlite'));
  expect([others, left]).toEqual([[], []]);
}

async function expectNextStored(): Promise<void> {
  const answer = await text(begin(next));
  expect(answer).toMatch(/^HTTP\/1\.1 201 /);
  const rows = await t.rows();
  expect(rows).toEqual([expect.objectContaining({ width: 600, height: 400 })]);
  const [hash = ''] = rows.map(({ name }) => path.parse(name).name);
  expect(answer).toContain(hash);
  expect((await t.files()).filter((name) => !name.startsWith(hash))).toEqual([]);
}
