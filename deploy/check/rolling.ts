import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureBuilt } from '../../ops/build/build.ts';
import { startPostgres } from '../../test/rig/database/postgres.ts';
import { spawnHeld } from '../../test/rig/held.ts';
import { ADMIN } from '../../test/rig/server.ts';
import { installNginxConf, replaceUpstreams } from './alone.ts';

const SITE = 'song.example';
/** Of the addresses in nginx-many.conf. Two servers have the least to spare: while one restarts, the other is the only one. */
const HOSTS = ['10.0.0.11', '10.0.0.12'];
const LEFT_OUT = '10.0.0.13';
const READS = 2000;
/** In ms. */
const EVERY = 10;
const PAGES = ['/', '/news', '/api/news?limit=10', '/watch', '/feed.xml', '/api/watch-settings'];

/**
 * Upgrades as docs/ru/обновление.md says, one server after the other as soon as /readyz is 200, under 100 reads a second: none may fail.
 * No socket is held meanwhile: of a stopping server nginx hears a refusal.
 */
export async function checkRolling(say: (line: string) => void): Promise<void> {
  await ensureBuilt(say);
  const folder = mkdtempSync(path.join(tmpdir(), 'rampa-rolling-'));
  for (const host of HOSTS) execFileSync('ip', ['address', 'add', `${host}/24`, 'dev', 'lo']);
  installNginxConf(SITE);
  replaceUpstreams(LEFT_OUT);
  const postgres = await startPostgres();
  const servers = new Map<string, ChildProcess>();
  const start = async (host: string) => {
    servers.set(host, spawnServer(host, path.join(folder, host), postgres.url));
    while (!(await fetch(`http://${host}:3000/readyz`).catch(() => undefined))?.ok) await sleep(EVERY);
  };
  const nginx = spawn('nginx', ['-g', 'daemon off;'], { stdio: ['ignore', 'inherit', 'inherit'] });
  try {
    for (const host of HOSTS) await start(host);
    const reading = read();
    let restarts = 0;
    for (; !reading.isOver(); restarts += 1) {
      const host = HOSTS[restarts % HOSTS.length] ?? '';
      await end(servers.get(host));
      await start(host);
    }
    const { failed, slowest } = await reading.result;
    say(
      `  ${restarts} restarts in turn, ${READS} reads: ${failed.length} failed, the slowest took ${slowest.toFixed(0)} ms`,
    );
    if (failed.length > 0)
      throw new Error(`of ${READS} reads ${failed.length} failed: ${[...new Set(failed)].join(', ')}`);
  } finally {
    for (const child of [nginx, ...servers.values()]) await end(child);
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function spawnServer(host: string, dataDir: string, databaseUrl: string): ChildProcess {
  const child = spawnHeld('ignore', {
    HOST: host,
    PORT: '3000',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    TRUST_PROXY: '10.0.0.0/24',
    PUBLIC_URL: `https://${SITE}`,
    ADMIN_PASSWORD: ADMIN.password,
  });
  child.stdout?.resume();
  child.stderr?.pipe(process.stderr);
  return child;
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

function read(): { isOver: () => boolean; result: Promise<{ failed: string[]; slowest: number }> } {
  const failed: string[] = [];
  let slowest = 0;
  let isOver = false;
  const visit = async (turn: number) => {
    const from = performance.now();
    const page = PAGES[turn % PAGES.length] ?? '/';
    // An address of its own: nothing of this comes out of what nginx keeps.
    const status = await get(`${page}${page.includes('?') ? '&' : '?'}n=${turn}`);
    if (status !== '200') failed.push(status);
    slowest = Math.max(slowest, performance.now() - from);
  };
  const everything = async () => {
    const visits: Promise<void>[] = [];
    for (let turn = 0; turn < READS; turn += 1) {
      visits.push(visit(turn));
      await sleep(EVERY);
    }
    await Promise.all(visits);
    isOver = true;
    return { failed, slowest };
  };
  return { isOver: () => isOver, result: everything() };
}

async function get(address: string): Promise<string> {
  const options = {
    host: '127.0.0.1',
    path: address,
    headers: { host: SITE },
    rejectUnauthorized: false,
    agent: false,
  };
  const request = https.get(options);
  try {
    const [answer] = await once(request, 'response');
    for await (const _ of answer);
    return String(answer.statusCode);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
