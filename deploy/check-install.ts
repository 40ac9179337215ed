import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../bench/rig/nginx.ts';
import { printTable } from '../bench/rig/table.ts';
import { endGroup, type Machine, makeMachine } from './check/machine.ts';

// The first commands of the README with each npm that people have: `npm run check:install [npm version …]`, with git and a registry.
// It clones the last commit. Ends with 1 when a command fails.

/** npm, and the Node it is used with. The first two come with Debian 13 and Node 20; only the last one links node_modules/.bin/node. */
const NODE_OF: Record<string, string> = {
  '9.2.0': '20',
  '10.8.2': '20',
  '10.9.4': '22',
  '11.0.0': '22',
  '11.6.0': '24',
  latest: '24',
};
/** In ms. */
const ANSWER_TIMEOUT = 300_000;
const EXIT_TIMEOUT = 60_000;
const STEPS: Record<string, (machine: Machine) => Promise<unknown>> = {
  'npm ci': ({ npm }) => npm(['ci']),
  'npm test': ({ npm }) =>
    npm(['test', '--', '--project', 'pure', 'test/deploy/older-node.slow.pure.test.ts', '-t', 'run on Node 26']),
  'npm start': (machine) => answers(machine, ['start']),
  'npm run rampa': ({ npm, site }) =>
    npm(['run', 'rampa', '--', 'admin', 'list'], { DATA_DIR: path.join(site, 'data') }),
  'npm run demo': (machine) => answers(machine, ['run', 'demo']),
};

const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(NODE_OF);
const rows: string[][] = [];
for (const version of chosen) rows.push(await check(version));
printTable(['npm', 'Node', '.bin/node', ...Object.keys(STEPS)], rows);

async function check(version: string): Promise<string[]> {
  const machine = makeMachine(version, NODE_OF[version] ?? '20');
  const cells: string[] = [];
  try {
    for (const [name, step] of Object.entries(STEPS)) {
      const from = performance.now();
      await step(machine);
      const seconds = ((performance.now() - from) / 1000).toFixed(0);
      process.stderr.write(`npm ${version}: ${name}: ${seconds} s\n`);
      cells.push(`${seconds} s`);
    }
  } catch (error) {
    process.stderr.write(`npm ${version}: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
    cells.push('FAILED');
  }
  const link = existsSync(path.join(machine.site, 'node_modules', '.bin', 'node')) ? 'yes' : 'no';
  const npm = await machine.npm(['--version']);
  machine.remove();
  return [npm.trim(), machine.node, link, ...cells];
}

/** Starts the site, waits for its home page, and ends it as a supervisor does. */
async function answers({ start, site }: Machine, args: string[]): Promise<void> {
  const port = await freePort();
  const child = start(args, { PORT: String(port), DATA_DIR: path.join(site, 'data') });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(String(chunk)));
  try {
    await until(ANSWER_TIMEOUT, async () => {
      if (child.exitCode !== null)
        throw new Error(`npm ${args.join(' ')} ends with ${child.exitCode}:\n${said.join('')}`);
      return (await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))?.status === 200;
    });
    endGroup(child, 'SIGTERM');
    await until(EXIT_TIMEOUT, async () => !(await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)));
  } finally {
    endGroup(child, 'SIGKILL');
  }
}

async function until(timeout: number, isDone: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + timeout;
  while (!(await isDone())) {
    if (performance.now() > end) throw new Error(`Not within ${timeout / 1000} s.`);
    await sleep(200);
  }
}
