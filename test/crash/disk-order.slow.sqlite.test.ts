import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isWhole } from '../rig/cases.ts';
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
  // Scheduled work may commit before it.
  expect(done.slice(done.indexOf('sync temporary'))).toEqual([
    ...Array.from({ length: files }, () => ['sync temporary', 'rename']).flat(),
    ...['sync folder', 'commit', 'answer 201'],
  ]);
});

test('a change is answered when it is committed', async () =>
  expect(await during('PUT', '/vote-settings', { title: 'Голосование зрителей' })).toEqual(['commit', 'answer 200']));

// What SQLite itself syncs is seen from outside the process only; without a tracer test/start/database.slow.sqlite.test.ts holds its settings.
test.runIf(spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0)(
  'the system is told to put each change on the disk before its answer leaves',
  async () => {
    const trace = path.join(await needFolder(), 'trace');
    const flags = ['-f', '-y', '-s', '64', '-e', 'trace=write,writev,pwrite64,fsync,fdatasync', '-o', trace];
    const strace = spawn('strace', [...flags, '-p', String(server.pid)], { stdio: ['ignore', 'ignore', 'pipe'] });
    await once(strace.stderr, 'data');
    const rounds = isWhole ? Number(process.env.ROUNDS ?? 50) : 2;
    for (let round = 1; round <= rounds; round += 1) {
      const article = { title: `Новость ${round}`, slug: `new-${round}` };
      await during('POST', '/upload', await pictureForm(60, 40, round));
      await during('PUT', '/vote-settings', { title: `Голосование ${round}` });
      await during('POST', '/admin/news', article);
      await during('PUT', `/admin/news/new-${round}`, { content: `<p>${'Текст. '.repeat(1000)}</p>` });
      await during('DELETE', `/admin/news/new-${round}`);
    }
    strace.kill('SIGINT');
    await once(strace, 'exit');
    const steps = await stepsIn(trace);
    expect(steps).toHaveLength(5 * rounds);
    expect(steps.filter((each) => !each.endsWith('written, synced, answer'))).toEqual([]);
  },
);

/** Of each answer in a trace: what was done before it with the log of the database. */
async function stepsIn(trace: string): Promise<string[]> {
  const begun = new Map<string, string>();
  const done = (await readFile(trace, 'utf8')).split('\n').flatMap((line) => {
    const [, thread = '', call = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const isBegun = call.endsWith('<unfinished ...>');
    const [, end] = /^<\.\.\. \w+ resumed>(.*)/.exec(call) ?? [];
    if (isBegun) begun.set(thread, call);
    // A write counts by its beginning, a sync by its end.
    if (/^(write|writev)\(\d+<(TCP|socket).*HTTP\/1\.1 /.test(call)) return ['answer'];
    if (/^pwrite64\(\d+<[^>]*rampa\.sqlite-wal>/.test(call)) return ['written'];
    const sync = end === undefined ? call : begun.get(thread);
    return !isBegun && /^f(data)?sync\(\d+<[^>]*rampa\.sqlite-wal>/.test(sync ?? '') ? ['synced'] : [];
  });
  const steps = done.filter((step, at) => step !== done[at - 1]);
  return steps.join(', ').split(/(?<=answer), /);
}

/** What the server does while it is asked something. */
async function during(method: string, address: string, body?: object): Promise<string[]> {
  await writeFile(order, '');
  await (await send(server.origin, method, address, token, body)).arrayBuffer();
  return (await readFile(order, 'utf8')).trim().split('\n');
}
