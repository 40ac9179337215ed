import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from '../http/pages/build.ts';
import { findChromium } from './browser.ts';
import { ensureBrowsers } from './browsers/installed.ts';

// `npm test`: types, lint, unused code, then every test on the finished build. `npm test -- FILE …` runs only those tests, with
// Vitest's own options. `npm run check` and `npm run types` are the parts before the tests. `npm run test:browsers` runs the tests of
// other browsers only, with the same options.
const ROOT = path.join(import.meta.dirname, '..');
const RESULTS = path.join(ROOT, 'test-results', 'vitest.json');

const chosen = process.argv.slice(2);
if (chosen[0] === 'types') checkTypes();
else if (chosen[0] === 'check') checkCode();
else if (chosen[0] === 'browsers') {
  await build();
  ensureBrowsers();
  runVitest('--config', 'test/browsers/vitest.config.ts', ...chosen.slice(1));
} else if (chosen.length > 0) {
  await build();
  run('tests', ['vitest/vitest.mjs', 'run', ...chosen]);
} else {
  checkCode();
  await build();
  process.env.CHROMIUM = findChromium();
  runVitest();
}

/** The last line of the output is `N passed, N failed`. */
function runVitest(...options: string[]): void {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`];
  run('tests', ['vitest/vitest.mjs', 'run', ...reporters, ...options], report);
}

function checkTypes(): void {
  run('types', ['@react-router/dev/bin.cjs', 'typegen']);
  run('types', ['typescript/bin/tsc']);
}

function checkCode(): void {
  checkTypes();
  run('lint', ['@biomejs/biome/bin/biome', 'check', '.']);
  run('unused code', ['knip/bin/knip.js']);
}

async function build(): Promise<void> {
  await ensureBuilt((line) => process.stdout.write(`${line}\n`));
}

function run(name: string, [script = '', ...args]: string[], atEnd: () => void = () => {}): void {
  process.stdout.write(`\n── ${name}\n`);
  const { status } = spawnSync(process.execPath, [path.join(ROOT, 'node_modules', script), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  atEnd();
  if (status !== 0) process.exit(status ?? 1);
}

function report(): void {
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(RESULTS, 'utf8')) as Record<string, number>;
  process.stdout.write(`${numPassedTests} passed, ${numFailedTests} failed\n`);
}
