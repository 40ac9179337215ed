import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepLarge } from '../rig/world/kept-pictures.ts';
import { asking, beside, descriptors, publishLong, silentClients, told } from './flood-rig.ts';
import { connections, lastGood } from './flood-spellings.ts';
import { type Outcome, openWorld, type World } from './rig.ts';

/** A site of 15 MB of text. */
const NEWS = { count: 1200, letters: 12_000 };
/** What silent clients may cost, in MB, however many they are. */
const MOST_MEMORY = 200;
/** The home page beside compressed lists comes within so many ms. */
const HOME_WITHIN = 1000;
/** Clients that read nothing are gone after so many ms. */
const SILENT_GONE = 40_000;
/** Open files of pictures at the same time. */
const MOST_FILES = 16;

/** Sends one flood at a server; gives how many requests that were. `part` is the share of them, 1 for all. */
export type Flood = (world: World, part: number, outcome: Required<Outcome>) => Promise<number>;

const FLOODS: Flood[] = [wholeLists, compressedLists, largeParts, silentImage, lastGood, connections];
/** Floods that a smaller part still tests: the others measure time. */
const SHARED: Flood[] = [wholeLists, largeParts];

/** Floods by real connections, each at a server of its own. */
export async function runFloods(part: number): Promise<Outcome> {
  const outcome: Required<Outcome> = { inputs: 0, findings: [], notes: [] };
  for (const flood of part === 1 ? FLOODS : SHARED)
    await atServer(flood, part, outcome).catch((error) => outcome.findings.push(`${flood.name} broke off: ${error}`));
  return outcome;
}

async function atServer(flood: Flood, part: number, outcome: Required<Outcome>): Promise<void> {
  const world = await openWorld();
  try {
    outcome.inputs += await flood(world, part, outcome);
    if (!(await world.isAlive())) outcome.findings.push(`${flood.name}: the server is gone`);
  } finally {
    await world.close();
  }
}

async function wholeLists(world: World, part: number, { findings, notes }: Required<Outcome>): Promise<number> {
  await publishLong(world, NEWS.count, NEWS.letters);
  const count = 200 * part;
  const seen = await beside(world.server, async () => {
    const clients = await silentClients(world.server.origin, count, () => asking('/api/news'));
    await sleep(5000);
    clients.end();
  });
  notes.push(told(`${count} silent clients of the whole list`, seen));
  if (seen.grown > MOST_MEMORY) findings.push(`the whole list: memory grew by ${seen.grown.toFixed(0)} MB`);
  return count;
}

async function compressedLists(world: World, _part: number, { findings, notes }: Required<Outcome>): Promise<number> {
  await publishLong(world, NEWS.count, NEWS.letters);
  const until = Date.now() + 15_000;
  let count = 0;
  const read = async () => {
    for (; Date.now() < until; count += 1) {
      const headers = { 'Accept-Encoding': 'br' };
      const answer = await fetch(`${world.server.origin}/api/news`, { headers }).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => {});
      if (answer?.status !== 200) await sleep(100);
    }
  };
  const seen = await beside(world.server, async () => {
    await Promise.all(Array.from({ length: 40 }, read));
  });
  notes.push(told('40 clients of the compressed whole list', seen));
  if (seen.worst > HOME_WITHIN) findings.push(`compressed lists: home took ${seen.worst.toFixed(0)} ms`);
  return count;
}

async function largeParts(world: World, part: number, { findings, notes }: Required<Outcome>): Promise<number> {
  await publishLong(world, 300, 60_000);
  const count = 150 * part;
  const paths = (at: number) =>
    at % 2 === 0 ? '/api/news?limit=100' : `/api/news?limit=100&after=2025-02-${10 + (at % 9)}.${at}`;
  const seen = await beside(world.server, async () => {
    // The kernel holds the first answers of a connection.
    const clients = await silentClients(world.server.origin, count, (at) => asking(paths(at)).repeat(4));
    await sleep(5000);
    clients.end();
  });
  notes.push(told(`${count} silent clients of large parts`, seen));
  if (seen.grown > MOST_MEMORY) findings.push(`large parts: memory grew by ${seen.grown.toFixed(0)} MB`);
  return count * 4;
}

async function silentImage(world: World, part: number, { findings, notes }: Required<Outcome>): Promise<number> {
  const { server, db } = world;
  const name = `${'a'.repeat(32)}.png`;
  await keepLarge(db, path.join(server.dataDir, 'uploads'), name);
  const count = 200 * part;
  const before = await descriptors(server, name);
  const seen = await beside(server, async () => {
    const clients = await silentClients(server.origin, count, () => asking(`/uploads/${name}`));
    await sleep(3000);
    const { files } = await descriptors(server, name);
    if (files > MOST_FILES) findings.push(`a picture is open ${files} times`);
    await sleep(SILENT_GONE - 3000);
    const { sockets } = await descriptors(server, name);
    // Requests for the home page under way.
    const left = sockets - before.sockets - 5;
    if (left > 0) findings.push(`${left} silent clients of a picture are still there`);
    clients.end();
  });
  notes.push(told(`${count} silent clients of a picture`, seen));
  if (seen.grown > MOST_MEMORY) findings.push(`a picture: memory grew by ${seen.grown.toFixed(0)} MB`);
  return count;
}
