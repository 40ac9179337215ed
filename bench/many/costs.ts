import { startBareServer } from '../rig/bare-server.ts';
import { median } from '../rig/table.ts';
import { loadGently } from '../rig/wrk.ts';

const ROUNDS = 7;
const SECONDS = 2;

export interface Costs {
  alone: number; // µs of a processor for an answer of one server that is alone at work, and of each of three
  together: number;
  times: number[]; // Three servers through one, round by round: the machine's own pace changes from one to the next
}

interface End {
  pid: number;
  url: string;
}

/**
 * What an answer costs one of three servers while the others are at work too, by turns with what it costs while they rest. Each is asked
 * as often in both, and less than it could answer: three servers that fight for two cores would show what fighting costs.
 */
export async function costsOf(ends: End[]): Promise<Costs> {
  const alone: number[] = [];
  const together: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const each: number[] = [];
    for (const end of ends) each.push(await costOf(end));
    alone.push(mean(each));
    together.push(mean(await Promise.all(ends.map(costOf))));
  }
  const times = alone.map((cost, round) => (ends.length * cost) / (together[round] ?? Number.NaN));
  return { alone: median(alone), together: median(together), times };
}

function mean(costs: number[]): number {
  return costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
}

async function costOf({ pid, url }: End): Promise<number> {
  return (await loadGently(pid, url, SECONDS)).cost;
}

/** The same of three servers that are nothing but Node: what the machine adds by itself. */
export async function costsOfBare(): Promise<Costs> {
  const answer = { body: Buffer.alloc(12_000, 'a'), type: 'text/html', encoding: 'identity' };
  const servers = await Promise.all(Array.from({ length: 3 }, () => startBareServer([answer])));
  try {
    return await costsOf(servers.map(({ pid, origin }) => ({ pid, url: `${origin}/0` })));
  } finally {
    for (const server of servers) server.stop();
  }
}
