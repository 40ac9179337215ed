import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { asking, publishLong, silentClients } from '../../bench/floods/beside.ts';
import { residentMemory } from '../../bench/rig/memory.ts';
import { isWhole } from '../rig/cases.ts';
import { openWorld } from './rig.ts';

// How long the home page takes beside floods: `npm run bench -- floods`. What they take from memory: test/cache/chosen-values.slow.sqlite.test.ts.

/** What silent clients may cost, in MB, however many they are. */
const MAX_MEMORY = 200;
/** Time for answers to be made, in ms. */
const LOOK_FOR = 5000;

const partOf = (at: number) => (at % 2 === 0 ? '' : `&after=2025-02-${10 + (at % 9)}.${at}`);

test.each<[what: string, count: number, letters: number, clients: number, (at: number) => string]>([
  ['the whole list', 1200, 12_000, 200, () => asking('/api/news')],
  // The kernel holds the first answers of a connection.
  ['large parts of it', 300, 60_000, 150, (at) => asking(`/api/news?limit=100${partOf(at)}`).repeat(4)],
])('clients that ask for %s and read nothing take bounded memory', async (_what, count, letters, clients, requests) => {
  const world = await openWorld();
  onTestFinished(world.close);
  const { pid, origin } = world.server;
  await publishLong(world, count, letters);
  const before = await residentMemory(pid);
  let most = before;
  const timer = setInterval(async () => {
    most = Math.max(most, await residentMemory(pid));
  }, 50);
  const silent = await silentClients(origin, isWhole ? clients : clients / 5, requests);
  await sleep(LOOK_FOR);
  clearInterval(timer);
  silent.end();
  expect(most - before).toBeLessThan(MAX_MEMORY);
});
