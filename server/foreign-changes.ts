import { countChanges } from '../model/changes.ts';
import type { Db } from '../model/tables.ts';

/** How often the counter of changes is read, in ms: commands and other servers on the same database show within a second. */
const LOOK_EVERY = 500;

export interface ForeignChanges {
  /** A change of our own that was told at once: seeing it again means nothing. */
  own: (version: number | undefined) => void;
  stop: () => void;
}

/** Calls `changed` when somebody else has changed the database: when the counter went past a number that is none of ours. */
export function watchForeignChanges(db: Db, changed: () => void): ForeignChanges {
  const ours = new Set<number>();
  let known: number | undefined;
  const timer = setInterval(async () => {
    // A database that is away is noticed by everything else; after it comes back the counter tells what was missed.
    const count = await countChanges(db).catch(() => known);
    if (count === undefined) return;
    if (known !== undefined && !areAllIn(ours, known, count)) changed();
    known = count;
    for (const version of ours) if (version <= count) ours.delete(version);
  }, LOOK_EVERY);
  timer.unref();
  return {
    own: (version) => version !== undefined && ours.add(version),
    stop: () => clearInterval(timer),
  };
}

/** A counter that went back is another database's, a restored one. */
function areAllIn(ours: Set<number>, before: number, count: number): boolean {
  if (count < before) return false;
  for (let version = before + 1; version <= count; version += 1) if (!ours.has(version)) return false;
  return true;
}
