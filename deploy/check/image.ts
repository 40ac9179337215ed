import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../bench/rig/nginx.ts';
import { unpackRelease } from '../../ops/release/archive.ts';
import { execForm, lastStep, parseDockerfile, type Stage, variablesOf } from './dockerfile.ts';
import { systemPath } from './machine.ts';
import { releaseArchive } from './release.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
/** Commands that change the system of the image; they are not run on the system of whoever checks. */
const OF_SYSTEM = /^(apt-get|install -d)\s/;
const MEGABYTE = 1_000_000;
/** Beside the runtime, production only. In MB. */
const ROOM = 120;
const STOPS_WITHIN = 25_000;

/**
 * Does what deploy/Dockerfile says, step by step, in empty directories in place of images, as another user when run by root; then
 * starts the command and asks for its health. What it cannot show is whether the base images hold what they are believed to.
 */
export async function checkImage(say: (line: string) => void): Promise<void> {
  const home = mkdtempSync(path.join(tmpdir(), 'rampa-image-'));
  chmodSync(home, 0o755);
  const stages = parseDockerfile(readFileSync(path.join(ROOT, 'deploy', 'Dockerfile'), 'utf8'));
  const user = userOf(stages);
  try {
    const context = path.join(home, 'context');
    await unpackRelease(releaseArchive(home), context);
    for (const stage of stages) buildStage(stage, { home, context, user, say });
    const image = stages.at(-1);
    if (image) await runImage(image, { home, context, user, say });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

interface Building {
  home: string;
  context: string;
  user: { uid?: number; gid?: number }; // User of the image; empty unless this process may change its own
  say: (line: string) => void;
}

function userOf(stages: Stage[]): Building['user'] {
  const [uid, gid] = (stages.at(-1)?.steps.find(({ keyword }) => keyword === 'USER')?.rest ?? '')
    .split(':')
    .map(Number);
  if (!uid || !gid) throw new Error('Dockerfile: USER has to be two numbers other than 0.');
  return process.getuid?.() === 0 ? { uid, gid } : {};
}

/** Of a stage, its `/app` is a directory here. */
function folderOf(home: string, stage: string): string {
  return path.join(home, stage, 'app');
}

function buildStage(stage: Stage, building: Building): void {
  const { home, say, user } = building;
  const folder = folderOf(home, stage.name);
  mkdirSync(folder, { recursive: true });
  give(folder, user);
  for (const { keyword, flags, rest } of stage.steps) {
    if (keyword === 'COPY') copy(stage, flags.from, rest, building);
    if (keyword !== 'RUN') continue;
    if (OF_SYSTEM.test(rest)) say(`  ${stage.base}: not run here: ${rest}`);
    else run(rest, folder, building);
  }
}

function copy(stage: Stage, from: string | undefined, rest: string, { home, context, user }: Building): void {
  const words = rest.split(/\s+/);
  const to = words.pop() ?? '';
  const source = from === undefined ? context : path.join(home, from);
  for (const word of words) {
    const target = path.join(
      folderOf(home, stage.name),
      to,
      to.endsWith('/') && word !== '.' ? path.basename(word) : '',
    );
    cpSync(path.join(source, word), target, { recursive: true, verbatimSymlinks: true });
  }
  give(folderOf(home, stage.name), user);
}

function run(command: string, cwd: string, { home, user, say }: Building): void {
  const from = performance.now();
  const env = { PATH: systemPath(), HOME: path.join(home, 'home'), npm_config_update_notifier: 'false' };
  mkdirSync(env.HOME, { recursive: true });
  give(env.HOME, user);
  const done = spawnSync('/bin/sh', ['-c', command], { cwd, env, ...user, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`Dockerfile: RUN ${command} ends with ${done.status}:\n${done.stderr}`);
  say(`  RUN ${command}: ${((performance.now() - from) / 1000).toFixed(0)} s`);
}

function give(folder: string, { uid, gid }: Building['user']): void {
  if (uid === undefined || gid === undefined) return;
  execFileSync('chown', ['-R', '--no-dereference', `${uid}:${gid}`, folder]);
}

async function runImage(stage: Stage, { home, user, say }: Building): Promise<void> {
  const cwd = folderOf(home, stage.name);
  const data = path.join(home, 'data');
  mkdirSync(data);
  if (user.uid !== undefined && user.gid !== undefined) chownSync(data, user.uid, user.gid);
  // Nothing but /data and /tmp is written, as in a container whose file system is read-only.
  execFileSync('chmod', ['-R', 'a-w', cwd]);
  tellSizes(cwd, say);
  const variables = variablesOf(stage);
  const env = {
    ...variables,
    PATH: (variables.PATH ?? '').replaceAll('/app', cwd),
    NODE_COMPILE_CACHE: path.join(home, 'home', 'code'),
    DATA_DIR: data,
    PORT: String(await freePort()),
  };
  const health = execForm(lastStep(stage, 'HEALTHCHECK')?.rest.replace(/^.*?CMD/, '') ?? '') ?? [];
  const isHealthy = () => spawnSync(health[0] ?? '', health.slice(1), { cwd, env, ...user }).status === 0;
  if (isHealthy()) throw new Error('Dockerfile: HEALTHCHECK is content with a server that does not run.');
  const [command = '', ...args] = execForm(lastStep(stage, 'CMD')?.rest ?? '') ?? [];
  const from = performance.now();
  const server = spawn(command, args, { cwd, env, ...user, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    while (!isHealthy()) {
      if (server.exitCode !== null || performance.now() - from > 60_000)
        throw new Error('Dockerfile: CMD does not get healthy.');
      await sleep(100);
    }
    say(
      `  CMD as user ${user.uid ?? process.getuid?.()}: healthy after ${((performance.now() - from) / 1000).toFixed(1)} s`,
    );
    for (const page of ['/', '/news', '/admin/login', '/api/openapi.json'])
      await expectPage(`http://127.0.0.1:${env.PORT}${page}`);
  } finally {
    server.kill('SIGTERM');
  }
  const [code] =
    server.exitCode === null ? await once(server, 'exit', { signal: AbortSignal.timeout(STOPS_WITHIN) }) : [];
  if (code !== 0) throw new Error(`Dockerfile: CMD ends with ${code} after SIGTERM.`);
}

async function expectPage(address: string): Promise<void> {
  const { status } = await fetch(address);
  if (status !== 200) throw new Error(`${address} answers ${status}.`);
}

function tellSizes(folder: string, say: (line: string) => void): void {
  const whole = sizeOf(folder);
  const packages = sizeOf(path.join(folder, 'node_modules'));
  const runtime = execFileSync(
    'sh',
    ['-c', 'du -scb node_modules/node-* node_modules/node-bin-* 2>/dev/null | tail -1'],
    { cwd: folder },
  );
  const rest = packages - Number.parseInt(runtime.toString(), 10) / MEGABYTE;
  say(
    `  /app: ${whole.toFixed(0)} MB, of it packages ${rest.toFixed(0)} MB and the runtime ${(packages - rest).toFixed(0)} MB`,
  );
  if (rest > ROOM) throw new Error(`Dockerfile: the packages take ${rest.toFixed(0)} MB, more than ${ROOM}.`);
}

/** In MB. */
function sizeOf(folder: string): number {
  return Number.parseInt(execFileSync('du', ['-sb', folder]).toString(), 10) / MEGABYTE;
}
