import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Reading {
  at: number; // In ms since the reading began
  took: number; // From the moment at which it was due, in ms: what waits behind something slow is slow
  status: number; // 0 when there was no answer
  isStale: boolean;
}

const CONNECTIONS = 64; // Readers over 64 kept connections

/** Asks for one address after the other, `rate` times a second whatever the answers are, until `signal` says so. */
export async function readSteadily(
  origin: string,
  addresses: string[],
  rate: number,
  signal: AbortSignal,
): Promise<Reading[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const readings: Promise<Reading>[] = [];
  const from = performance.now();
  for (let count = 0; !signal.aborted; count += 1) {
    const due = from + (count * 1000) / rate;
    const early = due - performance.now();
    if (early > 1) await sleep(early);
    readings.push(read(agent, `${origin}${addresses[count % addresses.length]}`, due, from));
  }
  const done = await Promise.all(readings);
  agent.destroy();
  return done;
}

async function read(agent: Agent, url: string, due: number, from: number): Promise<Reading> {
  const reading = { at: due - from, took: 0, status: 0, isStale: false };
  try {
    const asked = request(url, { agent }).on('error', () => {});
    asked.end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    await once(answer.resume(), 'end');
    Object.assign(reading, { status: answer.statusCode, isStale: answer.headers['x-stale'] === '1' });
  } catch {
    // A broken connection is an answer that did not come: status 0.
  }
  return { ...reading, took: performance.now() - due };
}
