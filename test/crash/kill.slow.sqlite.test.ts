import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isWhole } from '../rig/cases.ts';
import { needFolder } from '../rig/needs.ts';
import { signIn, startServer } from '../rig/server.ts';
import { createEditor } from './editor.ts';

/** A thousand take half an hour on a quiet machine. */
const ROUNDS = isWhole ? Number(process.env.ROUNDS ?? 50) : 5;
/** The server is killed after so many acknowledged changes, then at a random moment, in ms. */
const AFTER = { changes: 4, most: 750 };
/** One restart in so many is itself killed on its way. */
const KILLED_ON_ITS_WAY = 10;
/** Besides everything written in this round, so many older things are looked at. */
const OLDER = 20;

test('what was acknowledged is there after each kill -9, and nothing is there by half', {
  timeout: 60_000 + ROUNDS * 10_000,
}, async () => {
  const dataDir = await needFolder();
  const start = (killed?: AbortSignal) => startServer({ dataDir, ...(killed && { killed }) });
  let server = await start();
  const editor = createEditor(await signIn(server.origin));
  const ready: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const gone = new AbortController();
    const working = editor.work(server.origin, gone.signal);
    const enough = editor.confirmations() + AFTER.changes;
    while (editor.confirmations() < enough) await sleep(20);
    await sleep(randomInt(AFTER.most));
    await server.kill();
    gone.abort();
    await working;
    if (round % KILLED_ON_ITS_WAY === 0)
      await (await start(AbortSignal.timeout(randomInt(50, 500))).catch(() => undefined))?.kill();
    const spawned = performance.now();
    server = await start();
    ready.push(performance.now() - spawned);
    const all = editor.keys();
    const some = [...editor.touched(), ...Array.from({ length: OLDER }, () => all[randomInt(all.length)] ?? '')];
    const isLast = round === ROUNDS;
    expect([round, await editor.missing(server.origin, isLast ? all : some)]).toEqual([round, []]);
    expect([round, await editor.damage(dataDir, isLast ? 'integrity_check' : 'quick_check')]).toEqual([round, []]);
  }
  await server.stop();
  const [median, p99] = [0.5, 0.99].map((share) => ready.toSorted((a, b) => a - b)[Math.ceil(ROUNDS * share) - 1]);
  const told = `${ROUNDS} kills, ${editor.confirmations()} acknowledged changes`;
  process.stdout.write(`${told}; ready again in ${median?.toFixed()} ms (median), ${p99?.toFixed()} ms (p99)\n`);
});
