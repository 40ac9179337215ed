import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, test } from 'vitest';
import { FORM, form } from '../rig/image-app.ts';
import { needImages } from '../rig/needs.ts';
import { openSocket } from '../rig/sockets.ts';
import { noise } from '../rig/world/pictures.ts';

const t = await needImages();
beforeEach(t.empty);
const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
const [body, next] = [await formOf(1), await formOf(2)];

test.each([
  ['1 %', 0.01],
  ['50 %', 0.5],
  ['99 %', 0.99],
  ['its last byte but one', 1],
])('an upload that is cancelled at %s leaves nothing, and the next one works', async (_where, part) => {
  const length = Math.min(Math.floor(body.length * part), body.length - 1);
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

test('a picture whose process is killed in the middle of it leaves nothing, and the next one works', async () => {
  await t.reencoder.draw({ svg: DRAWING, format: 'png' });
  const pid = t.reencoder.pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  const answer = text(begin(body));
  await expect.poll(() => t.reencoder.counts().waiting).toBe(1);
  process.kill(pid, 'SIGKILL');
  expect(await answer).toMatch(/^HTTP\/1\.1 503 .*Загрузите её ещё раз.*"code":"pictures_interrupted"/s);
  await expectNothingLeft();
  await expectNextStored();
});

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';

async function formOf(seed: number): Promise<Buffer> {
  return form({ filename: 'noise.png', type: 'image/png', bytes: await noise(600, 400, seed).png().toBuffer() });
}

/** Sends the head of an upload and so many bytes of its form. */
function begin(payload: Buffer, length = payload.length): Socket {
  const head = `POST /api/upload HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${FORM}`;
  const socket = openSocket(origin, `${head}\r\nContent-Length: ${payload.length}\r\n\r\n`);
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
