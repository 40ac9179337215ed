import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSqlite } from '../db/dialect.ts';
import { withArchive } from '../ops/backup/archive/reader.ts';
import { startServer } from '../test/rig/server.ts';
import { steadily } from './rig/steady.ts';
import { percentile, printTable } from './rig/table.ts';
import { call, makeWorld, signIn } from './rig/world.ts';

// A copy under 100 writes a second, restored elsewhere: `node bench/backup.ts [articles] [pictures] [flipped bytes]`.

const [ARTICLES = 100_000, PICTURES = 2000, FLIPS = 40] = process.argv.slice(2).map(Number);
const WRITES_PER_SECOND = 100;
const READS_PER_SECOND = 50;
const PUBLIC = 6; // The first articles of such a world are public
const PICTURE_SIZE = 150_000; // Of a picture, in bytes: what a phone's photo comes to on a page
const QUIET_FOR = 10_000; // How long the site is watched without a copy being made, in ms
const ROOT = path.join(import.meta.dirname, '..');

const world = await makeWorld(ARTICLES);
await addImages(world.dataDir);
const server = await startServer({ dataDir: world.dataDir });
const restoredDir = `${world.dataDir}-restored`;
try {
  const token = await signIn(server.origin);
  const written: string[] = [];
  const load = startLoad(server.origin, token, written);
  await sleep(QUIET_FOR);
  const quiet = load.take();
  const before = written.length;
  const backup = await rampa(['backup'], world.dataDir);
  const during = load.take();
  const after = written.length;
  await load.stop();
  const folder = path.join(world.dataDir, 'backups');
  const [name = ''] = (await readdir(folder)).filter((each) => each.endsWith('.tar'));
  const file = path.join(folder, name);
  const restore = await rampa(['restore', file, '--yes'], restoredDir);
  const slugs = await slugsIn(restoredDir);
  const lost = written.slice(0, before).filter((slug) => !slugs.has(slug)).length;
  const kept = written.slice(0, after).filter((slug) => slugs.has(slug)).length;
  const pictures = await compareImages(world.dataDir, restoredDir);
  const refused = await countRefused(file);
  printTable(
    ['', 'found', 'goal'],
    [
      ['the archive, MB', ((await stat(file)).size / 1e6).toFixed(0), ''],
      ['a copy, s', (backup / 1000).toFixed(1), ''],
      ['a restore, s', (restore / 1000).toFixed(1), ''],
      ['writes acknowledged before the copy began and not in it', `${lost} of ${before}`, '0'],
      ['writes a second, while it was made', ((after - before) / (backup / 1000)).toFixed(0), `${WRITES_PER_SECOND}`],
      ['writes in it', `${kept} of ${after}`, `${before} to ${after}`],
      ['refused', load.refused(), 'none'],
      ['tables with equal counts and hashes (the restore compares them)', 'all', 'all'],
      ['pictures that are equal', `${pictures.equal} of ${pictures.all}`, 'all'],
      ['archives with one flipped byte refused', `${refused} of ${FLIPS}`, 'all'],
      ['writes, p99 in ms: without, with a copy', both(quiet.writes, during.writes, 0.99), ''],
      ['pages, median in ms: without, with a copy', both(quiet.reads, during.reads, 0.5), ''],
      ['pages, p99 in ms: without, with a copy', both(quiet.reads, during.reads, 0.99), '<= 2 ×'],
    ],
  );
} finally {
  await server.stop();
  await world.remove();
  await rm(restoredDir, { recursive: true, force: true });
}

