import type { Db } from '../../db/tables.ts';
import { type Writer, write } from '../../db/write.ts';
import { tooMany } from '../../errors.ts';
import { hashToken } from '../admins/secrets.ts';
import { iso } from '../text/date.ts';

const FREE_FAILURES = 5;
/** Exponential backoff, in ms: each failure after the free ones doubles the wait. */
const FIRST_WAIT = 1000;
const MAX_WAIT = 15 * 60 * 1000;
const RETENTION = 24 * 3600 * 1000;
/** Failures per name from all unknown devices within ms: limits distributed guessing. */
const RATE_LIMIT = { failures: 20, within: 60_000 };

export interface Sources {
  each: string[]; // separate counters: an address, a known device, a signed-in administrator
  name?: string; // for unknown devices: they share a rate limit per name
}

/** 429 while one of the sources is throttled; call it before hashing. */
export async function assertMayTry(db: Db, sources: Sources): Promise<void> {
  refuseFor(await timeToWait(db, sources));
}

/** Ms until the next attempt is allowed; 0 for now. */
export async function timeToWait(db: Db, { each, name }: Sources): Promise<number> {
  const waits = await Promise.all([
    ...each.map((source) => waitOf(db, source)),
    name === undefined ? 0 : pace(db, name),
  ]);
  return Math.max(...waits);
}

/** 429 with `Retry-After` when `wait` (ms) is positive. */
export function refuseFor(wait: number): void {
  const seconds = Math.ceil(wait / 1000);
  if (seconds > 0) throw tooMany(`Слишком много попыток. Подождите ${seconds} с и попробуйте снова.`, seconds);
}

/** Counts a failure for each source. Counters expire after a day without failures, rate limits after a minute. */
export async function countFailure(store: Writer, { each, name }: Sources): Promise<void> {
  await write(store, async (tx) => {
    const now = Date.now();
    await forgetOld(tx, now);
    for (const source of each) await addFailure(tx, source, iso(now));
    if (name === undefined) return;
    for (const source of each) await addNameFailure(tx, source, hash(name), iso(now));
    await addToPace(tx, name, now);
  });
}

/** Counts an attempt as a failure before it is made: parallel ones cannot outrun the counter. 429 while it is throttled. */
export async function countAttempt(store: Writer, source: string): Promise<void> {
  await write(store, async (tx) => {
    const now = Date.now();
    await forgetOld(tx, now);
    // Upsert that locks the row until the transaction ends.
    await tx
      .insertInto('login_failures')
      .values({ address: source, failures: 0, last_failed_at: iso(now) })
      .onConflict((on) => on.column('address').doUpdateSet((eb) => ({ failures: eb.ref('login_failures.failures') })))
      .execute();
    refuseFor(await waitOf(tx, source));
    await addFailure(tx, source, iso(now));
  });
}

/** Resets the counters of the sources. With a name, only failures against it: guesses at others still count. */
export async function forgetFailures(store: Writer, { each, name }: Sources): Promise<void> {
  await write(store, async (tx) => {
    if (name === undefined) await tx.deleteFrom('login_failures').where('address', 'in', each).execute();
    else for (const address of each) await subtractFailures(tx, address, hash(name));
  });
}

/** Ms. Ignores failures further in the future than their wait: the clock was set back. */
async function waitOf(db: Db, address: string): Promise<number> {
  const row = await db.selectFrom('login_failures').selectAll().where('address', '=', address).executeTakeFirst();
  if (!row || row.failures < FREE_FAILURES) return 0;
  const wait = Math.min(MAX_WAIT, FIRST_WAIT * 2 ** Math.min(20, row.failures - FREE_FAILURES));
  return remainingWait(row.last_failed_at, wait);
}

async function pace(db: Db, name: string): Promise<number> {
  const row = await db.selectFrom('login_paces').selectAll().where('name_hash', '=', hash(name)).executeTakeFirst();
  return row && row.failures >= RATE_LIMIT.failures ? remainingWait(row.since, RATE_LIMIT.within) : 0;
}

async function forgetOld(tx: Db, now: number): Promise<void> {
  const before = iso(now - RETENTION);
  for (const table of ['login_failures', 'login_name_failures'] as const)
    await tx.deleteFrom(table).where('last_failed_at', '<', before).execute();
}

function remainingWait(since: string, wait: number): number {
  const time = Date.parse(since) + wait - Date.now();
  return time > 2 * wait ? 0 : Math.min(wait, Math.max(0, time));
}

async function addFailure(tx: Db, address: string, last_failed_at: string): Promise<void> {
  await tx
    .insertInto('login_failures')
    .values({ address, failures: 1, last_failed_at })
    .onConflict((on) =>
      on.column('address').doUpdateSet((eb) => ({ failures: eb('login_failures.failures', '+', 1), last_failed_at })),
    )
    .execute();
}

async function addNameFailure(tx: Db, address: string, name_hash: string, now: string): Promise<void> {
  await tx
    .insertInto('login_name_failures')
    .values({ address, name_hash, failures: 1, last_failed_at: now })
    .onConflict((on) =>
      on
        .columns(['address', 'name_hash'])
        .doUpdateSet((eb) => ({ failures: eb('login_name_failures.failures', '+', 1), last_failed_at: now })),
    )
    .execute();
}

async function subtractFailures(tx: Db, address: string, name_hash: string): Promise<void> {
  const own = await tx
    .deleteFrom('login_name_failures')
    .where((eb) => eb.and({ address, name_hash }))
    .returning('failures')
    .executeTakeFirst();
  if (!own) return;
  await tx
    .updateTable('login_failures')
    .set((eb) => ({ failures: eb('failures', '-', own.failures) }))
    .where('address', '=', address)
    .execute();
  await tx.deleteFrom('login_failures').where('address', '=', address).where('failures', '<=', 0).execute();
}

async function addToPace(tx: Db, name: string, now: number): Promise<void> {
  const [from, to] = [iso(now - RATE_LIMIT.within), iso(now + RATE_LIMIT.within)];
  await tx
    .deleteFrom('login_paces')
    .where((eb) => eb.or([eb('since', '<=', from), eb('since', '>', to)]))
    .execute();
  await tx
    .insertInto('login_paces')
    .values({ name_hash: hash(name), failures: 1, since: iso(now) })
    .onConflict((on) => on.column('name_hash').doUpdateSet((eb) => ({ failures: eb('login_paces.failures', '+', 1) })))
    .execute();
}

const hash = (name: string) => hashToken(name.normalize('NFC'));
