import { startServer } from '../test/rig/server.ts';
import { percentile, printTable } from './rig/table.ts';
import { call, makeWorld, newestSlug, signIn } from './rig/world.ts';

// Whether anybody ever gets an answer older than the last save that was confirmed before they asked, on every page, feed and API,
// while 100 saves race with 10,000 reads: `node bench/freshness.ts [reads] [saves]`.

const READS = Number(process.argv[2] ?? 10_000);
const SAVES = Number(process.argv[3] ?? 100);
const READERS = 16;
const ARTICLES = 50;
const SLUG = newestSlug(ARTICLES);
const PATHS = [
  '/',
  '/news',
  `/news/${SLUG}`,
  '/news.data',
  '/feed.xml',
  '/api/news',
  '/api/news?limit=10',
  `/api/news/${SLUG}`,
];
const SITEMAP = '/sitemap.xml';

const world = await makeWorld(ARTICLES);
const server = await startServer({ dataDir: world.dataDir });
const token = await signIn(server.origin);

/** The last save that was confirmed. */
let confirmed = { number: 0, updatedAt: '' };
let reads = 0;
let stale = 0;
const saveTimes: number[] = [];

const saving = save();
await Promise.all(Array.from({ length: READERS }, read));
await saving;
await server.stop();
await world.remove();
printTable(
  ['reads', 'saves', 'stale', 'save p50 ms', 'save p99 ms'],
  [[READS, SAVES, stale, percentile(saveTimes, 0.5).toFixed(1), percentile(saveTimes, 0.99).toFixed(1)].map(String)],
);
if (stale > 0) process.exitCode = 1;

/** Spread over the reads, so that both go on for the same time. */
async function save(): Promise<void> {
  for (let number = 1; number <= SAVES; number += 1) {
    while (reads < ((number - 1) * READS) / SAVES) await new Promise(setImmediate);
    const from = performance.now();
    const answer = await call(
      server.origin,
      'PUT',
      `/api/admin/news/${SLUG}`,
      { title: `Правка ${pad(number)}` },
      token,
    );
    saveTimes.push(performance.now() - from);
    const { updatedAt } = (await answer.json()) as { updatedAt: string };
    confirmed = { number, updatedAt };
  }
}

async function read(): Promise<void> {
  while (reads < READS) {
    reads += 1;
    const path = reads % (PATHS.length + 1) === 0 ? SITEMAP : (PATHS[reads % PATHS.length] ?? '/');
    const known = confirmed;
    const text = await (await fetch(server.origin + path)).text();
    if (!isFresh(path, text, known)) stale += 1;
  }
}

function isFresh(path: string, text: string, { number, updatedAt }: typeof confirmed): boolean {
  if (number === 0) return true;
  if (path !== SITEMAP) return Number(/Правка (\d{4})/.exec(text)?.[1] ?? -1) >= number;
  return (new RegExp(`/${SLUG}</loc><lastmod>([^<]+)`).exec(text)?.[1] ?? '') >= updatedAt;
}

function pad(number: number): string {
  return String(number).padStart(4, '0');
}
