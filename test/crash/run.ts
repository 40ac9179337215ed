import { parseArgs } from 'node:util';
import { percentile, printTable } from '../../bench/rig/table.ts';
import { ensureBuilt } from '../../ops/build/build.ts';
import { startPostgres } from '../rig/database/postgres.ts';
import { type Finding, fillDisk } from './disk.ts';
import { observeOrder } from './fsync.ts';
import { killRounds } from './kill.ts';
import { killMigrations, killPostgresMigrations } from './migrations.ts';

// `npm run test:crash [-- --rounds N]`: kill -9 under writes. Further parts by their name, see PARTS. Ends with 1 when anything is amiss.

/** A thousand take half an hour on a quiet machine (Ctrl+C ends them with what was found by then); these show that it works. */
const USUAL_ROUNDS = '50';

/** Faults in full, of each part. */
const SHOWN = 20;

const PARTS: Record<string, (rounds: number) => Promise<boolean>> = { kill, fsync, disk, migrations };

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: USUAL_ROUNDS } },
  allowPositionals: true,
});
const [name = 'kill'] = positionals;
const part = PARTS[name];
if (!part) {
  process.stderr.write(`npm run test:crash -- ${Object.keys(PARTS).join(' | ')} [--rounds N]\n`);
  process.exit(2);
}
await ensureBuilt(tell);
process.exitCode = (await part(Number(values.rounds))) ? 0 : 1;

async function kill(rounds: number): Promise<boolean> {
  const enough = new AbortController();
  process.once('SIGINT', () => enough.abort());
  const result = await killRounds(rounds, tell, enough.signal);
  const { confirmed, lost, rate, missing, damage, ready } = result;
  printTable(
    ['kill -9 under writes', '', 'goal'],
    [
      ['rounds', String(result.rounds), ''],
      ['acknowledged changes', String(confirmed), ''],
      ['changes without an answer', String(lost), ''],
      ['acknowledged changes a second', rate.toFixed(0), '>= 20'],
      ['acknowledged changes missing or half', String(missing.length), '0'],
      ['faults of integrity', String(damage.length), '0'],
      ['ready again, ms: median', percentile(ready, 0.5).toFixed(0), ''],
      ['ready again, ms: p99', percentile(ready, 0.99).toFixed(0), '<= 2000'],
      ['ready again, ms: most', Math.max(...ready).toFixed(0), ''],
    ],
  );
  for (const fault of [...missing, ...damage].slice(0, SHOWN)) tell(JSON.stringify(fault));
  return missing.length === 0 && damage.length === 0;
}

async function fsync(rounds: number): Promise<boolean> {
  const { kinds, faults } = await observeOrder(rounds);
  const rows = [...kinds].map(([kind, { seen, inOrder }]) => [
    kind,
    String(seen),
    `${((inOrder / seen) * 100).toFixed(0)} %`,
    '100 %',
  ]);
  printTable(['answered after its fsync (strace)', 'observed', 'in order', 'goal'], rows);
  for (const fault of faults.slice(0, SHOWN)) tell(fault);
  return faults.length === 0;
}

async function disk(): Promise<boolean> {
  return report('a disk that is full', await fillDisk());
}

async function migrations(): Promise<boolean> {
  const postgres = await startPostgres();
  try {
    return report('a migration that is killed', [
      ...(await killMigrations()),
      ...(await killPostgresMigrations(postgres.url)),
    ]);
  } finally {
    await postgres.stop();
  }
}

function report(name: string, findings: Finding[]): boolean {
  printTable(
    [name, 'found'],
    findings.map(([what, fault]) => [what, fault ?? 'as it should be']),
  );
  return findings.every(([, fault]) => fault === undefined);
}

function tell(line: string): void {
  process.stdout.write(`${line.slice(0, 400)}\n`);
}
