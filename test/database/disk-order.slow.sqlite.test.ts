import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { observeOrder } from '../crash/fsync.ts';
import { needFolder, needProcess } from '../rig/needs.ts';
import { send, signIn } from '../rig/server.ts';
import { pictureForm } from '../rig/world/pictures.ts';

const order = path.join(await needFolder(), 'order');
const hook = path.join(import.meta.dirname, 'disk-order.ts');
const server = await needProcess({ env: { NODE_OPTIONS: `--import=${hook}`, ORDER_FILE: order } });
const token = await signIn(server.origin);

test('an upload is answered when each file is on the disk under its name, the folder too, and the row is kept', async () => {
  const done = await during('POST', '/upload', await pictureForm(600, 400));
  const files = done.filter((step) => step === 'rename').length;
  expect(files).toBeGreaterThan(1);
  expect(done).toEqual([
    ...Array.from({ length: files }, () => ['sync temporary', 'rename']).flat(),
    ...['sync folder', 'commit', 'answer 201'],
  ]);
});

test('a change is answered when it is committed', async () => {
  expect(await during('PUT', '/vote-settings', { title: 'Голосование зрителей' })).toEqual(['commit', 'answer 200']);
});

// What SQLite itself syncs is seen from outside the process only; without a tracer test/start/database.slow.sqlite.test.ts holds its settings.
test.runIf(spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0)(
  'the system is told to put each change on the disk before its answer leaves',
  async () => {
    const { kinds, faults } = await observeOrder(2);
    expect(faults).toEqual([]);
    expect([...kinds.keys()].toSorted()).toContain('upload');
  },
);

/** What the server does while it is asked something. */
async function during(method: string, address: string, body: object): Promise<string[]> {
  await writeFile(order, '');
  await (await send(server.origin, method, address, token, body)).arrayBuffer();
  return (await readFile(order, 'utf8')).trim().split('\n');
}
