import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { faultsOf, type Guard, isBuilt, ROOT } from './guard.ts';
import { lists } from './lists.ts';

// `npm run guards [-- WORD …] [--red-only]`: takes each guard of the lists away, one after the other, on a copy of the checkout, and
// runs its tests, of which one has to fail by an assertion. A word chooses a subject, or guards by a part of their sentence or file.
// The tests are run once before, with all guards; `--red-only` leaves that out. Ends with 1 when a guard is not caught.
const LEFT_OUT = /^(\.git|node_modules|data|release|test-results|build-.+)$/;
const AT_MOST = 15 * 60_000; // ms, of one run
/** The others are Vitest's own of `expect.poll`, `rejects` and what has no text to match. */
const ASSERTION = /^(?:AssertionError|Error: (?:expected|promise) |TypeError: \.to\w+\(\) expects)/;
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));

const chosen = Object.entries(lists)
  .flatMap(([subject, guards]) => guards.map((guard) => ({ ...guard, subject })))
  .filter(
    ({ subject, guard, file }) =>
      words.length === 0 ||
      words.some((word) => (word in lists ? subject === word : guard.includes(word) || file.includes(word))),
  )
  .toSorted((one, other) => Number(isBuilt(one)) - Number(isBuilt(other)));
const faults = chosen.flatMap(faultsOf);
if (chosen.length === 0 || faults.length > 0) {
  process.stderr.write(`${faults.join('\n') || 'No guard has this word.'}\n`);
  process.exit(1);
}

const copy = mkdtempSync(path.join(tmpdir(), 'rampa-guards-'));
chmodSync(copy, 0o755); // Tests start the server as another user
const builtBefore = `${copy}-build`;
let running: number | undefined;
process.on('exit', () => {
  endRun();
  for (const folder of [copy, builtBefore]) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

makeCopy();
if (!process.argv.includes('--red-only')) await assertGreen();
let missed = 0;
for (const guard of chosen) {
  const began = performance.now();
  const { file, why } = await without(guard);
  const took = `${Math.round((performance.now() - began) / 1000)} s`;
  if (file === undefined) missed += 1;
  const outcome = file === undefined ? `NOT CAUGHT (${why})` : `caught by ${file}`;
  process.stdout.write(`${guard.subject}: ${guard.guard} ${outcome}, ${took}\n`);
}
process.stdout.write(`\n${chosen.length} guards, ${chosen.length - missed} caught, ${missed} not caught\n`);
process.exit(missed > 0 ? 1 : 0);

function makeCopy(): void {
  for (const name of readdirSync(ROOT).filter((each) => !LEFT_OUT.test(each))) copyOver(path.join(ROOT, name), copy);
  const packages = path.join(ROOT, 'node_modules');
  // Hard links: a copy takes a minute and half a gigabyte. Other disks and systems have none.
  if (spawnSync('cp', ['-al', packages, copy]).status !== 0) copyOver(packages, copy);
  // A release asks git which files there are.
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
  ])
    spawnSync('git', args, { cwd: copy });
  if (!build()) throw new Error('The pages cannot be built.');
  cpSync(path.join(copy, 'build'), builtBefore, { recursive: true });
}

function copyOver(from: string, folder: string): void {
  cpSync(from, path.join(folder, path.basename(from)), { recursive: true, verbatimSymlinks: true });
}

function build(): boolean {
  const args = ['--import', './boot/runtime.mjs', 'cli/build.ts'];
  const { status } = spawnSync(process.execPath, args, { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] });
  return status === 0;
}

async function assertGreen(): Promise<void> {
  const tests = [...new Set(chosen.flatMap((guard) => guard.tests))];
  const report = await runTests({ tests });
  const [failed] = failuresOf(report);
  if (report && !failed) return;
  process.stderr.write(failed ? `Red with all guards: ${failed.file} ${failed.name}\n` : 'The run did not end.\n');
  process.exit(1);
}

interface Outcome {
  file?: string | undefined; // The test file that fails by an assertion
  why?: string;
}

/** Runs the tests of a guard without it, and puts it back. */
async function without(guard: Guard): Promise<Outcome> {
  const file = path.join(copy, guard.file);
  const whole = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    whole.replace(guard.remove, () => guard.put),
  );
  try {
    if (isBuilt(guard) && !build()) return { why: 'the pages cannot be built' };
    return judged(await runTests(guard));
  } finally {
    writeFileSync(file, whole);
    putBuildBack();
  }
}

/** A server that a test starts builds the pages anew: the next guard must not find that build. */
function putBuildBack(): void {
  const stampsOf = (folder: string) =>
    ['stamp', 'boot/stamp'].map((name) => {
      const stamp = path.join(folder, name);
      return existsSync(stamp) && readFileSync(stamp, 'utf8');
    });
  const built = path.join(copy, 'build');
  if (stampsOf(built).join() === stampsOf(builtBefore).join()) return;
  rmSync(built, { recursive: true, force: true });
  cpSync(builtBefore, built, { recursive: true });
}

interface Report {
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

function judged(report: Report | undefined): Outcome {
  if (!report) return { why: 'the run did not end' };
  const failures = failuresOf(report);
  const asserted = failures.find(({ messages }) => messages.some(isAssertion));
  if (asserted) return asserted;
  const [other] = failures;
  if (other) return { why: `red by no assertion: ${other.messages[0]?.split('\n')[0]}` };
  const ran = report.testResults.flatMap((each) => each.assertionResults).filter(({ status }) => status === 'passed');
  if (ran.length > 0) return { why: `${ran.length} tests passed` };
  return { why: `no test ran. ${report.testResults.map(({ message }) => message.split('\n')[0]).join(' ')}` };
}

/** Also what a test throws by itself. What the code throws without the guard may be a fault of its removal. */
function isAssertion(message: string): boolean {
  const [first = ''] = /^ +at .*$/m.exec(message) ?? [];
  return ASSERTION.test(message) || (first.includes(path.join(copy, 'test/')) && !message.includes('timed out'));
}

function failuresOf(report: Report | undefined): { file: string; name: string; messages: string[] }[] {
  return (report?.testResults ?? []).flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map((each) => ({ file: path.relative(copy, file), name: each.fullName, messages: each.failureMessages })),
  );
}

/** Undefined when the run was ended for its length or left no report. */
async function runTests({ tests, only, project }: Pick<Guard, 'tests' | 'only' | 'project'>) {
  const report = path.join(copy, 'test-results', 'guards.json');
  rmSync(report, { force: true });
  const isOfPostgres = tests.some((test) => test.includes('.postgres.'));
  const from = project ?? (isOfPostgres ? undefined : '!postgres');
  const child = spawn(
    process.execPath,
    [
      ...['node_modules/vitest/vitest.mjs', 'run', ...tests, '--bail=1', '--retry=0'],
      ...['--reporter=json', `--outputFile=${report}`],
      ...(from === undefined ? [] : [`--project=${from}`]),
      ...(only === undefined ? [] : ['-t', RegExp.escape(only)]),
    ],
    { cwd: copy, env: { ...process.env, TEST_SUITE: 'all' }, stdio: 'ignore', detached: true },
  );
  running = child.pid;
  const timer = setTimeout(endRun, AT_MOST);
  await once(child, 'close');
  clearTimeout(timer);
  endRun();
  return existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Report) : undefined;
}

/** Ends what the present run has started. */
function endRun(): void {
  if (running === undefined) return;
  try {
    process.kill(-running, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
  running = undefined;
}
