import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { printTable } from '../../bench/rig/table.ts';
import { DESCRIPTION, SUMS } from '../../ops/release/description.ts';
import { unpackRelease } from '../../ops/release/unpack.ts';
import { ADMIN } from '../../test/rig/server.ts';
import { type Tree, writeArchive } from '../release/archive.ts';
import { filesIn } from '../release/packages.ts';
import { statusOf, until } from './debian.ts';
import { type Service, standInForSystemd } from './stand-in.ts';
import { startLoad } from './steady-load.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const RATE = 500; // reads a second
const CALM = 2000; // ms of load before and after
/** Bounds of an archive in bytes, and from the archive to the first page in ms. */
const PACKED = 65_000_000;
const UNPACKED = 250_000_000;
const FIRST_PAGE_WITHIN = 20_000;
/** Throw-away migrations for later versions. */
const GOOD_STEP = `export async function up(db) {
  await db.schema.alterTable('articles').addColumn('subtitle', 'text', (column) => column.notNull().defaultTo('')).execute();
}\n`;
const BAD_STEP = `export async function up(db) {
  await db.schema.createTable('sponsors').addColumn('name', 'text').execute();
  throw new Error('this step fails');
}\n`;

/**
 * A release of HEAD (or the archive in RELEASE) in a Debian 13 with nothing but curl and zstd: its first page, then upgrades and
 * rollbacks under load, with and without changes of the schema; archives that are cut, changed, for another machine or that fail.
 */
export async function checkRelease(say: (line: string) => void): Promise<void> {
  const root = process.env.RAMPA_ALONE ?? '';
  const archive = releaseArchive(root);
  const debian = path.join(root, 'debian');
  makeBareDebian(debian, say);
  try {
    const rows = [...(await firstPage(debian, archive))];
    printTable(['archive', 'figure'], rows);
    const archives = await laterArchives(root, debian, archive);
    install(debian, archive);
    const service = await standInForSystemd(debian);
    try {
      await until(async () => (await statusOf(`${service.origin}/readyz`)) === 200);
      await exercise({ debian, service, archives, say });
    } finally {
      await service.stop();
    }
  } finally {
    execFileSync('umount', ['--recursive', '--lazy', path.join(debian, 'proc'), path.join(debian, 'dev')]);
  }
}

