import { runBodies } from './bodies.ts';
import { runGuard } from './guard.ts';
import { runHeaderNames } from './header-names.ts';
import { runLinear } from './linear.ts';
import { runMalformed } from './malformed.ts';
import { runPasswords } from './passwords.ts';
import type { Outcome } from './rig.ts';
import { runUploads } from './uploads.ts';

// `npm run test:hostile [part …]`: the parts named, or all of them, at full length, as a table.
const PARTS: Record<string, { run: (part: number) => Promise<Outcome>; goal: string }> = {
  bodies: { run: runBodies, goal: '0 executions, 0 policy violations, weak control caught' },
  linear: { run: runLinear, goal: '1 MiB of anything within 100 ms of processor time' },
  malformed: { run: runMalformed, goal: '0 × 5xx, 0 restarts, JSON with a message, nothing changed' },
  uploads: { run: runUploads, goal: '0 crashes, 0 non-images, 0 metadata, bombs refused within 50 ms' },
  guard: { run: runGuard, goal: '100 % refused, nothing changed' },
  headers: { run: runHeaderNames, goal: '0 differences in decoded bodies' },
  passwords: { run: runPasswords, goal: 'known device in within 1 s (p99), no lasting lock' },
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  process.stderr.write(`npm run test:hostile -- ${Object.keys(PARTS).join(' | ')}\n`);
  process.exit(2);
}
let failed = 0;
for (const [name, { run, goal }] of Object.entries(PARTS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  const started = Date.now();
  const { inputs, findings, notes = [] } = await run(1);
  const seconds = Math.round((Date.now() - started) / 1000);
  failed += findings.length;
  process.stdout.write(
    `${[name.padEnd(12), String(inputs).padStart(7), `${findings.length} findings`.padStart(13), `${seconds} s`.padStart(6), goal].join('  ')}\n`,
  );
  for (const note of notes) process.stdout.write(`    ${note}\n`);
  for (const finding of findings.slice(0, 20)) process.stdout.write(`  ! ${finding}\n`);
}
process.exit(failed > 0 ? 1 : 0);