/** Rows and files of pictures: what they show is nothing to a copy. */
async function addImages(dataDir: string): Promise<void> {
  const db = openSqlite(path.join(dataDir, 'rampa.sqlite'));
  await mkdir(path.join(dataDir, 'uploads'), { recursive: true });
  for (let count = 0; count < PICTURES; count += 1) {
    const bytes = randomBytes(PICTURE_SIZE);
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
    await writeFile(path.join(dataDir, 'uploads', `${hash}.jpg`), bytes);
    await writeFile(path.join(dataDir, 'uploads', `${hash}-480.webp`), bytes.subarray(0, PICTURE_SIZE / 5));
    const created_at = new Date().toISOString();
    await db
      .insertInto('images')
      .values({ name: `${hash}.jpg`, width: 800, height: 600, bytes: bytes.length, created_at })
      .execute();
  }
  await db.destroy();
}

/** News written and pages read at a steady pace. `take` gives the times since the last one, in ms. */
function startLoad(origin: string, token: string, written: string[]) {
  let times = { writes: [] as number[], reads: [] as number[] };
  const refusals = new Map<string, number>();
  const timed = async (list: 'writes' | 'reads', work: () => Promise<void>) => {
    const from = performance.now();
    await work().then(
      () => times[list].push(performance.now() - from),
      (error: Error) => {
        const why = `${list} ${error.message}`;
        refusals.set(why, (refusals.get(why) ?? 0) + 1);
      },
    );
  };
  const writers = steadily(WRITES_PER_SECOND, (number) =>
    timed('writes', async () => {
      const slug = `pisano-${number}`;
      const article = { title: slug, slug, content: '<p>Рампа</p>' };
      const answer = await call(origin, 'POST', '/api/admin/news', article, token);
      await answer.arrayBuffer();
      if (answer.status !== 201) throw new Error(`${answer.status}`);
      written.push(slug);
    }),
  );
  const readers = steadily(READS_PER_SECOND, (number) =>
    timed('reads', async () => {
      const answer = await fetch(`${origin}/news/news-${1 + (number % PUBLIC)}`);
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${answer.status}`);
    }),
  );
  return {
    refused: () => [...refusals].map(([why, times]) => `${times} × ${why}`).join(', ') || 'none',
    take() {
      const taken = times;
      times = { writes: [], reads: [] };
      return taken;
    },
    stop: () => Promise.all([writers.stop(), readers.stop()]),
  };
}

/** Gives how long it took, in ms. */
async function rampa(args: string[], dataDir: string): Promise<number> {
  const from = performance.now();
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
  const child = spawn(process.execPath, ['cli/rampa.ts', ...args], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`rampa ${args.join(' ')} ended with ${code}.`);
  return performance.now() - from;
}

async function slugsIn(dataDir: string): Promise<Set<string>> {
  const db = openSqlite(path.join(dataDir, 'rampa.sqlite'));
  const rows = await db.selectFrom('articles').select('slug').execute();
  await db.destroy();
  return new Set(rows.map(({ slug }) => slug));
}

async function compareImages(one: string, other: string): Promise<{ equal: number; all: number }> {
  const names = await readdir(path.join(one, 'uploads'));
  let equal = 0;
  for (const name of names) {
    const [a, b] = await Promise.all(
      [one, other].map((folder) => readFile(path.join(folder, 'uploads', name)).catch(() => undefined)),
    );
    if (a && b && a.equals(b)) equal += 1;
  }
  return { equal, all: names.length };
}

async function countRefused(archive: string): Promise<number> {
  const { size } = await stat(archive);
  const file = await open(archive, 'r+');
  let refused = 0;
  for (let count = 0; count < FLIPS; count += 1) {
    const at = Math.floor((size * (count + Math.random())) / FLIPS);
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at);
    const [byte = 0] = buffer;
    await file.write(Buffer.from([byte ^ (1 << (count % 8))]), 0, 1, at);
    const isTaken = await withArchive(archive, async () => true).catch(() => false);
    if (!isTaken) refused += 1;
    await file.write(Buffer.from([byte]), 0, 1, at);
  }
  await file.close();
  return refused;
}

function both(quiet: number[], during: number[], part: number): string {
  const [one, other] = [percentile(quiet, part), percentile(during, part)];
  return `${one.toFixed(1)}, ${other.toFixed(1)} (${(other / one).toFixed(2)} ×)`;
}
