import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startServer, type TestServer } from '../test/rig/server.ts';
import { type Front, SITE, startNginxFront } from './rig/fronts.ts';
import { printTable } from './rig/table.ts';
import { call, makeWorld, newestSlug, signIn } from './rig/world.ts';

// deploy/nginx.conf in Debian's nginx before the server, 64 connections on one page over TLS: `node bench/front.ts [seconds]`.
// How many requests come through, how late a save is seen, whether events pass.

const SECONDS = Number(process.argv[2] ?? 10);
const ARTICLES = 50;
const SAVES = 20;
const PAGE = `/news/${newestSlug(ARTICLES)}`;
// The certificate is our own.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';

const world = await makeWorld(ARTICLES);
const server = await startServer({
  dataDir: world.dataDir,
  env: { TRUST_PROXY: '127.0.0.1/32', PUBLIC_URL: `https://${SITE}` },
});
const nginx = await startNginxFront(server.origin);
try {
  const hammered = await hammer(nginx);
  const seen = await seeSaves(server, nginx);
  printTable(
    ['64 connections on one page', ''],
    [
      ['answers a second', hammered.rate],
      ['answers', String(hammered.answers)],
      ['of them from the server', String(hammered.origin)],
      ['seconds', String(SECONDS)],
      [`${SAVES} saves seen after, ms (last)`, `${Math.max(...seen).toFixed(0)}`],
      ['first event of /api/live', await firstEvent(nginx)],
    ],
  );
} finally {
  await nginx.stop();
  await server.stop();
  await world.remove();
}

async function hammer({ origin, log }: Front): Promise<{ rate: string; answers: number; origin: number }> {
  const asked = ['-t1', '-c64', `-d${SECONDS}s`, '-H', `Host: ${SITE}`, '-H', 'Accept-Encoding: br'];
  const { stdout } = await promisify(execFile)('wrk', [...asked, origin + PAGE]);
  const lines = await log();
  return {
    rate: /Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1] ?? '',
    answers: lines.length,
    origin: lines.filter((line) => !line.startsWith('HIT ')).length,
  };
}

/** In ms from the answer to a save until a visitor gets it through nginx, asking all the time. */
async function seeSaves(behind: TestServer, { origin }: Front): Promise<number[]> {
  const token = await signIn(behind.origin);
  const seen: number[] = [];
  for (let at = 0; at < SAVES; at += 1) {
    const title = `Сохранение номер ${at} из ${SAVES}`;
    await call(behind.origin, 'PUT', `/api/admin${PAGE}`, { title }, token);
    const from = performance.now();
    while (!(await (await fetch(origin + PAGE)).text()).includes(title)) await sleep(5);
    seen.push(performance.now() - from);
  }
  return seen;
}

async function firstEvent({ origin }: Front): Promise<string> {
  const answer = await fetch(`${origin}/api/live`);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  const from = performance.now();
  const first = await reader?.read();
  await reader?.cancel();
  return first?.value ? `after ${(performance.now() - from).toFixed(0)} ms` : 'none';
}
