import { Agent } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Asked, ask } from '../test/hostile/asking.ts';
import { openWorld, type World } from '../test/hostile/rig.ts';
import { keepLarge } from '../test/rig/world/kept-pictures.ts';
import { asking, beside, descriptors, publishLong, silentClients, told } from './floods/beside.ts';

// Floods by real connections, each at a server of its own, with the home page's latency, the server's memory and processor time beside it:
// `node bench/floods.ts`. Ends with 1 when something is beyond its goal. What silent clients cost in memory is in
// test/hostile/floods.slow.test.ts, that floods push out no last good page in test/cache/chosen-values.slow.sqlite.test.ts.

const MAX_MEMORY = 200; // Silent clients may cost so many MB, however many they are
const HOME_WITHIN = 1000; // The home page beside compressed lists comes within so many ms
const HOME_MEDIAN = 500; // Median during requests that miss the cache
const SILENT_GONE = 40_000; // Clients that read nothing are gone after so many ms
const MAX_FILES = 16; // Open files of pictures at the same time
const CONNECTIONS = 300;
const FLOOD_LASTS = 10_000; // In ms; what waits then is still answered

/** Requests that miss the cache, or need an encoding of their own. */
const ANEW: Record<string, (at: number) => Asked> = {
  plain: (at) => ({ path: `/nix${at}` }),
  'with Authorization': (at) => ({ path: `/nix${at}`, headers: { authorization: 'x' } }),
  'of unknown articles': (at) => ({ path: `/news/nix-${at}`, headers: { authorization: 'x' } }),
  'of parts of the list': (at) => ({ path: `/api/news?limit=100&after=2025-02-10.${at}` }),
  'of invented hosts': (at) => ({ path: '/', headers: { host: `host-${at}.example`, 'accept-encoding': 'br' } }),
};

for (const flood of [compressedLists, silentImage, connections]) {
  const world = await openWorld();
  await flood(world).finally(world.close);
}

function note(line: string): void {
  process.stdout.write(`${line}\n`);
}

function find(fault: string): void {
  note(`! ${fault}`);
  process.exitCode = 1;
}

async function compressedLists(world: World): Promise<void> {
  await publishLong(world, 1200, 12_000);
  const until = Date.now() + 15_000;
  const read = async () => {
    while (Date.now() < until) {
      const headers = { 'Accept-Encoding': 'br' };
      const answer = await fetch(`${world.server.origin}/api/news`, { headers }).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => {});
      if (answer?.status !== 200) await sleep(100);
    }
  };
  const seen = await beside(world.server, async () => {
    await Promise.all(Array.from({ length: 40 }, read));
  });
  note(told('40 clients of the compressed whole list', seen));
  if (seen.worst > HOME_WITHIN) find(`compressed lists: home took ${seen.worst.toFixed(0)} ms`);
}

async function silentImage(world: World): Promise<void> {
  const { server, db } = world;
  const name = `${'a'.repeat(32)}.png`;
  await keepLarge(db, path.join(server.dataDir, 'uploads'), name);
  const count = 200;
  const before = await descriptors(server, name);
  const seen = await beside(server, async () => {
    const clients = await silentClients(server.origin, count, () => asking(`/uploads/${name}`));
    await sleep(3000);
    const { files } = await descriptors(server, name);
    if (files > MAX_FILES) find(`a picture is open ${files} times`);
    await sleep(SILENT_GONE - 3000);
    const { sockets } = await descriptors(server, name);
    // Requests for the home page under way.
    const left = sockets - before.sockets - 5;
    if (left > 0) find(`${left} silent clients of a picture are still there`);
    clients.end();
  });
  note(told(`${count} silent clients of a picture`, seen));
  if (seen.grown > MAX_MEMORY) find(`a picture: memory grew by ${seen.grown.toFixed(0)} MB`);
}

/** No header and no spelling takes a request past the shedding of load. */
async function connections(world: World): Promise<void> {
  const { server, send } = world;
  await publishLong(world, 300, 12_000);
  let asked = 0;
  const flood = async (name: string, anew: (at: number) => Asked) => {
    const before = await shed();
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const until = Date.now() + FLOOD_LASTS;
    const keepAsking = async () => {
      for (; Date.now() < until; asked += 1) await ask(server.origin, agent, anew(asked)).catch(() => {});
    };
    const seen = await beside(server, () => Promise.all(Array.from({ length: CONNECTIONS }, keepAsking)));
    agent.destroy();
    const refused = (await shed()) - before;
    note(`${told(`${CONNECTIONS} connections ${name}`, seen)}; ${refused} shed`);
    if (seen.median > HOME_MEDIAN) find(`connections ${name}: home took ${seen.median.toFixed(0)} ms (median)`);
    return refused;
  };
  const shed = async () => {
    const { body } = await send({ path: '/metrics' });
    return Number(/^rampa_http_requests_shed_total (\d+)$/m.exec(body.toString())?.[1]);
  };
  const refused = new Map<string, number>();
  for (const [name, anew] of Object.entries(ANEW)) refused.set(name, await flood(name, anew));
  // The number of refusals depends on the machine, not on a header.
  if (refused.get('plain') !== 0 && refused.get('with Authorization') === 0)
    find('with Authorization nothing was shed');
}
