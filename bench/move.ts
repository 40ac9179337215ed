import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { digestTables, findDifference } from '../db/copying/copying.ts';
import { openPostgres, openSqlite } from '../db/dialect.ts';
import { databaseIn } from '../db/open.ts';
import type { Db } from '../db/tables.ts';
import { filesOf, uploadsIn } from '../model/uploads/storage/storage.ts';
import { compareUploads, storageOf } from '../model/uploads/storage/transfer.ts';
import { startPostgres } from '../test/rig/database/postgres.ts';
import { printTable } from './rig/table.ts';
import { makeWorld } from './rig/world.ts';
import { processorTime } from './rig/wrk.ts';

// A site moves to PostgreSQL and back: `node bench/move.ts [articles] [pictures]`. Ends with 1 when a hash differs.

const ARTICLES = Number(process.argv[2] ?? 100_000);
const PICTURES = Number(process.argv[3] ?? 2000);
/** Of a photo and its copies. In bytes. */
const SIZES = [400_000, 160_000, 90_000, 60_000, 25_000];
const ROOT = path.join(import.meta.dirname, '..');

const world = await makeWorld(ARTICLES);
const back = await mkdtemp(path.join(tmpdir(), 'rampa-bench-back-'));
const postgres = await startPostgres(tmpdir());
await addImages(world.dataDir);
const files = await filesOfWorld();
const wanted = await digestsOf(world.dataDir);
const there = await run(postgres.url, { DATA_DIR: world.dataDir });
const moved = await digestsOf(postgres.url);
const again = await run(back, { DATABASE_URL: postgres.url, DATA_DIR: back });
const returned = await digestsOf(back);
const rows = Object.values(wanted.tables).reduce((sum, table) => sum + table.rows, 0);
const verdict = (found: typeof wanted) =>
  findDifference(wanted.tables, found.tables) ??
  (found.pictures.sha256 === wanted.pictures.sha256 ? 'equal' : 'pictures');
const verdicts = [verdict(moved), verdict(returned)];
const untouched = (await filesOfWorld()) === files ? 'equal' : 'changed';
printTable(
  [
    `${rows} rows, ${wanted.pictures.files} files of ${wanted.pictures.uploads} uploads, ${megabytes(wanted.pictures.bytes)} MB`,
    's',
    'of them CPU',
    'most memory, MB',
    'hashes',
  ],
  [
    ['SQLite → PostgreSQL', there.seconds, there.cpu, there.memory, verdicts[0] ?? ''],
    ['PostgreSQL → SQLite', again.seconds, again.cpu, again.memory, verdicts[1] ?? ''],
    ["the source's own files afterwards", '', '', '', untouched],
  ],
);
await postgres.stop();
await world.remove();
await rm(back, { recursive: true });
if ([...verdicts, untouched].some((each) => each !== 'equal')) process.exitCode = 1;

/** Noise: what the bytes are is nothing to a move. */
async function addImages(dataDir: string): Promise<void> {
  const db = openSqlite(databaseIn(dataDir));
  await mkdir(uploadsIn(dataDir), { recursive: true });
  for (let number = 0; number < PICTURES; number += 1) {
    const name = `${randomBytes(16).toString('hex')}.jpg`;
    for (const [at, file] of filesOf(name).entries())
      await writeFile(path.join(uploadsIn(dataDir), file), randomBytes(SIZES[at] ?? 0));
    const row = { name, width: 2400, height: 1600, bytes: SIZES[0] ?? 0, created_at: new Date().toISOString() };
    await db.insertInto('images').values(row).execute();
  }
  await db.destroy();
}

async function digestsOf(place: string) {
  const db: Db = place.startsWith('postgres:') ? await openPostgres(place, 0) : openSqlite(databaseIn(place));
  try {
    const storage = storageOf(db, uploadsIn(place));
    return { tables: await digestTables(db), pictures: await compareUploads(db, storage, storage, () => {}) };
  } finally {
    await db.destroy();
  }
}

/** One hash of the source's database file and pictures. */
async function filesOfWorld(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(databaseIn(world.dataDir)));
  for (const name of (await readdir(uploadsIn(world.dataDir))).sort())
    hash.update(`${name} ${await fileHash(path.join(uploadsIn(world.dataDir), name))}`);
  return hash.digest('hex');
}

async function fileHash(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}

async function run(to: string, env: NodeJS.ProcessEnv): Promise<{ seconds: string; cpu: string; memory: string }> {
  const from = performance.now();
  const child = spawn(process.execPath, ['cli/rampa.ts', 'move', '--to', to], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, ...env },
  });
  let [peak, cpu] = [0, 0];
  const look = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peak = Math.max(peak, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0));
    cpu = Math.max(cpu, await processorTime(child.pid ?? 0).catch(() => 0));
  }, 100);
  const [code] = await once(child, 'exit');
  clearInterval(look);
  if (code !== 0) throw new Error(`rampa move ended with ${code}.`);
  return {
    seconds: ((performance.now() - from) / 1000).toFixed(0),
    cpu: (cpu / 1000).toFixed(0),
    memory: megabytes(peak * 1024),
  };
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
