import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '../errors.ts';
import { type Change, countChange } from './change-counter.ts';
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
 * Publishes `about`'s result after the commit, elsewhere by NOTIFY. Retries a locked database for 5 s, then 503. Within a
 * transaction, where `store.db` is one, it only changes: the outer call retries and publishes.
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
