import { startServer, type TestServer } from '../test/rig/server.ts';
import { residentMemory } from './rig/memory.ts';
import { median, printTable } from './rig/table.ts';
import { call, makeWorlds, newestSlug, signIn } from './rig/world.ts';

// Render time by size of the site: `node bench/growth.ts [rounds] [articles …]`; with 2 to 20 past festivals. A setting is saved before each request,
// so that nothing is kept. Worlds take turns: whatever else the machine does meets all of them.

const ROUNDS = Number(process.argv[2] ?? 41);
const SIZES = process.argv.length > 3 ? process.argv.slice(3).map(Number) : [100, 5000, 100_000];

interface Measured {
  server: TestServer;
  count: number;
  token: string;
  pages: number; // The last number of the public list
  times: Map<string, number[]>; // In ms, by what was asked for
}

/** Past festivals of 30 contestants: few in the first world, those of a long life in the others. */
const EDITIONS = SIZES.map((_, at) => (at === 0 ? 2 : 20));

const worlds = await makeWorlds(SIZES, EDITIONS);
const measured: Measured[] = [];
for (const [at, { dataDir }] of worlds.entries()) measured.push(await begin(dataDir, SIZES[at] ?? 0));
try {
  for (let round = 0; round < ROUNDS; round += 1) for (const each of measured) await measure(each, round);
  const names = [...(measured[0]?.times.keys() ?? [])];
  const rows = names.map((name) => {
    const medians = measured.map(({ times }) => median(times.get(name) ?? []));
    const ratio = (medians.at(-1) ?? Number.NaN) / (medians[0] ?? Number.NaN);
    const [p95 = Number.NaN] = (measured.at(-1)?.times.get(name) ?? []).toSorted((a, b) => b - a).slice(ROUNDS / 20);
    return [name, ...medians.map((value) => value.toFixed(2)), p95.toFixed(2), ratio.toFixed(2)];
  });
  const memory = await Promise.all(measured.map(({ server }) => residentMemory(server.pid)));
  printTable(
    ['ms, median', ...SIZES.map((size) => `${size} articles`), 'p95 of the last', 'last / first'],
    [...rows, ['resident memory, MB', ...memory.map((bytes) => bytes.toFixed(0)), '', '']],
  );
} finally {
  for (const { server } of measured) await server.stop();
  for (const world of worlds) await world.remove();
}

async function begin(dataDir: string, count: number): Promise<Measured> {
  const server = await startServer({ dataDir });
  const token = await signIn(server.origin);
  // Articles that are public in such a world: all but drafts, expired and scheduled ones.
  const isPublic = (number: number) => number % 1000 !== 7 && number % 100 !== 13 && number % 50 !== 21;
  const shown = Array.from({ length: count }, (_, at) => at + 1).filter(isPublic).length;
  return { server, count, token, pages: Math.ceil(shown / 100), times: new Map() };
}

/** The first two rounds warm up. */
async function measure({ server, count, token, pages, times }: Measured, round: number): Promise<void> {
  const last = pages > 1 ? `?page=${pages}` : '';
  const asked: [name: string, path: string, isAdmin: boolean][] = [
    ['home', '/', false],
    ['/news', '/news', false],
    ['/news, a middle page', pages > 2 ? `/news?page=${Math.floor(pages / 2)}` : '/news', false],
    ['/news, a last page', `/news${last}`, false],
    ['an article', `/news/${newestSlug(count)}`, false],
    ['feed', '/feed.xml', false],
    ['/programme', '/programme', false],
    ['/history, 2 and 20 festivals', '/history', false],
    ['/history/2024', '/history/2024', false],
    ['admin list', '/api/admin/news?fields=card&limit=50', true],
    // A hundred articles have one of each.
    ['admin list, one draft', '/api/admin/news?fields=card&limit=1&status=draft', true],
    ['admin list, one scheduled', '/api/admin/news?fields=card&limit=1&status=scheduled', true],
    ['admin list, search', `/api/admin/news?fields=card&limit=50&q=${encodeURIComponent('зрителей № 1')}`, true],
    ['admin list, search in vain', `/api/admin/news?fields=card&limit=50&q=${encodeURIComponent('ничего')}`, true],
    ['search of the site, a rare word', `/api/search?q=${encodeURIComponent(`победителем № ${count}`)}`, false],
    ['search of the site, a word of all', `/api/search?q=${encodeURIComponent('песнями')}`, false],
    ['search of the site, two of them', `/api/search?q=${encodeURIComponent('репетировали костюм')}`, false],
    ['search of the site, a mistyped letter', `/api/search?q=${encodeURIComponent('аркестр')}`, false],
    ['search of the site, in vain', `/api/search?q=${encodeURIComponent('ничего подобного')}`, false],
    ['/search', `/search?q=${encodeURIComponent('финал')}`, false],
  ];
  for (const [name, path, isAdmin] of asked) {
    await call(server.origin, 'PUT', '/api/vote-settings', { title: `${name} ${round}` }, token);
    const from = performance.now();
    const answer = await fetch(server.origin + path, { headers: isAdmin ? { Authorization: `Bearer ${token}` } : {} });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path} is ${answer.status}`);
    if (round >= 2) times.set(name, [...(times.get(name) ?? []), performance.now() - from]);
  }
}
