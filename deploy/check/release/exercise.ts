import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { printTable } from '../../../bench/rig/table.ts';
import { ADMIN } from '../../../test/rig/server.ts';
import type { Archives } from './archives.ts';
import { run } from './debian.ts';
import type { Service } from './stand-in.ts';
import { startLoad } from './steady-load.ts';

const RATE = 500; // reads a second
const CALM = 2000; // ms of load before and after

interface Checking {
  debian: string;
  service: Service;
  archives: Archives;
  say: (line: string) => void;
}

/** Upgrades and rollbacks under load, in this order, with the expected outcome. */
export async function exercise(checking: Checking): Promise<void> {
  const { archives } = checking;
  const [old, same, good] = [/^0\./, /^9\.1\.0$/, /^9\.2\.0$/];
  const steps: Step[] = [
    { name: 'one without a signature', command: `rampa upgrade ${archives.same}`, code: 1, runs: old, says: /Подписи/ },
    { name: 'a cut archive', command: `rampa upgrade --unsigned ${archives.cut}`, code: 1, runs: old },
    { name: 'a changed archive', command: `rampa upgrade --unsigned ${archives.changed}`, code: 1, runs: old },
    { name: 'one for another machine', command: `rampa upgrade --unsigned ${archives.other}`, code: 1, runs: old },
    // The second one is refused, the first one goes on.
    {
      name: 'upgrade, and another one meanwhile',
      command: `rampa upgrade --unsigned ${archives.same} & sleep 2; rampa upgrade --unsigned ${archives.same}; [ $? = 1 ] && wait $!`,
      code: 0,
      runs: same,
    },
    { name: 'rollback', command: 'rampa rollback', code: 0, runs: old },
    {
      name: 'one that was killed before the restart',
      command: `cd /opt/rampa; ln -sfn releases/first previous; ln -sfn releases/9.1.0 current; rampa upgrade --unsigned ${archives.same}`,
      code: 0,
      runs: same,
    },
    { name: 'the same once more', command: 'rampa upgrade 9.1.0', code: 0, runs: same, says: /уже работает/ },
    { name: 'rollback from it', command: 'rampa rollback', code: 0, runs: old },
    // What already lies there under its name stays.
    {
      name: 'a migration that fails',
      command: `mkdir /opt/rampa/releases/9.3.0; rampa upgrade --unsigned ${archives.bad}; code=$?; rmdir /opt/rampa/releases/9.3.0 || exit 9; exit $code`,
      code: 1,
      runs: old,
    },
    {
      name: 'one that cannot listen on the socket of systemd',
      command: `rampa upgrade --unsigned ${archives.deaf}`,
      code: 1,
      runs: old,
      says: /не запускается, поэтому ничего не изменено/,
    },
    // Seconds without a server: more would not fit into the queue of the socket.
    {
      name: 'one that migrates, then never listens',
      command: `rampa upgrade --unsigned ${archives.mute}`,
      code: 1,
      runs: old,
      rate: 50,
    },
    { name: 'upgrade with a migration', command: `rampa upgrade --unsigned ${archives.good}`, code: 0, runs: good },
    {
      name: 'one that is older than the data',
      command: `rampa upgrade --unsigned ${archives.same}`,
      code: 1,
      runs: good,
      says: /старее базы/,
    },
    { name: 'rollback of it, not agreed to', command: 'rampa rollback', code: 1, runs: good },
    { name: 'rollback of it', command: 'rampa rollback --yes', code: 0, runs: old, isLoss: true },
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
  command: string; // For a shell
  code: number;
  runs: RegExp;
  says?: RegExp;
  rate?: number;
  isLoss?: boolean; // What was saved after the copy is lost, as agreed
}

async function exerciseOne({ debian, service, say }: Checking, step: Step): Promise<string[]> {
  const { name, command, says = /^/, rate = RATE, isLoss = false } = step;
  const token = await signIn(service.origin);
  const stop = startLoad(service.origin, rate, token);
  await sleep(CALM);
  const from = performance.now();
  const done = await run(debian, command);
  const took = (performance.now() - from) / 1000;
  await sleep(CALM);
  const load = await stop();
  say(done.said.trim().replaceAll(/^/gm, '    '));
  const titles = titlesIn(debian);
  const lost = load.saved.filter((title) => !titles.has(title)).length;
  const runs = await runningVersion(service.origin);
  const isAsExpected = done.code === step.code && says.test(done.said) && step.runs.test(runs);
  const isGood = isAsExpected && load.failed.length === 0 && (isLoss || lost === 0);
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
