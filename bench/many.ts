import { setTimeout as sleep } from 'node:timers/promises';
import { costsOf, costsOfBare } from './many/costs.ts';
import { type Festival, startFestival } from './many/festival.ts';
import { checkWrites, startTraffic, type Tally } from './many/traffic.ts';
import { seeSaves } from './many/visibility.ts';
import { percentile, printTable, spread } from './rig/table.ts';
import { newestSlug, signIn } from './rig/world.ts';

// PostgreSQL, three servers and nginx before them: `node bench/many.ts [rounds]`. In each round each server is killed and restarted in
// turn, under 500 reads and 10 writes a second; then each is restarted politely once; then how fast the others show a save.

const ROUNDS = Number(process.argv[2] ?? 10);
const ARTICLES = 50;
const SAVES = 100;
const SAVES_UNHEARD = 5;
/** Whoever restarts servers in turn gives each so long. In ms. */
const SETTLE = 3000;
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
