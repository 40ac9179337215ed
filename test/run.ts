import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from '../server/build.ts';
import { findChromium } from './browser.ts';

// The whole `npm test`: types, lint, unused code, then every test on the finished build.
const ROOT = path.join(import.meta.dirname, '..');
const RESULTS = path.join(ROOT, 'test-results', 'vitest.json');

run('types', ['@react-router/dev/bin.cjs', 'typegen']);
run('types', ['typescript/bin/tsc']);
run('lint', ['@biomejs/biome/bin/biome', 'check', '.']);
run('unused code', ['knip/bin/knip.js']);
await ensureBuilt((line) => process.stdout.write(`${line}\n`));
process.env.CHROMIUM = findChromium();
run(
  'tests',
  ['vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`],
  report,
);

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
