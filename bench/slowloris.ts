import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { startServer } from '../test/rig/server.ts';
import { readSteadily } from './rig/readers.ts';
import type { Lives, SlowClients } from './rig/slow-clients.ts';
import { percentile, printTable } from './rig/table.ts';
import { signIn } from './rig/world.ts';

// Thousands of clients that send a byte now and then, beside honest readers: `node bench/slowloris.ts [clients]`.

const CLIENTS = Number(process.argv[2] ?? 5000);
const RATE = 200;
const CALM = 10_000;
/** Three in five are slow in their headers, the others in a body: of the login, or of a change with a valid token. */
const KINDS = ['headers', 'headers', 'headers', 'login', 'change'] as const;
type Kind = (typeof KINDS)[number];

const server = await startServer();
const token = await signIn(server.origin);
const BEGINNINGS: Record<Kind, string> = {
  headers: 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ',
  login: beginning('POST /api/auth/login', ''),
  change: beginning('PUT /api/vote-settings', `Authorization: Bearer ${token}\r\n`),
};

const alone = await readFor(CALM);
const end = new AbortController();
const reading = readSteadily(server.origin, ['/', '/news'], RATE, end.signal);
const slow: SlowClients = {
  port: Number(new URL(server.origin).port),
  beginnings: KINDS.map((kind) => BEGINNINGS[kind]),
  clients: CLIENTS,
};
const [lives] = (await once(
  new Worker(new URL('./rig/slow-clients.ts', import.meta.url), { workerData: slow }),
  'message',
)) as [Lives];
end.abort();
const honest = await reading;
const beside = honest.map(({ took }) => took);
await server.stop();

const [quiet, busy] = [percentile(alone, 0.99), percentile(beside, 0.99)];
printTable(
  [`${CLIENTS} slow clients`, '', 'goal'],
  [
    ['honest p99 alone, ms', quiet.toFixed(1), ''],
    ['honest p99 beside them, ms', busy.toFixed(1), ''],
    ['ratio', (busy / quiet).toFixed(2), '<= 2'],
    ['honest reads beside them', String(beside.length), ''],
    ['of them other than 200', String(honest.filter(({ status }) => status !== 200).length), '0'],
    ['slow headers cut off after, s (most)', longest('headers'), '<= 15'],
    ['slow bodies of a login, s (most)', longest('login'), '<= 35'],
    ['slow bodies of a change, s (most)', longest('change'), '<= 35'],
  ],
);

async function readFor(time: number): Promise<number[]> {
  return (await readSteadily(server.origin, ['/', '/news'], RATE, AbortSignal.timeout(time))).map(({ took }) => took);
}

function beginning(line: string, more: string): string {
  return `${line} HTTP/1.1\r\nHost: x\r\n${more}Content-Type: application/json\r\nContent-Length: 3000\r\n\r\n{`;
}

/** How long clients of a kind were suffered at most, in s. */
function longest(kind: Kind): string {
  return Math.max(...lives.filter((_, count) => KINDS[count % KINDS.length] === kind)).toFixed(1);
}
