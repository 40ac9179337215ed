import { findTestBrowser } from '../rig/browser/browser.ts';
import { runBodies } from './bodies.ts';
import { runFloods } from './floods.ts';
import { runGuard } from './guard.ts';
import { runHeaderNames } from './header-names.ts';
import { runLinear } from './linear.ts';
import { runMalformed, runMalformedOnPostgres } from './malformed.ts';
import { runPasswords } from './passwords.ts';
import type { Outcome } from './rig.ts';
import { runUploads } from './uploads.ts';

interface Part {
  run: (part: number) => Promise<Outcome>;
  goal: string;
}

// `npm run test:hostile [part …]`: the parts named, or all of them, at full length. Ends with 1 when something was found.
const PARTS: Record<string, Part> = {
  guard: { run: runGuard, goal: '100 % refused, nothing changed' },
  headers: { run: runHeaderNames, goal: '0 differences in decoded bodies' },
  linear: { run: runLinear, goal: '1 MiB of anything within 100 ms of processor time' },
  uploads: { run: runUploads, goal: '0 crashes, 0 non-images, 0 metadata, bombs refused within 50 ms' },
  passwords: { run: runPasswords, goal: 'known device in within 1 s (p99), no lasting lock' },
  malformed: { run: runMalformed, goal: '0 × 5xx, 0 restarts, JSON with a message, nothing changed' },
  postgres: { run: runMalformedOnPostgres, goal: 'the same on PostgreSQL: 0 × 5xx, 0 restarts' },
  floods: {
    run: runFloods,
    goal: 'bounded memory, home within 1 s, silent clients gone in 40 s, last good pages stay',
  },
  bodies: { run: runBodies, goal: '0 executions, 0 policy violations, weak control caught' },
};
/** Findings printed of each part. */
const SHOWN = 20;

const named = process.argv.slice(2);
if (named.some((name) => !(name in PARTS))) {
  process.stderr.write(`npm run test:hostile ${Object.keys(PARTS).join(' | ')}\n`);
  process.exit(2);
}
process.env.CHROMIUM = findTestBrowser();
process.stdout.write('| part | inputs | findings | s | goal |\n| --- | --- | --- | --- | --- |\n');
let failed = false;
for (const [name, part] of Object.entries(PARTS)) {
  if (named.length === 0 || named.includes(name)) failed = (await report(name, part)) || failed;
}
process.exit(failed ? 1 : 0);

async function report(name: string, { run, goal }: Part): Promise<boolean> {
  const started = Date.now();
  const { inputs, findings, notes = [] } = await run(1).catch(brokenOff);
  const seconds = Math.round((Date.now() - started) / 1000);
  process.stdout.write(`| ${name} | ${inputs} | ${findings.length} | ${seconds} | ${goal} |\n`);
  for (const note of notes) process.stdout.write(`  ${note}\n`);
  for (const finding of findings.slice(0, SHOWN)) process.stdout.write(`! ${finding}\n`);
  if (findings.length > SHOWN) process.stdout.write(`! and ${findings.length - SHOWN} more\n`);
  return findings.length > 0;
}

/** A part that cannot go on has found something too. */
function brokenOff(error: unknown): Outcome {
  return { inputs: 0, findings: [`broke off: ${error instanceof Error ? error.stack : error}`] };
}
