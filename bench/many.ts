import { setTimeout as sleep } from 'node:timers/promises';
import { type Festival, startFestival } from './many/festival.ts';
import { checkWrites, startTraffic, type Tally } from './many/traffic.ts';
import { startBareServer } from './rig/bare-server.ts';
import { median, percentile, printTable, spread } from './rig/table.ts';
import { call, newestSlug, signIn } from './rig/world.ts';
import { loadGently } from './rig/wrk.ts';

// PostgreSQL, three servers and nginx before them: `node bench/many.ts [rounds]`. In each round each server is killed and restarted in
// turn, under 500 reads and 10 writes a second; then each is restarted politely once; then how fast the others show a save.

const ROUNDS = Number(process.argv[2] ?? 10);
const ARTICLES = 50;
const SAVES = 100;
const SAVES_UNHEARD = 5;
/** Whoever restarts servers in turn gives each so long. In ms. */
const SETTLE = 3000;
/** Of measuring what an answer costs. */
const COSTS = { rounds: 7, seconds: 2 };
const SLUG = newestSlug(ARTICLES);
const PATHS = ['/', '/news', `/news/${SLUG}`, '/api/news?limit=10', '/watch', '/feed.xml', '/api/live?poll'];

const festival = await startFestival(ARTICLES);
try {
  const token = await signIn(festival.nginx.origin);
  const [a, b, c] = festival.instances.map(({ origin }) => origin) as [string, string, string];
  say(`${SAVES} saves at one server, seen at the others …`);
  const heard = await seeSaves(a, [b, c], { token, slug: SLUG, saves: SAVES });
  say('What an answer costs one server, and each of three …');
  const ours = await costsOf(festival.instances.map(({ pid, origin }) => ({ pid: pid(), url: `${origin}/news` })));
  const bare = await costsOfBare();
  const killed = await underTraffic(festival, token, 'SIGKILL', ROUNDS);
  const polite = await underTraffic(festival, token, 'SIGTERM', 1);
  say('Saves while notices are cut …');
  festival.deafenSecond();
  const unheard = await seeSaves(a, [b], { token, slug: SLUG, saves: SAVES_UNHEARD });
  printTable(
    ['PostgreSQL, three servers, nginx', `${3 * ROUNDS} kills`, '3 polite restarts', 'goal'],
    [
      ['reads', String(killed.tally.reads), String(polite.tally.reads), ''],
      ['a second', rate(killed.tally), rate(polite.tally), '500'],
      ['of them failed', String(killed.tally.failedReads), String(polite.tally.failedReads), '0'],
      ['writes acknowledged', String(killed.tally.acknowledged.length), String(polite.tally.acknowledged.length), ''],
      ['of them lost', String(killed.lost), String(polite.lost), '0'],
      ['writes done twice', String(killed.doubled), String(polite.doubled), '0'],
      ['writes in flight at a server that was killed', String(killed.tally.cut), String(polite.tally.cut), '- / 0'],
      ['writes refused otherwise', String(killed.tally.refused), String(polite.tally.refused), '0'],
    ],
  );
  printTable(
    ['', '', 'goal'],
    [
      [`a save is seen at the others, ms, p50 of ${SAVES}`, percentile(heard, 0.5).toFixed(0), ''],
      ['p99', percentile(heard, 0.99).toFixed(0), '<= 1000'],
      [
        `when notices are cut without a word, ms, last of ${SAVES_UNHEARD}`,
        Math.max(...unheard).toFixed(0),
        '<= 10000',
      ],
      ['an answer costs one server alone, µs of CPU', ours.alone.toFixed(0), ''],
      ['the same with all three at work', ours.together.toFixed(0), ''],
      ['three carry, by CPU, times one', spread(ours.times, 2), '>= 2.5'],
      ['the same of three bare node:http servers', spread(bare.times, 2), ''],
    ],
  );
  for (const [what, count] of await festival.failures()) process.stdout.write(`${count} × ${what}\n`);
  for (const [what, count] of festival.reasons()) process.stdout.write(`${count} × ${what}\n`);
  for (const reason of new Set([...killed.tally.reasons, ...polite.tally.reasons])) process.stdout.write(`${reason}\n`);
} finally {
  await festival.stop();
}

