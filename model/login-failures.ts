import type { Db } from './tables.ts';
import { type Store, write } from './write.ts';

/** So many failures are free; after that each one doubles the wait, from a second to 15 minutes. In ms. */
const FREE_FAILURES = 5;
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15 * 60 * 1000;

/** How many whole seconds this source of passwords, such as an address, must wait before it may try a password; 0 when it may. */
export async function secondsToWait(db: Db, address: string): Promise<number> {
  const row = await db.selectFrom('login_failures').selectAll().where('address', '=', address).executeTakeFirst();
  if (!row || row.failures < FREE_FAILURES) return 0;
  const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(20, row.failures - FREE_FAILURES));
  return Math.max(0, Math.ceil((Date.parse(row.last_failed_at) + wait - Date.now()) / 1000));
}

/** Counts one more failure. Sources that have been quiet for a day are forgotten. */
export async function countFailure(store: Pick<Store, 'db' | 'announce'>, address: string): Promise<void> {
  await write(store, (tx) => addFailure(tx, address, new Date()));
}

/** A right password clears the source. */
export async function forgetFailures(store: Pick<Store, 'db' | 'announce'>, address: string): Promise<void> {
  await write(store, (tx) => tx.deleteFrom('login_failures').where('address', '=', address).execute());
}

async function addFailure(db: Db, address: string, now: Date): Promise<void> {
  await db
    .deleteFrom('login_failures')
    .where('last_failed_at', '<', new Date(now.getTime() - 24 * 3600 * 1000).toISOString())
    .execute();
  await db
    .insertInto('login_failures')
    .values({ address, failures: 1, last_failed_at: now.toISOString() })
    .onConflict((on) =>
      on
        .column('address')
        .doUpdateSet((eb) => ({ failures: eb('login_failures.failures', '+', 1), last_failed_at: now.toISOString() })),
    )
    .execute();
}
