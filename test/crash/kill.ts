import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signIn, startServer } from '../rig/server.ts';
import { createClient } from './client.ts';
import { faultsOfData } from './data.ts';
import { createLedger, type Fault } from './ledger.ts';

export interface KillResult {
  rounds: number;
  /** Changes that were acknowledged, and those whose answer was lost. */
  confirmed: number;
  lost: number;
  /** Acknowledged changes a second while the editor works. */
  rate: number;
  /** Acknowledged changes that are not there, or are there in part. */
  missing: Fault[];
  /** What SQLite's checks, the journal and the folder of pictures say. */
  damage: string[];
  /** From the spawn to the first 200 of `/readyz`, in ms, one a round. */
  ready: number[];
}

/** How long the editor works before the server is killed, in ms. */
const WORKS_FOR = { least: 150, most: 900 };
/** One restart in so many is itself killed on its way. */
const KILLED_ON_ITS_WAY = 10;
/** Besides everything written in this round, so many older things are looked at. */
const OLDER = 20;

/** Kills the server with SIGKILL while an editor writes, as often as told or until it is enough; after each restart everything acknowledged has to be there. */
export async function killRounds(
  rounds: number,
  told: (line: string) => void = () => {},
  enough?: AbortSignal,
): Promise<KillResult> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rampa-crash-'));
  const ledger = createLedger();
  const result: KillResult = { rounds: 0, confirmed: 0, lost: 0, rate: 0, missing: [], damage: [], ready: [] };
  let worked = 0;
  let server = await startServer({ dataDir });
  const client = createClient(ledger, await signIn(server.origin));
  for (let round = 1; round <= rounds; round += 1) {
    const gone = new AbortController();
    const working = client.work(server.origin, gone.signal);
    const time = randomInt(WORKS_FOR.least, WORKS_FOR.most);
    await sleep(time);
    await server.kill();
    gone.abort();
    await working;
    worked += time;
    if (round % KILLED_ON_ITS_WAY === 0) await killOnItsWay(dataDir);
    const spawned = performance.now();
    server = await startServer({ dataDir });
    result.ready.push(performance.now() - spawned);
    const keys = ledger.takeTouched();
    const isLast = round === rounds || enough?.aborted === true;
    await look(isLast ? ledger.keys() : [...keys, ...someOf(ledger.keys(), OLDER)]);
    result.damage.push(...(await faultsOfData(dataDir, ledger, isLast ? 'all' : 'quick')));
    result.rounds = round;
    if (isLast) break;
    if (round % 50 === 0) told(`${round} rounds, ${ledger.confirmations()} acknowledged changes, ${summary(result)}`);
  }
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
  const confirmed = ledger.confirmations();
  return { ...result, confirmed, lost: ledger.lost(), rate: confirmed / (worked / 1000) };

  async function look(keys: string[]): Promise<void> {
    for (const key of new Set(keys)) {
      const fault = ledger.settle(key, await client.read(server.origin, key));
      if (fault) result.missing.push(fault);
    }
    ledger.takeTouched();
  }
}

function summary({ missing, damage }: KillResult): string {
  return `${missing.length} missing, ${damage.length} damaged`;
}

/** A start that does not get to its end. */
async function killOnItsWay(dataDir: string): Promise<void> {
  const gone = AbortSignal.timeout(randomInt(50, 500));
  const started = await startServer({ dataDir, killed: gone }).catch(() => undefined);
  await started?.kill();
}

function someOf(keys: string[], count: number): string[] {
  return Array.from({ length: Math.min(count, keys.length) }, () => keys[randomInt(keys.length)] ?? '');
}
