import type { Generated, Selectable } from 'kysely';
import { z } from 'zod';
import { lockTable } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';
import { assertVersion, notFound } from '../../errors.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    shows: ShowTable;
    performances: PerformanceTable;
  }
}

interface ShowTable {
  id: Generated<number>;
  title: string;
  hall: string;
  starts_at: string; // ISO 8601 UTC
  ends_at: string | null;
  is_public: number;
  updated_at: string;
  /** Counts changes of the running order, too. */
  version: number;
}

/** Running orders. */
interface PerformanceTable {
  show_id: number;
  contestant_id: number;
  /** From 1, without gaps. */
  position: number;
}

export const showSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  hall: z.string(),
  starts_at: z.string().describe('ISO 8601, UTC'),
  ends_at: z.string().nullable().describe('ISO 8601, UTC; null when it is not announced'),
  is_public: z.boolean().describe('Whether it and those who perform in it stand on the site'),
  running_order: z.array(z.number().int()).describe('Ids of contestants'),
  version: z.number().int().describe('Counts changes of the running order, too'),
});

export type Show = z.output<typeof showSchema>;

/** One change of shows and contestants at a time: they refer to each other. */
export async function lockProgramme(tx: Db): Promise<void> {
  await lockTable(tx, 'shows');
}

/** Contestants of each show, by its id. */
export async function readOrders(db: Db): Promise<Map<number, number[]>> {
  const rows = await db.selectFrom('performances').selectAll().orderBy('position').execute();
  const byShow = Map.groupBy(rows, ({ show_id }) => show_id);
  return new Map([...byShow].map(([id, performances]) => [id, performances.map(({ contestant_id }) => contestant_id)]));
}

/** With a new version: the running order or a field was changed. */
export function countChange(tx: Db, { id, version }: Selectable<ShowTable>) {
  return tx
    .updateTable('shows')
    .set({ version: version + 1, updated_at: new Date().toISOString() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Locks the programme. 404; 412 when the version is not in `expected`. */
export async function requireShow(tx: Db, id: number, expected: number[] | undefined): Promise<Selectable<ShowTable>> {
  await lockProgramme(tx);
  const row = await tx.selectFrom('shows').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('Такого концерта нет. Возможно, его удалили.');
  assertVersion(row, expected);
  return row;
}

export function toShow(
  { is_public, updated_at: _updated, ...row }: Selectable<ShowTable>,
  running_order: number[] = [],
): Show {
  return { ...row, is_public: is_public === 1, running_order };
}
