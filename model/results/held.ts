import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { type Ends, momentOf } from '../programme/presses.ts';

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
   * 'disarm' reveal nothing, 'correct' changes points of a step that is revealed. They raise `seq`: a press with an older `seen` is refused (optimistic locking).
   */
  kind: string;
  /** Number of a step, from 0: the revealed one; of 'correct' the last that shows the points; of 'next' the former place of the moved one. */
  step: number | null;
  at: string; // ISO 8601 UTC; when pressed
  by: string; // username
  key: string | null; // of the client; of 'step' and 'next' only
  undoes: number | null; // id of the row that an undo takes back
  correction: ColumnType<string | null, string | undefined, never>; // JSON of `Correction`; of 'correct' only
}

export interface Correction {
  title: string;
  day: string; // YYYY-MM-DD in the site's time zone
  reason: string;
  /** Contestant, points before and after. */
  changes: [contestant: number, before: number, after: number][];
}

export type Reveal = Selectable<RevealTable>;

/** How long a step can be taken back, in ms. */
export const UNDO_WITHIN = 10_000;

export interface Held {
  /** Steps that are revealed, by show, in their order; a show without any is missing. */
  held: ReadonlyMap<number, Reveal[]>;
  /** Of all shows, in their order, also those of steps that are not revealed any more. */
  corrections: Reveal[];
  /** All rows, in their order. */
  rows: readonly Reveal[];
  /** Of all rows; its id is `seq`. */
  newest: Reveal | undefined;
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
  const corrections = rows.filter(({ kind }) => kind === 'correct');
  return { held, corrections, rows, newest: rows.at(-1) };
}

export function endsFor({ rows, newest }: Held, show: number): Ends<Reveal> {
  return { newest, ofShow: rows.findLast(({ show_id }) => show_id === show) };
}

export function lastOf({ rows }: Held, show: number, by: string): Reveal | undefined {
  return rows.findLast((row) => row.show_id === show && row.by === by);
}

/** The newest row that changed what is revealed of a show. */
export function newestChange({ rows }: Held, show: number): Reveal | undefined {
  return rows.findLast(({ kind, show_id }) => show_id === show && CHANGES.includes(kind));
}

const CHANGES = ['step', 'undo', 'restart'];

type NewReveal = Pick<Reveal, 'show_id' | 'kind' | 'by'> & Partial<Pick<Reveal, 'step' | 'key' | 'undoes'>>;

/** Adds a row to the log that was read. `at`: moment of a late press; 400 as `momentOf`. */
export async function append(
  tx: Db,
  log: Held,
  { correction, ...row }: NewReveal & { correction?: Correction },
  at: string | null = null,
): Promise<void> {
  const moment = momentOf(at, { newest: log.newest, ofShow: newestChange(log, row.show_id) });
  const values = { step: null, key: null, undoes: null, ...row, at: moment };
  await tx
    .insertInto('reveals')
    .values(correction ? { ...values, correction: JSON.stringify(correction) } : values)
    .execute();
}