/** In ms from the answer to a save at one server until each of the others shows it: the latest of them, for each of `saves`. */
async function seeSaves(
  from: string,
  others: string[],
  { token, slug, saves }: { token: string; slug: string; saves: number },
): Promise<number[]> {
  const seen: number[] = [];
  for (let at = 0; at < saves; at += 1) {
    const title = `Видно всем ${at} ${performance.now()}`;
    await Promise.all(others.map((origin) => read(origin, slug)));
    const saved = await call(from, 'PUT', `/api/admin/news/${slug}`, { title }, token);
    if (!saved.ok) throw new Error(`a save is refused: ${saved.status}`);
    const since = performance.now();
    const times = others.map(async (origin) => {
      while (!(await read(origin, slug)).includes(title)) await sleep(2);
      return performance.now() - since;
    });
    seen.push(Math.max(...(await Promise.all(times))));
  }
  return seen;
}

async function read(origin: string, slug: string): Promise<string> {
  return (await fetch(`${origin}/news/${slug}`)).text();
}

interface Costs {
  alone: number; // µs of a processor for an answer of one server that is alone at work, and of each of three
  together: number;
  times: number[]; // Three servers through one, round by round: the machine's own pace changes from one to the next
}

interface End {
  pid: number;
  url: string;
}

/**
 * What an answer costs one of three servers while the others are at work too, by turns with what it costs while they rest. Each is asked
 * as often in both, and less than it could answer: three servers that fight for two cores would show what fighting costs.
 */
async function costsOf(ends: End[]): Promise<Costs> {
  const alone: number[] = [];
  const together: number[] = [];
  for (let round = 0; round < COSTS.rounds; round += 1) {
    const each: number[] = [];
    for (const end of ends) each.push(await costOf(end));
    alone.push(mean(each));
    together.push(mean(await Promise.all(ends.map(costOf))));
  }
  const times = alone.map((cost, round) => (ends.length * cost) / (together[round] ?? Number.NaN));
  return { alone: median(alone), together: median(together), times };
}

function mean(costs: number[]): number {
  return costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
}

async function costOf({ pid, url }: End): Promise<number> {
  return (await loadGently(pid, url, COSTS.seconds)).cost;
}

/** The same of three servers that are nothing but Node: what the machine adds by itself. */
async function costsOfBare(): Promise<Costs> {
  const answer = {
    body: Buffer.alloc(12_000, 'a'),
    headers: { 'content-type': 'text/html', 'content-length': '12000' },
  };
  const servers = await Promise.all(Array.from({ length: 3 }, () => startBareServer([answer])));
  try {
    return await costsOf(servers.map(({ pid, origin }) => ({ pid, url: `${origin}/0` })));
  } finally {
    for (const server of servers) server.stop();
  }
}

async function underTraffic(
  { nginx, instances, db }: Festival,
  token: string,
  how: 'SIGKILL' | 'SIGTERM',
  rounds: number,
): Promise<{ tally: Tally; lost: number; doubled: number }> {
  const traffic = startTraffic(nginx.origin, token, PATHS, how);
  await sleep(SETTLE);
  for (let round = 1; round <= rounds; round += 1) {
    say(`Round ${round} of ${rounds}: ${how} each in turn …`);
    for (const instance of instances) {
      await instance.restart(how);
      await sleep(SETTLE);
    }
  }
  const tally = await traffic.stop();
  return { tally, ...(await checkWrites(db, tally, how)) };
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function rate({ reads, seconds }: Tally): string {
  return (reads / seconds).toFixed(0);
}
