import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from '../ops/build/build.ts';
import { ensureBrowsers } from './browsers/installed.ts';
import { findTestBrowser } from './rig/browser/browser.ts';

// `npm test`: the tests that a contributor waits for, on the finished build, and beside them types, lint and unused code. `npm run test:all`:
// every test, on both databases. `npm test -- NAME …` runs what matches, with Vitest's own options. `npm run check` and `npm run types` are
// what runs beside the tests. `npm run test:browsers` runs the tests of other browsers only, with the same options. `npm run test:crash` and
// `npm run test:hostile`, with names of their files, are the tests of which others run a share, whole.
const ROOT = path.join(import.meta.dirname, '..');
const RESULTS = path.join(ROOT, 'test-results', 'vitest.json');
const REPORTERS = [
  '--reporter=default',
  '--reporter=./test/rig/summary-reporter.ts',
  '--reporter=json',
  `--outputFile.json=${RESULTS}`,
];

interface Check {
  name: string;
  /** Path below `node_modules`, then arguments. */
  command: string[];
}

const ROUTE_TYPES = ['@react-router/dev/bin.cjs', 'typegen'];
const TYPES: Check = { name: 'types', command: ['typescript/bin/tsc'] };
const CHECKS: Check[] = [
  TYPES,
  { name: 'lint', command: ['@biomejs/biome/bin/biome', 'check', '.'] },
  { name: 'unused code', command: ['knip/bin/knip.js'] },
];

const chosen = process.argv.slice(2);
if (chosen[0] === 'types') await report(await start([TYPES]));
else if (chosen[0] === 'check') await report(await start(CHECKS));
else if (chosen[0] === 'browsers') {
  await build();
  ensureBrowsers();
  await runTests(...REPORTERS, '--config', 'test/browsers/vitest.config.ts', ...chosen.slice(1));
  sayCount();
} else if (chosen[0] === 'whole') {
  const [, folder, ...names] = chosen;
  process.env.TEST_SUITE = 'whole';
  await build();
  process.env.CHROMIUM = findTestBrowser();
  await runTests(...(names.length > 0 ? names : ['']).map((name) => `test/${folder}/${name}`));
} else if (chosen[0] === 'all' || chosen.length === 0) {
  const began = Date.now();
  process.env.TEST_SUITE = chosen[0] ?? 'quick';
  const checks = await start(CHECKS);
  try {
    await build();
    process.env.CHROMIUM = findTestBrowser();
    await runTests(...REPORTERS);
  } finally {
    // Not sooner: on a terminal the tests draw their progress over whatever stands there.
    await report(checks);
  }
  process.stdout.write(`\n${Math.round((Date.now() - began) / 1000)} s in all\n`);
  sayCount();
} else {
  await build();
  await runTests(...chosen);
}

interface Outcome {
  status: number;
  output: string;
}

type Started = Check & { outcome: Promise<Outcome> };

/** Starts all of them at once. */
async function start(checks: Check[]): Promise<Started[]> {
  // The compiler and the search for unused code read these; while they are written they are away.
  const { status, output } = await run(ROUTE_TYPES, 'pipe');
  if (status !== 0) throw new Error(`The types of the routes cannot be made.\n${output}`);
  return checks.map((check) => ({ ...check, outcome: run(check.command, 'pipe') }));
}

async function report(checks: Started[]): Promise<void> {
  for (const { name, outcome } of checks) {
    const { status, output } = await outcome;
    process.stdout.write(`\n── ${name}: ${status === 0 ? 'passed' : 'failed'}\n${output}`);
    process.exitCode ||= status;
  }
}

async function runTests(...options: string[]): Promise<void> {
  process.stdout.write('\n── tests\n');
  // Tests that are killed must not be counted by what an earlier run has left.
  rmSync(RESULTS, { force: true });
  const { status } = await run(['vitest/vitest.mjs', 'run', ...options], 'inherit');
  process.exitCode ||= status;
}

/** The last line of the output is `N passed, N failed`. */
function sayCount(): void {
  if (!existsSync(RESULTS)) throw new Error('The tests were broken off.');
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(RESULTS, 'utf8')) as Record<string, number>;
  process.stdout.write(`\n${numPassedTests} passed, ${numFailedTests} failed\n`);
}

async function build(): Promise<void> {
  await ensureBuilt((line) => process.stdout.write(`${line}\n`));
}

async function run([script = '', ...args]: string[], stdout: 'inherit' | 'pipe'): Promise<Outcome> {
  const child = spawn(process.execPath, [path.join(ROOT, 'node_modules', script), ...args], {
    cwd: ROOT,
    stdio: ['inherit', stdout, stdout],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const [status] = await once(child, 'close');
  return { status: status ?? 1, output };
}
