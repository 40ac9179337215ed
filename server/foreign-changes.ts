import { countChanges } from '../model/changes.ts';
import type { Db } from '../model/tables.ts';

/** How often the counter of changes is read, in ms: commands and other servers on the same database show within a second. */
const LOOK_EVERY = 500;

export interface ForeignChanges {
  /** To be called for each change of our own: it is told at once by `write()` and is nothing foreign. */
  own: () => void;
  stop: () => void;
}

/** Calls `changed` when somebody else has changed the database. */
export function watchForeignChanges(db: Db, changed: () => void): ForeignChanges {
  let own = 0;
  let known: number | undefined;
  const timer = setInterval(async () => {
    // A database that is away is noticed by everything else; after it comes back the counter tells what was missed.
    const counted = await countChanges(db).catch(() => undefined);
    if (counted === undefined) return;
    const foreign = counted - own;
    if (known !== undefined && foreign !== known) changed();
    known = foreign;
  }, LOOK_EVERY);
  timer.unref();
  return {
    own() {
      own += 1;
    },
    stop: () => clearInterval(timer),
  };
}
