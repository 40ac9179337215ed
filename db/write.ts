import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '../errors.ts';
import { isBusy } from './errors.ts';
import { notify } from './postgres/notices.ts';
import type { Db } from './tables.ts';
import type { TopicMessage } from './topics.ts';

export interface Writer {
  db: Db;
  publish: (message: TopicMessage, change: Change) => void;
}

const BUSY_RETRY_INTERVAL = 25; // ms
const BUSY_TIMEOUT = 5000; // ms

/**
 * Publishes `about`'s result after the commit, elsewhere by NOTIFY. Retries a locked database for 5 s, then 503. In a
 * nested call (`store.db` is a transaction) only `change` runs: the outer call retries and publishes.
 */
export async function write<T>(
  store: Writer,
  change: (tx: Db) => Promise<T>,
  about?: (result: T) => TopicMessage | undefined,
): Promise<T> {
  if (store.db.isTransaction) return change(store.db);
  const giveUpAt = Date.now() + BUSY_TIMEOUT;
  for (;;) {
    try {
      const { result, made } = await store.db.transaction().execute(async (tx) => {
        const result = await change(tx);
        const message = about?.(result);
        return { result, made: message && (await count(tx, message)) };
      });
      if (made) store.publish(made.message, made.change);
      return result;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (Date.now() >= giveUpAt) throw unavailable();
      await sleep(BUSY_RETRY_INTERVAL * (0.5 + Math.random()));
    }
  }
}

async function count(tx: Db, message: TopicMessage): Promise<{ message: TopicMessage; change: Change }> {
  const change = await countChange(tx);
  await notify(tx, message, change);
  return { message, change };
}

export interface Change {
  version: number;
  epoch: string;
}

export async function countChanges(db: Db): Promise<number> {
  const { version } = await readChange(db);
  return version;
}

export async function readChange(db: Db): Promise<Change> {
  return db.selectFrom('changes').select(['version', 'epoch']).executeTakeFirstOrThrow();
}

/** Call inside the changing transaction: the row lock makes numbers follow the order of commits. */
export async function countChange(tx: Db): Promise<Change> {
  return tx
    .updateTable('changes')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .returning(['version', 'epoch'])
    .executeTakeFirstOrThrow();
}

/** The version of this transaction's change; a row lock makes other writers wait. */
export async function nextVersion(tx: Db): Promise<number> {
  const { version } = await tx
    .updateTable('changes')
    .set((eb) => ({ version: eb.ref('version') }))
    .returning('version')
    .executeTakeFirstOrThrow();
  return version + 1;
}

const SINCE = Date.UTC(2024, 0);

/** Call after a restore or move. The version rises to the seconds since 2024, for clients that ignore the epoch. */
export async function beginEpoch(db: Db): Promise<void> {
  const known = await db.selectFrom('changes').selectAll().executeTakeFirstOrThrow();
  const version = Math.max(known.version + 1, Math.floor((Date.now() - SINCE) / 1000));
  // An archive of an earlier version has no epoch yet: its migration begins one.
  await db
    .updateTable('changes')
    .set({ version, ...('epoch' in known && { epoch: newEpoch() }) })
    .execute();
}

export function newEpoch(): string {
  return randomInt(36 ** 8 / 2)
    .toString(36)
    .padStart(8, '0');
}
