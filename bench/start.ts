import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './rig/nginx.ts';
import { median, printTable, spread } from './rig/table.ts';
import { makeWorlds } from './rig/world.ts';

// From the spawn of the built server on existing data to its first 200, beside Node alone doing the same:
// `node bench/start.ts [rounds] [articles …]`.

const ROUNDS = Number(process.argv[2] ?? 11);
const SIZES = process.argv.length > 3 ? process.argv.slice(3).map(Number) : [50, 100_000];
const ROOT = path.join(import.meta.dirname, '..');
const BARE = "require('node:http').createServer((_, answer) => answer.end()).listen(process.env.PORT, '127.0.0.1')";

const port = await freePort();
const rows: string[][] = [];
const worlds = await makeWorlds(SIZES);
const bare: number[] = [];
const ours = SIZES.map((): { ready: number[]; page: number[] } => ({ ready: [], page: [] }));
// The first start after a build makes the cache of compiled code; it is not counted.
for (let round = -1; round < ROUNDS; round += 1) {
  const alone = await firstAnswer(['-e', BARE], '/', {});
  if (round >= 0) bare.push(alone);
  for (const [at, { dataDir }] of worlds.entries()) {
    const environment = { DATA_DIR: dataDir, ADMIN_PASSWORD: 'correct-horse-battery' };
    const ready = await firstAnswer(['server.ts'], '/healthz', environment);
    const page = await firstAnswer(['server.ts'], '/', environment);
    if (round < 0) continue;
    ours[at]?.ready.push(ready);
    ours[at]?.page.push(page);
  }
}
for (const [at, { ready, page }] of ours.entries())
  rows.push([`${SIZES[at]} articles`, spread(ready, 0), spread(page, 0), (median(ready) / median(bare)).toFixed(1)]);
rows.push(['Node alone', spread(bare, 0), '', '1.0']);
printTable(['', 'ms to the first 200 of /healthz', 'ms to the first home page', 'times Node alone'], rows);
for (const world of worlds) await world.remove();

/** In ms from the spawn. The server is ended with SIGKILL: how it stops is another matter. */
async function firstAnswer(args: string[], address: string, environment: NodeJS.ProcessEnv): Promise<number> {
  const from = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: 'ignore',
    env: { PATH: process.env.PATH, PORT: String(port), ...environment },
  });
  while (!(await isAnswered(`http://127.0.0.1:${port}${address}`))) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    await sleep(2);
  }
  const took = performance.now() - from;
  child.kill('SIGKILL');
  await once(child, 'exit');
  return took;
}

async function isAnswered(url: string): Promise<boolean> {
  try {
    const { ok, body } = await fetch(url, { headers: { Connection: 'close' } });
    await body?.cancel();
    return ok;
  } catch {
    return false;
  }
}
