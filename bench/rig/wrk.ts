import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** The server under test has a core to itself, whoever asks has the other. */
export const SERVER_CORE = 0;
const CLIENT_CORE = 1;
export const CONNECTIONS = 64;

export interface Load {
  rate: number; // Requests answered in a second
  p50: number; // In ms
  p99: number;
  /** Time of a processor that an answer cost the server, in µs: what is left of a figure when others use the machine too. */
  cost: number;
  failed: number; // Answers other than 2xx and 3xx, and broken connections
}

/** Puts every thread of a process on one core. */
export async function pin(pid: number, core: number): Promise<void> {
  await promisify(execFile)('taskset', ['-a', '-c', '-p', String(core), String(pid)]);
}

/** Asks for one address as fast as it is answered by the process `pid`, over `connections` kept open. */
export function load(pid: number, url: string, seconds: number, connections = CONNECTIONS): Promise<Load> {
  return measure(pid, seconds, [`-c${connections}`, url]);
}

/** The same at some thousand requests a second, which leaves the machine with time to spare. */
export function loadGently(pid: number, url: string, seconds: number): Promise<Load> {
  return measure(pid, seconds, ['-c16', '-s', path.join(import.meta.dirname, 'pause.lua'), url]);
}

async function measure(pid: number, seconds: number, rest: string[]): Promise<Load> {
  const asked = ['wrk', '-t1', `-d${seconds}s`, '--latency', '-H', 'Accept-Encoding: br', ...rest];
  const before = await processorTime(pid);
  const { stdout } = await promisify(execFile)('taskset', ['-c', String(CLIENT_CORE), ...asked]);
  const spent = (await processorTime(pid)) - before;
  return {
    rate: Number(found(stdout, /Requests\/sec:\s+([\d.]+)/)),
    p50: inMilliseconds(found(stdout, /\s50%\s+(\S+)/)),
    p99: inMilliseconds(found(stdout, /\s99%\s+(\S+)/)),
    cost: (spent * 1000) / Number(found(stdout, /(\d+) requests in/)),
    failed: broken(stdout) + Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0),
  };
}

/** Of a process and its children, in ms. The kernel counts in hundredths of a second. */
export async function processorTime(pid: number): Promise<number> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean);
  const times = [String(pid), ...children].map(async (each) => {
    const fields = (await readFile(`/proc/${each}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  });
  return (await Promise.all(times)).reduce((sum, time) => sum + time, 0);
}

function broken(text: string): number {
  const [, ...counts] =
    /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(text)?.map(Number) ?? [];
  return counts.reduce((sum, count) => sum + count, 0);
}

function found(text: string, pattern: RegExp): string {
  const [, value] = pattern.exec(text) ?? [];
  if (value === undefined) throw new Error(`wrk said something else:\n${text}`);
  return value;
}

function inMilliseconds(text: string): number {
  const [, number, unit = ''] = /^([\d.]+)(us|ms|s|m)$/.exec(text) ?? [];
  return Number(number) * ({ us: 0.001, ms: 1, s: 1000, m: 60_000 }[unit] ?? Number.NaN);
}
