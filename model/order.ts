import type { Db } from '../db/tables.ts';
import { write } from '../db/write.ts';
import { ModelError } from '../errors.ts';
import type { Action } from '../resources.ts';
import { record } from './audit-log.ts';
import { isSame } from './compare.ts';
import type { Store } from './store.ts';

interface Ordered<Line> {
  table: 'articles' | 'partners';
  lock: (tx: Db) => Promise<unknown>; // Locks the ordered rows
  list: (tx: Db) => Promise<Line[]>;
  action: Action; // For the audit log
  isOther: string; // Sentence of a 409
}

/** `ids`: all rows of a list in their new order; versions stay. 409 unless complete. */
export async function orderRows<Line extends { id: number }>(
  store: Store,
  { table, lock, list, action, isOther }: Ordered<Line>,
  ids: number[],
  by: string,
): Promise<Line[]> {
  const order = async (tx: Db) => {
    await lock(tx);
    const before = await list(tx);
    const known = before.map(({ id }) => id);
    const isWhole = ids.length === known.length && new Set(ids).symmetricDifference(new Set(known)).size === 0;
    if (!isWhole) throw new ModelError(409, 'conflict', isOther);
    if (isSame(ids, known)) return { lines: before, isChanged: false };
    for (const [at, id] of ids.entries())
      await tx
        .updateTable(table as 'partners')
        .set({ position: at + 1 })
        .where('id', '=', id)
        .execute();
    await record(tx, { who: by, action, subject: '' });
    return { lines: await list(tx), isChanged: true };
  };
  const { lines } = await write(store, order, ({ isChanged }) => (isChanged ? { topic: 'site-content' } : undefined));
  return lines;
}
