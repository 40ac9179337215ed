import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN } from '../rig/server.ts';
import { faultOf } from './asking.ts';
import { JSON_TYPE, type Outcome, openWorld, type World } from './rig.ts';

const ATTEMPTS = 10_000;
const ADDRESSES = 500;
/** Logins of the known device, at least, while that goes on. */
const MEASURED = 100;
/** Wrong passwords under way at the same time. */
const AT_ONCE = 50;
/** Between two of one attacker: so the attack lasts as long as the logins that are measured. In ms. */
const PAUSE = 100;
/** A known device waits so long at most, 99 times of 100, in ms. */
const KNOWN_WITHIN = 1000;
/** The pace that strangers share is over after a minute: whoever comes then gets in. In ms. */
const LOCK_ENDS_WITHIN = 65_000;

/** Wrong passwords from many addresses, while a known device signs in again and again. Then a stranger with the right one has to get in. */
export async function runPasswords(part: number): Promise<Outcome> {
  const world = await openWorld({ TRUST_PROXY: '127.0.0.0/8,::1/128' });
  try {
    const cookie = await becomeKnown(world);
    const findings: string[] = [];
    const waits: number[] = [];
    const mayStop = (sent: number) => sent >= ATTEMPTS * part && waits.length >= MEASURED * part;
    let isOver = false;
    const flood = floodWith(world, mayStop, findings).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      waits.push(await enter(world, cookie, findings));
      await sleep(20);
    }
    const statuses = await flood;
    waits.sort((one, other) => one - other);
    const p99 = waits[Math.ceil(waits.length * 0.99) - 1] ?? 0;
    if (p99 > KNOWN_WITHIN) findings.push(`a known device waited ${Math.round(p99)} ms (p99)`);
    const locked = await lockedFor(world);
    if (locked > LOCK_ENDS_WITHIN)
      findings.push('a stranger with the right password is still locked out after a minute');
    const notes = [
      `known device: ${waits.length} logins, p99 ${Math.round(p99)} ms, longest ${Math.round(waits.at(-1) ?? 0)} ms`,
      `strangers were answered ${JSON.stringify(statuses)}; a new one gets in ${Math.round(locked / 1000)} s later`,
    ];
    return { inputs: Object.values(statuses).reduce((sum, count) => sum + count, 0), findings, notes };
  } finally {
    await world.close();
  }
}

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
