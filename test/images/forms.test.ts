import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import { BOUNDARY, FORM, form } from '../rig/image-app.ts';
import { needImages } from '../rig/needs.ts';
import { noise } from '../rig/world/pictures.ts';

const t = await needImages();
beforeEach(t.empty);

const headers = (count: number) => Array.from({ length: count }, (_, at) => `X-${at}: y\r\n`).join('');
const file = { filename: 'a.png', bytes: await noise().png().toBuffer() };
const text = { name: 'text', bytes: 'x' };
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
  ['of more than four parts', 'bad_form', form(text, text, text, text, file)],
  ['with more than twenty headers before the name', 'no_file', form({ headers: headers(20), ...file })],
  ['that names no boundary', 'bad_form', form(file), 'multipart/form-data'],
  ['that names an empty boundary', 'bad_form', form(file), 'multipart/form-data; boundary='],
  ['that names another boundary', 'bad_form', form(file), 'multipart/form-data; boundary=other'],
])(
  'a form %s is 400: %s',
  async (_what, code, payload, type) => await t.expectRefused(await t.send(payload, type), 400, code),
);

test('a form with ten headers before the name of its file is taken', async () =>
  expect((await t.send(form({ headers: headers(10), ...file }))).statusCode).toBe(201));

test('a form cut off at any byte is refused and never hangs; with any byte changed it is answered, never with a 5xx', async () => {
  const body = form({ name: 'note', bytes: 'text' }, { filename: 'a.png', type: 'image/png', bytes: 'no picture' });
  for (let length = 1; length < body.length - 4; length += 1) {
    expect([length, (await t.send(body.subarray(0, length))).statusCode]).toEqual([length, 400]);
  }
  await t.expectNothingStored();
  for (let at = 0; at < body.length; at += 1) {
    for (const value of [0, 0x0a, 0x22, 0xff]) {
      const changed = Buffer.from(body);
      changed[at] = value;
      const { statusCode } = await t.send(changed);
      expect([at, value, statusCode >= 400 && statusCode < 500]).toEqual([at, value, true]);
    }
  }
});

test('a client that reads only once it has sent everything, as browsers do, is told that it was too much', async () => {
  const { hostname, port } = new URL(await t.app.listen({ port: 0, host: '127.0.0.1' }));
  const body = form({ filename: 'a.png', bytes: Buffer.alloc(40 * 1024 * 1024) });
  const chunked = [`${body.length.toString(16)}\r\n`, body, '\r\n0\r\n\r\n'].map((piece) => Buffer.from(piece));
  for (const [length, sent] of [
    [`Content-Length: ${body.length}`, body],
    ['Transfer-Encoding: chunked', Buffer.concat(chunked)],
  ] as const) {
    const socket = connect(Number(port), hostname).pause();
    socket.write(`POST /api/upload HTTP/1.1\r\nHost: x\r\nContent-Type: ${FORM}\r\n${length}\r\n\r\n`);
    await new Promise((sentAll, fail) => socket.on('error', fail).write(sent, sentAll));
    const [piece] = await once(socket.resume(), 'data');
    expect(String(piece)).toMatch(/^HTTP\/1\.1 413 .*"code":"too_large"/s);
    socket.destroy();
  }
  await t.expectNothingStored();
});
