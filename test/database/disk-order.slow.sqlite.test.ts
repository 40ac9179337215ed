import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../crash/client.ts';
import { observeOrder } from '../crash/fsync.ts';
import { startServer, type TestServer } from '../rig/server.ts';
import { noise } from '../rig/world/pictures.ts';

let folder: string;
let server: TestServer;
let headers: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rampa-order-'));
  const hook = path.join(import.meta.dirname, 'disk-order.ts');
  server = await startServer({ env: { NODE_OPTIONS: `--import=${hook}`, ORDER_FILE: path.join(folder, 'order') } });
  headers = { authorization: `Bearer ${await signIn(server.origin)}` };
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

test('an upload is answered when each file is on the disk under its name, the folder too, and the row is kept', async () => {
  const body = new FormData();
  const picture = await noise(600, 400).png().toBuffer();
  body.set('file', new Blob([new Uint8Array(picture)]), 'noise.png');
  const done = await during(() => fetch(`${server.origin}/api/upload`, { method: 'POST', headers, body }));
  const files = done.filter((step) => step === 'rename').length;
  expect(files).toBeGreaterThan(1);
  expect(done).toEqual([
    ...Array.from({ length: files }, () => ['sync temporary', 'rename']).flat(),
    ...['sync folder', 'commit', 'answer 201'],
  ]);
});

test('a change is answered when it is committed', async () => {
  const change = { title: 'Голосование зрителей' };
  const body = JSON.stringify(change);
  const json = { ...headers, 'content-type': 'application/json' };
  expect(
    await during(() => fetch(`${server.origin}/api/vote-settings`, { method: 'PUT', headers: json, body })),
  ).toEqual(['commit', 'answer 200']);
});

// What SQLite itself syncs is seen from outside the process only; without a tracer test/start-database.test.ts holds its settings.
test.runIf(spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0)(
  'the system is told to put each change on the disk before its answer leaves',
  async () => {
    const { kinds, faults } = await observeOrder(2);
    expect(faults).toEqual([]);
    expect([...kinds.keys()].toSorted()).toContain('upload');
  },
);

/** What the server does while it is asked something. */
async function during(ask: () => Promise<Response>): Promise<string[]> {
  const order = path.join(folder, 'order');
  await writeFile(order, '');
  await (await ask()).arrayBuffer();
  return (await readFile(order, 'utf8')).trim().split('\n');
}