/** The archive in RELEASE, or one that is made of HEAD in `root`. */
export function releaseArchive(root: string): string {
  if (process.env.RELEASE) return process.env.RELEASE;
  const folder = path.join(root, 'release');
  const command = ['--import', './boot/runtime.mjs', 'deploy/release.ts', process.arch, '--to', folder];
  execFileSync(process.execPath, command, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  return path.join(folder, readdirSync(folder).find((name) => name.endsWith('.tar.zst')) ?? '');
}

function makeBareDebian(root: string, say: (line: string) => void): void {
  mkdirSync(root);
  execFileSync('debootstrap', ['--variant=minbase', '--include=curl,zstd', 'trixie', root], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  chmodSync(root, 0o755);
  execFileSync('mount', ['-t', 'proc', 'proc', path.join(root, 'proc')]);
  execFileSync('mount', ['--rbind', '/dev', path.join(root, 'dev')]);
  inside(root, 'useradd --system --home /opt/rampa rampa && useradd --create-home olga');
  const missing = inside(
    root,
    'for name in node npm git gcc python3; do command -v $name || true; done; ls /usr/lib/*/libatomic* 2>/dev/null || true',
  );
  if (missing.trim() !== '') throw new Error(`This Debian has ${missing}.`);
  say(`  a Debian ${inside(root, 'cat /etc/debian_version').trim()} with curl and zstd: no Node, npm, git, libatomic`);
}

/** Archive to first page in three commands, the last one without a PATH. */
async function firstPage(root: string, archive: string): Promise<string[][]> {
  const name = path.basename(archive);
  copyFileSync(archive, path.join(root, 'home/olga', name));
  const port = 3999;
  const from = performance.now();
  inside(root, `su olga -c 'cd && tar --zstd -xf ${name}'`);
  const unpacked = performance.now() - from;
  const command = `cd /home/olga/${name.replace('.tar.zst', '')} && exec env -i PATH=/nonexistent PORT=${port} bin/rampa start`;
  const server = spawn('chroot', [root, 'su', 'olga', '-c', command], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  server.stdout?.resume();
  try {
    await until(async () => (await statusOf(`http://127.0.0.1:${port}/`)) === 200);
    const took = performance.now() - from;
    const bytes = Number(inside(root, `du -sb /home/olga/${name.replace('.tar.zst', '')} --exclude=data | cut -f1`));
    const packed = statSync(archive).size;
    if (packed > PACKED || bytes > UNPACKED || took > FIRST_PAGE_WITHIN)
      throw new Error(`${packed} bytes, ${bytes} unpacked, ${took} ms.`);
    return [
      ['packed', `${(packed / 1e6).toFixed(1)} MB`],
      ['unpacked', `${(bytes / 1e6).toFixed(1)} MB`],
      ['unpacking (tar)', `${(unpacked / 1000).toFixed(1)} s`],
      ['archive to first page', `${(took / 1000).toFixed(1)} s`],
    ];
  } finally {
    if (server.pid) process.kill(-server.pid, 'SIGTERM');
    await until(async () => !(await statusOf(`http://127.0.0.1:${port}/healthz`)));
    rmSync(path.join(root, 'home/olga'), { recursive: true });
  }
}

type Archives = Record<'same' | 'good' | 'bad' | 'deaf' | 'cut' | 'changed' | 'other', string>;

/** Of the archive, others that stand for later versions; all in /root of the Debian. */
async function laterArchives(work: string, root: string, archive: string): Promise<Archives> {
  const folder = path.join(work, 'later');
  await unpackRelease(archive, folder);
  const later = async (version: string, { step = '', platform = `linux-${process.arch}`, isDeaf = false } = {}) => {
    const tree: Tree = new Map();
    for (const name of filesIn(folder, '.')) {
      const from = path.join(folder, name);
      if (name !== DESCRIPTION && name !== SUMS)
        tree.set(name, { from, isExecutable: (statSync(from).mode & 0o100) > 0 });
    }
    const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const made = (text: string) => ({ from: Buffer.from(text), isExecutable: false });
    tree.set('package.json', made(JSON.stringify({ ...manifest, version })));
    if (step) tree.set('db/migrations/0900-later.ts', made(step));
    if (isDeaf) tree.set('boot/listen.ts', made(deaf(readFileSync(path.join(folder, 'boot/listen.ts'), 'utf8'))));
    const to = path.join(root, 'root', `rampa-${version}-${platform}.tar.zst`);
    await writeArchive(to, tree, { version, commit: 'x', platform, time: 0, level: 1 });
    return to;
  };
  const archives = {
    same: await later('9.1.0'),
    good: await later('9.2.0', { step: GOOD_STEP }),
    bad: await later('9.3.0', { step: BAD_STEP }),
    other: await later('9.4.0', { platform: 'linux-riscv64' }),
    deaf: await later('9.5.0', { step: GOOD_STEP, isDeaf: true }),
    cut: path.join(root, 'root/rampa-cut.tar.zst'),
    changed: path.join(root, 'root/rampa-changed.tar.zst'),
  };
  for (const name of ['cut', 'changed'] as const) copyFileSync(archives.same, archives[name]);
  truncateSync(archives.cut, Math.floor(statSync(archives.cut).size * 0.9));
  const bytes = readFileSync(archives.changed);
  bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
  writeFileSync(archives.changed, bytes);
  return Object.fromEntries(
    Object.entries(archives).map(([key, file]) => [key, `/${path.relative(root, file)}`]),
  ) as Archives;
}

/** Listens in the rehearsal. After the migration it fails to listen on the held socket. */
function deaf(code: string): string {
  return code.replace(/(export async function listen\(.*\{)$/m, "$1 if (held !== undefined) throw new Error('deaf');");
}

/** As docs/ru/установка.md says, without systemd's part. */
function install(root: string, archive: string): void {
  copyFileSync(archive, path.join(root, 'root/first.tar.zst'));
  inside(
    root,
    `mkdir -p /opt/rampa/releases/first /etc/systemd/system /usr/local/bin
tar --zstd -xf /root/first.tar.zst -C /opt/rampa/releases/first --strip-components=1 --no-same-owner
ln -s releases/first /opt/rampa/current
cd /opt/rampa/current/deploy/systemd
cp rampa.service rampa.socket /etc/systemd/system/ && cp rampa /usr/local/bin/
printf 'ADMIN_PASSWORD=${ADMIN.password}\\nMETRICS_TOKEN=for-this-check-only\\n' > /etc/rampa.env
mkdir -p /var/lib/rampa /var/cache/rampa && chown rampa:rampa /var/lib/rampa /var/cache/rampa && chmod 750 /var/lib/rampa`,
  );
}

interface Checking {
  debian: string;
  service: Service;
  archives: Archives;
  say: (line: string) => void;
}

/** Upgrades and rollbacks under load, in this order, with the expected outcome. */
async function exercise(checking: Checking): Promise<void> {
  const { archives } = checking;
  const [old, same, good] = [/^0\./, /^9\.1\.0$/, /^9\.2\.0$/];
  const steps: Step[] = [
    { name: 'a cut archive', command: `upgrade ${archives.cut}`, code: 1, runs: old },
    { name: 'a changed archive', command: `upgrade ${archives.changed}`, code: 1, runs: old },
    { name: 'one for another machine', command: `upgrade ${archives.other}`, code: 1, runs: old },
    { name: 'upgrade', command: `upgrade ${archives.same}`, code: 0, runs: same },
    { name: 'rollback', command: 'rollback', code: 0, runs: old },
    { name: 'a migration that fails', command: `upgrade ${archives.bad}`, code: 1, runs: old },
    // Half a minute without a server: more would not fit into the queue of the socket.
    {
      name: 'one that migrates, then never listens',
      command: `upgrade ${archives.deaf}`,
      code: 1,
      runs: old,
      rate: 50,
    },
    { name: 'upgrade with a migration', command: `upgrade ${archives.good}`, code: 0, runs: good },
    { name: 'rollback of it, not agreed to', command: 'rollback', code: 1, runs: good },
    { name: 'rollback of it', command: 'rollback --yes', code: 0, runs: old, isLoss: true },
  ];
  const rows: string[][] = [];
  for (const step of steps) rows.push(await exerciseOne(checking, step));
  printTable(
    ['what', 'code', 'runs', 'reads', 'failed', 'p99, ms', 'slowest, ms', 'saves', 'refused', 'lost', 'command, s'],
    rows,
  );
  if (rows.some(([name]) => name?.startsWith('WRONG'))) throw new Error('Something went wrong: see the table.');
}

interface Step {
  name: string;
  command: string;
  code: number;
  runs: RegExp;
  rate?: number;
  /** What was saved after the copy is lost, as agreed. */
  isLoss?: boolean;
}

async function exerciseOne({ debian, service, say }: Checking, step: Step): Promise<string[]> {
  const { name, command, rate = RATE, isLoss = false } = step;
  const token = await signIn(service.origin);
  const stop = startLoad(service.origin, rate, token);
  await sleep(CALM);
  const from = performance.now();
  const done = await run(debian, `rampa ${command}`);
  const took = (performance.now() - from) / 1000;
  await sleep(CALM);
  const load = await stop();
  say(done.said.trim().replaceAll(/^/gm, '    '));
  const titles = titlesIn(debian);
  const lost = load.saved.filter((title) => !titles.has(title)).length;
  const runs = await runningVersion(service.origin);
  const isGood = done.code === step.code && step.runs.test(runs) && load.failed.length === 0 && (isLoss || lost === 0);
  const figures = [
    load.reads,
    load.failed.length,
    load.p99.toFixed(0),
    load.slowest.toFixed(0),
    load.saved.length,
    load.unsaved.length,
    lost,
  ];
  if (load.failed.length > 0) say(`    ${[...new Set(load.failed)].join(', ')}`);
  return [isGood ? name : `WRONG: ${name}`, String(done.code), runs, ...figures.map(String), took.toFixed(1)];
}

function run(root: string, command: string): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    const said: string[] = [];
    const child = spawn('chroot', [root, 'sh', '-c', command], {
      env: { PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(String(chunk)));
    child.once('close', (code) => resolve({ code, said: said.join('') }));
  });
}

async function signIn(origin: string): Promise<string> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${origin}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify(ADMIN) });
  return ((await answer.json()) as { token: string }).token;
}

async function runningVersion(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/metrics`, { headers: { Authorization: 'Bearer for-this-check-only' } });
  return /rampa_build_info\{[^}]*version="([^"]+)"/.exec(await answer.text())?.[1] ?? '';
}

function titlesIn(root: string): Set<string> {
  const db = new DatabaseSync(path.join(root, 'var/lib/rampa/rampa.sqlite'), { readOnly: true });
  try {
    return new Set(
      db
        .prepare('select title from articles')
        .all()
        .map(({ title }) => String(title)),
    );
  } finally {
    db.close();
  }
}

function inside(root: string, command: string): string {
  const done = spawnSync('chroot', [root, 'sh', '-ec', command], {
    encoding: 'utf8',
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
  });
  if (done.status !== 0) throw new Error(`${command} ends with ${done.status}:\n${done.stdout}${done.stderr}`);
  return done.stdout;
}
