import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '../test/server.ts';
import { signIn } from './rig/calls.ts';
import { readSteadily } from './rig/readers.ts';
import { percentile, printTable } from './rig/table.ts';

// Thousands of clients that send a byte now and then, beside honest readers: `node bench/slowloris.ts [clients]`.

const CLIENTS = Number(process.argv[2] ?? 5000);
const RATE = 200;
const CALM = 10_000;
/** Each sends one byte so often, in ms. */
const BYTE_EVERY = 5000;
/** Three in five are slow in their headers, the others in a body: of the login, or of a change with a valid token. */
const KINDS = ['headers', 'headers', 'headers', 'login', 'change'] as const;
type Kind = (typeof KINDS)[number];

const server = await startServer();
const port = Number(new URL(server.origin).port);
const token = await signIn(server.origin);
const BEGINNINGS: Record<Kind, string> = {
  headers: 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ',
  login: beginning('POST /api/auth/login', ''),
  change: beginning('PUT /api/vote-settings', `Authorization: Bearer ${token}\r\n`),
};

const alone = await readFor(CALM);
const end = new AbortController();
const reading = readSteadily(server.origin, ['/', '/news'], RATE, end.signal);
const clients: Promise<{ kind: Kind; lived: number }>[] = [];
for (let count = 0; count < CLIENTS; count += 1) {
  clients.push(trickle(KINDS[count % KINDS.length] ?? 'headers'));
  if (count % 100 === 99) await sleep(10);
}
const ended = await Promise.all(clients);
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

/** How long a client is suffered, in s. */
async function trickle(kind: Kind): Promise<{ kind: Kind; lived: number }> {
  const { promise: closed, resolve: close } = Promise.withResolvers<boolean>();
  // A reset is the expected end: the server closes with bytes of ours unread. `once` would take it for a failure of the bench.
  const socket = connect(port, '127.0.0.1')
    .on('error', () => {})
    .on('close', close);
  const from = performance.now();
  socket.write(BEGINNINGS[kind]);
  const timer = setInterval(() => socket.write('a'), BYTE_EVERY);
  socket.resume();
  await closed;
  clearInterval(timer);
  return { kind, lived: (performance.now() - from) / 1000 };
}

function longest(kind: Kind): string {
  return Math.max(...ended.filter((client) => client.kind === kind).map(({ lived }) => lived)).toFixed(1);
}
