import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BOUNDARY, createImageApp, FORM, form, type ImageApp } from '../rig/image-app.ts';
import { noise } from '../rig/world/pictures.ts';

let t: ImageApp;
beforeEach(async () => {
  t = await createImageApp();
});
afterEach(() => t.close());

describe('a form', () => {
  const photo = () => noise().png().toBuffer();

  test.each([
    ['JSON', '{"image":"…"}', 'application/json'],
    ['bad JSON', '{"image":', 'application/json'],
    ['bare bytes', 'PNG', 'image/png'],
    ['a plain form', 'image=1', 'application/x-www-form-urlencoded'],
    ['another multipart', form({ filename: 'a', bytes: 'b' }), `multipart/mixed; boundary=${BOUNDARY}`],
    ['no type', 'PNG', ''],
    ['no body at all', '', ''],
  ])('that is %s is 415', async (_what, payload, type) => {
    const answer = await t.send(payload, type);
    await t.expectRefused(answer, 415, 'unsupported_type');
    expect(answer.json().message).toContain('multipart/form-data');
  });

  test('without a file is 400', async () => {
    const empty = { filename: '', type: 'application/octet-stream', bytes: '' };
    for (const parts of [[], [{ bytes: 'text' }], [empty]])
      await t.expectRefused(await t.send(form(...parts)), 400, 'no_file');
    await t.expectRefused(await t.send(''), 400, 'no_file');
  });

  test('with two files is 400', async () => {
    const bytes = await photo();
    const file = { filename: 'a.png', bytes };
    await t.expectRefused(await t.send(form(file, file)), 400, 'many_files');
    await t.expectRefused(await t.send(form(file, file, file, file, file)), 400, 'many_files');
  });

  test('of more than four parts is 400', async () => {
    const text = { name: 'text', bytes: 'x' };
    await t.expectRefused(
      await t.send(form(text, text, text, text, { filename: 'a.png', bytes: await photo() })),
      400,
      'bad_form',
    );
  });

  test('with more than twenty headers before the name of its file is 400', async () => {
    const headers = (count: number) => Array.from({ length: count }, (_, at) => `X-${at}: y\r\n`).join('');
    const bytes = await photo();
    await t.expectRefused(await t.send(form({ headers: headers(20), filename: 'a.png', bytes })), 400, 'no_file');
    expect((await t.send(form({ headers: headers(10), filename: 'a.png', bytes }))).statusCode).toBe(201);
  });

  test('that names no boundary, or another one, is 400', async () => {
    const body = form({ filename: 'a.png', bytes: await photo() });
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=other',
    ]) {
      await t.expectRefused(await t.send(body, type), 400, 'bad_form');
    }
  });

  test('cut off at any byte is refused and never hangs', async () => {
    const body = form({ name: 'note', bytes: 'text' }, { filename: 'a.png', type: 'image/png', bytes: 'no picture' });
    for (let length = 1; length < body.length - 4; length += 1) {
      const answer = await t.send(body.subarray(0, length));
      expect([length, answer.statusCode]).toEqual([length, 400]);
    }
    await t.expectNothingStored();
  });

  test('with any byte changed is answered, never with a 5xx', async () => {
    const body = form({ name: 'note', bytes: 'text' }, { filename: 'a.png', type: 'image/png', bytes: 'no picture' });
    for (let at = 0; at < body.length; at += 1) {
      for (const value of [0, 0x0a, 0x22, 0xff]) {
        const changed = Buffer.from(body);
        changed[at] = value;
        const { statusCode } = await t.send(changed);
        expect([at, value, statusCode >= 400 && statusCode < 500]).toEqual([at, value, true]);
      }
    }
  });
});

describe('over the wire', () => {
  let port: number;
  beforeEach(async () => {
    await t.app.listen({ port: 0 });
    port = (t.app.server.address() as AddressInfo).port;
  });

  test('a client that reads only once it has sent everything, as browsers do, is told that it was too much', async () => {
    const body = form({ filename: 'a.png', bytes: Buffer.alloc(40 * 1024 * 1024) });
    const chunked = [`${body.length.toString(16)}\r\n`, body, '\r\n0\r\n\r\n'].map((piece) => Buffer.from(piece));
    for (const [length, sent] of [
      [`Content-Length: ${body.length}`, body],
      ['Transfer-Encoding: chunked', Buffer.concat(chunked)],
    ] as const) {
      const socket = connect(port).pause();
      socket.write(`POST /api/upload HTTP/1.1\r\nHost: x\r\nContent-Type: ${FORM}\r\n${length}\r\n\r\n`);
      await new Promise((sentAll, fail) => socket.on('error', fail).write(sent, sentAll));
      expect(await firstText(socket)).toMatch(/^HTTP\/1\.1 413 .*"code":"too_large"/s);
      socket.destroy();
    }
    await t.expectNothingStored();
  });

  test.each([0.01, 0.5, 0.99])('an upload cancelled at %d leaves nothing, and the next one is served', async (part) => {
    const bytes = await noise(800, 600).png().toBuffer();
    const body = form({ filename: 'a.png', bytes });
    const socket = connect(port);
    const head = `POST /api/upload HTTP/1.1\r\nHost: x\r\nContent-Type: ${FORM}\r\nContent-Length: ${body.length}\r\n\r\n`;
    socket.write(head);
    await new Promise((resolve) => socket.write(body.subarray(0, Math.floor(body.length * part)), resolve));
    await sleep(50);
    socket.destroy();
    await sleep(50);
    await t.expectNothingStored();
    expect((await t.upload(bytes)).statusCode).toBe(201);
  });

  test('a picture process killed in the middle gives a clear answer, and the next upload works', async () => {
    const bytes = await noise().png().toBuffer();
    await t.upload(bytes);
    process.kill(t.reencoder.pid ?? 0, 'SIGSTOP');
    const struck = t.upload(await noise(50, 50).png().toBuffer());
    await sleep(100);
    process.kill(t.reencoder.pid ?? 0, 'SIGKILL');
    expect((await struck).statusCode).toBe(503);
    expect((await struck).json().message).toContain('Загрузите её ещё раз');
    expect(await t.files()).toHaveLength(1);
    expect((await t.upload(await noise(50, 50).png().toBuffer())).statusCode).toBe(201);
  });
});

async function firstText(socket: Socket): Promise<string> {
  const [piece] = await once(socket.resume(), 'data');
  return String(piece);
}
