import { countChanges } from '../model/changes.ts';
import type { Db } from '../model/tables.ts';

/** How often the counter of changes is read, in ms: commands and other servers on the same database show within a second. */
const LOOK_EVERY = 500;

/**
 * Calls `changed` when somebody else has changed the database. Our own changes are told at once by `write()`; seeing them
 * again here costs one more rendering and nothing else. Gives the function that ends the watch.
 */
export function watchForeignChanges(db: Db, changed: () => void): () => void {
  let known: number | undefined;
  const timer = setInterval(async () => {
    // A database that is away is noticed by everything else; after it comes back the counter tells what was missed.
    const count = await countChanges(db).catch(() => known);
    if (known !== undefined && count !== known) changed();
    known = count;
  }, LOOK_EVERY);
  timer.unref();
  return () => clearInterval(timer);
}
