import { setTimeout as sleep } from 'node:timers/promises';
import { faultOf } from '../test/hostile/asking.ts';
import { JSON_TYPE, openWorld, type World } from '../test/hostile/rig.ts';
import { ADMIN } from '../test/rig/server.ts';
import { percentile, printTable } from './rig/table.ts';

const ATTEMPTS = 10_000;
const ADDRESSES = 500;
const MEASURED = 100; // Logins of the known device, at least, while that goes on
const AT_ONCE = 50; // Wrong passwords under way at the same time
const PAUSE = 100; // Between two of one attacker: so the attack lasts as long as the logins that are measured. In ms.
const KNOWN_WITHIN = 1000; // A known device waits so long at most, 99 times of 100, in ms
/** The pace that strangers share is over after a minute: whoever comes then gets in. In ms. */
const LOCK_ENDS_WITHIN = 65_000;

// 10,000 wrong passwords from many addresses, while a known device signs in again and again; then a stranger with the right one has to get
// in: `node bench/passwords.ts`. Exits with 1 when a request exceeds its limit.
const world = await openWorld({ TRUST_PROXY: '127.0.0.0/8,::1/128' });
const cookie = await becomeKnown(world);
const findings: string[] = [];
const waits: number[] = [];
let isOver = false;
const flood = floodWith(world, (sent) => sent >= ATTEMPTS && waits.length >= MEASURED, findings).finally(() => {
  isOver = true;
});
while (!isOver) {
  waits.push(await enter(world, cookie, findings));
  await sleep(20);
}
const statuses = await flood;
const [p99, most] = [percentile(waits, 0.99), Math.max(...waits)];
if (p99 > KNOWN_WITHIN) findings.push(`a known device waited ${p99.toFixed(0)} ms (p99)`);
const locked = await lockedFor(world);
if (locked > LOCK_ENDS_WITHIN) findings.push('a stranger with the right password is still locked out after a minute');
await world.close();
printTable(
  ['logins of a known device', 'p99 ms', 'most ms', 'strangers were answered', 'a new one gets in after s'],
  [[String(waits.length), p99.toFixed(0), most.toFixed(0), JSON.stringify(statuses), (locked / 1000).toFixed(0)]],
);
for (const finding of findings.slice(0, 20)) process.stdout.write(`! ${finding}\n`);
process.exitCode = findings.length > 0 ? 1 : 0;

async function becomeKnown({ send }: World): Promise<string> {
  const answer = await send(loginFrom('192.0.2.1', ADMIN.password));
  const cookie = [answer.headers['set-cookie']].flat()[0]?.split(';')[0];
  if (!cookie) throw new Error(`No device cookie: ${answer.status} ${answer.body}`);
  return cookie;
}

/** Ms until the known device was in. */
async function enter({ send }: World, cookie: string, findings: string[]): Promise<number> {
  const started = performance.now();
  const asked = loginFrom('192.0.2.1', ADMIN.password);
  const answer = await send({ ...asked, headers: { ...asked.headers, cookie } });
  if (answer.status !== 200) findings.push(`the known device was refused: ${answer.status} ${answer.body}`);
  return performance.now() - started;
}

/** How often each status was answered. */
async function floodWith(
  world: World,
  mayStop: (sent: number) => boolean,
  findings: string[],
): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  let next = 0;
  const attack = async () => {
    for (let number = next++; !mayStop(number); number = next++) {
      const answer = await world.send(
        loginFrom(`198.51.${(number % ADDRESSES) >> 8}.${(number % ADDRESSES) & 255}`, `wrong ${number}`),
      );
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      const fault = faultOf(answer) ?? (answer.status < 400 ? 'let in' : undefined);
      if (fault) findings.push(`wrong password ${number}: ${fault}`);
      await sleep(PAUSE);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, attack));
  return statuses;
}

/** Ms until an unknown device at a new address gets in with the right password. */
async function lockedFor({ send }: World): Promise<number> {
  const started = Date.now();
  while (Date.now() - started <= LOCK_ENDS_WITHIN) {
    const answer = await send(loginFrom('203.0.113.9', ADMIN.password));
    if (answer.status === 200) return Date.now() - started;
    await sleep(1000);
  }
  return Number.POSITIVE_INFINITY;
}

function loginFrom(address: string, password: string) {
  const body = JSON.stringify({ username: ADMIN.username, password });
  return { method: 'POST', path: '/api/auth/login', headers: { ...JSON_TYPE, 'x-forwarded-for': address }, body };
}
