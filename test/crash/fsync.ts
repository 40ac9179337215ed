import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { signIn, startServer } from '../rig/server.ts';
import { createClient } from './client.ts';
import { createLedger } from './ledger.ts';
import { attach, type Call, detach, readCalls } from './trace.ts';

interface Observed {
  kinds: Map<string, { seen: number; inOrder: number }>;
  faults: string[];
}

/** What has to happen before the answer of each kind of change, in this order. */
const SAVED: Call['kind'][] = ['log', 'logSync'];
const UPLOADED: Call['kind'][] = ['temporary', 'temporarySync', 'rename', 'folderSync', 'log', 'logSync'];

/** Watches the real server with strace while an editor writes `rounds` times each kind of change: is each on the disk before its answer leaves? */
export async function observeOrder(rounds: number): Promise<Observed> {
  const directory = await mkdtemp(path.join(tmpdir(), 'rampa-trace-'));
  const trace = path.join(directory, 'trace');
  const server = await startServer();
  const client = createClient(createLedger(), await signIn(server.origin));
  // The first of each starts what is not there yet: the picture process, compiled code.
  await client.steps(server.origin, 1, () => {});
  const strace = await attach(server.pid, trace);
  const kinds: string[] = [];
  await client.steps(server.origin, rounds, (kind) => kinds.push(kind));
  await detach(strace);
  await server.stop();
  const observed = judge(kinds, await readCalls(trace));
  await rm(directory, { recursive: true, force: true });
  return observed;
}

function judge(kinds: string[], calls: Call[]): Observed {
  const windows = split(calls);
  const observed: Observed = { kinds: new Map(), faults: [] };
  if (windows.length !== kinds.length)
    observed.faults.push(`${kinds.length} answers, ${windows.length} of them in the trace`);
  for (const [at, kind] of kinds.entries()) {
    const window = windows[at] ?? [];
    const isInOrder = holds(window, kind === 'upload' ? UPLOADED : SAVED) && isSynced(window);
    const counted = observed.kinds.get(kind) ?? { seen: 0, inOrder: 0 };
    counted.seen += 1;
    if (isInOrder) counted.inOrder += 1;
    else observed.faults.push(`${kind}: ${window.map((call) => call.kind).join(' → ')} → answer`);
    observed.kinds.set(kind, counted);
  }
  return observed;
}

/** What was done before each answer. One change is sent at a time, so all of it belongs to that answer. */
function split(calls: Call[]): Call[][] {
  const windows: Call[][] = [];
  let open: Call[] = [];
  for (const call of calls) {
    if (call.kind !== 'answer') open.push(call);
    else {
      windows.push(open);
      open = [];
    }
  }
  return windows;
}

function holds(window: Call[], steps: Call['kind'][]): boolean {
  let next = 0;
  for (const { kind } of window) if (kind === steps[next]) next += 1;
  return next === steps.length;
}

/** Nothing is written to the log, and no picture made, after the last sync of it. */
function isSynced(window: Call[]): boolean {
  const last = (kind: Call['kind']) => window.findLastIndex((call) => call.kind === kind);
  return (
    last('log') < last('logSync') && last('temporary') <= last('temporarySync') && last('rename') <= last('folderSync')
  );
}
