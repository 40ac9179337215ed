import type { Generated, Selectable } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { momentOf } from '../programme/presses.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    reveals: RevealTable;
  }
}

/** The log of the reveal, append-only: an undo and a new beginning are rows, too. */
interface RevealTable {
  id: Generated<number>;
  show_id: number;
  /**
   * 'step', 'undo', or 'restart': the earlier rows of the show do not count any more. 'next' (another step is next), 'arm' and
   * 'disarm' reveal nothing. They raise `seq`: a press with an older `seen` is refused (optimistic locking).
   */
  kind: string;
  /** From 0: of a step, or where one that is next stood before. */
  step: number | null;
  at: string; // ISO 8601 UTC; when pressed
  by: string; // username
  key: string | null; // of the client; of 'step' and 'next' only
  undoes: number | null; // id of the row that an undo takes back
}

export type Reveal = Selectable<RevealTable>;

/** How long a step can be taken back, in ms. */
export const UNDO_WITHIN = 10_000;

export interface Held {
  /** Steps that are revealed, by show, in their order; a show without any is missing. */
  held: ReadonlyMap<number, Reveal[]>;
  /** Of all rows; its id is `seq`. */
  newest: Reveal | undefined;
  /** The newest row that changed what is revealed. */
  newestChange: Reveal | undefined;
}

/** A festival has some hundred rows: read whole. */
export async function readHeld(db: Db): Promise<Held> {
  const rows = await db.selectFrom('reveals').selectAll().orderBy('id').execute();
  const undone = new Set(rows.map(({ undoes }) => undoes));
  const held = new Map<number, Reveal[]>();
  for (const row of rows) {
    if (row.kind === 'restart') held.delete(row.show_id);
    if (row.kind === 'step' && !undone.has(row.id)) held.set(row.show_id, [...(held.get(row.show_id) ?? []), row]);
  }
  const newestChange = rows.findLast(({ kind }) => kind === 'step' || kind === 'undo' || kind === 'restart');
  return { held, newest: rows.at(-1), newestChange };
}

/** In the transaction that arms the results of a show, or disarms them. */
export async function logArming(
  tx: Db,
  row: Pick<Reveal, 'show_id' | 'by'> & { kind: 'arm' | 'disarm' },
): Promise<void> {
  const { newest } = await readHeld(tx);
  const at = momentOf(null, newest?.at);
  await tx
    .insertInto('reveals')
    .values({ ...row, step: null, at, key: null, undoes: null })
    .execute();
}
