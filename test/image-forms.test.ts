import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BOUNDARY, createImageApp, FORM, form, type ImageApp } from './image-app.ts';
import { noise } from './pictures.ts';

// Each picture goes through a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

let t: ImageApp;
beforeEach(async () => {
  t = await createImageApp();
});
afterEach(() => t.close());

describe('a form', () => {
  const photo = () => noise().png().toBuffer();

  test.each([
    ['JSON', '{"image":"…"}', 'application/json'],
    ['bare bytes', 'PNG', 'image/png'],
    ['a plain form', 'image=1', 'application/x-www-form-urlencoded'],
    ['another multipart', form({ filename: 'a', bytes: 'b' }), `multipart/mixed; boundary=${BOUNDARY}`],
    ['no type', 'PNG', ''],
    ['no body at all', '', ''],
  ])('that is %s is 415', async (_what, payload, type) => {
    await t.expectRefused(await t.send(payload, type), 415, 'unsupported_type');
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

  const options = (headers: OutgoingHttpHeaders) => ({
    port,
    method: 'POST',
    path: '/api/upload',
    headers: { 'content-type': FORM, ...headers },
  });

  test('a client that sends too much gets the answer to read, told its length or not', async () => {
    const body = form({ filename: 'a.png', bytes: Buffer.alloc(40 * 1024 * 1024) });
    for (const headers of [{ 'content-length': body.length }, { 'transfer-encoding': 'chunked' }]) {
      const call = request(options(headers));
      call.end(body);
      const [answer] = (await new Promise((resolve, reject) =>
        call.on('response', (...all) => resolve(all)).on('error', reject),
      )) as [IncomingMessage];
      expect(answer.statusCode).toBe(413);
      expect(JSON.parse(await text(answer)).code).toBe('too_large');
    }
    await t.expectNothingStored();
  });

  test.each([0.01, 0.5, 0.99])('an upload cancelled at %d leaves nothing, and the next one is served', async (part) => {
    const bytes = await noise(800, 600).png().toBuffer();
    const body = form({ filename: 'a.png', bytes });
    const call = request(options({ 'content-length': body.length }));
    const ended = new Promise((resolve) => call.on('close', resolve));
    call.on('error', () => {});
    await new Promise((resolve) => call.write(body.subarray(0, Math.floor(body.length * part)), resolve));
    await sleep(50);
    call.destroy();
    await ended;
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

async function text(answer: IncomingMessage): Promise<string> {
  let all = '';
  for await (const piece of answer) all += piece;
  return all;
}
