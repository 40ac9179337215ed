import type { Generated } from 'kysely';
import { z } from 'zod';
import { lockTable } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';
import { ofPublicEdition } from '../editions/current.ts';
import { putRow, type Row, type Rows, requireRow } from '../rows.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    shows: ShowTable;
    performances: {
      show_id: number;
      contestant_id: number;
      position: number; // From 1, without gaps
    };
  }
}

interface ShowTable extends Omit<Show, 'id' | 'is_public' | 'running_order'> {
  id: Generated<number>;
  is_public: number;
  updated_at: string;
}

export const showSchema = z.object({
  id: z.number().int(),
  edition_id: z.number().int(),
  title: z.string(),
  hall: z.string(),
  starts_at: z.string().describe('ISO 8601, UTC'),
  ends_at: z.string().nullable().describe('ISO 8601, UTC; null if not announced'),
  is_public: z.boolean().describe('Whether the show and its performers are public'),
  recording_url: z.string().nullable().describe('URL of the recording for the archive'),
  recording_starts_at: z.string().nullable().describe('Moment of its first frame, ISO 8601, UTC'),
  running_order: z.array(z.number().int()).describe('Ids of contestants'),
  version: z.number().int().describe('Counts changes of the running order, too'),
});

export type Show = z.output<typeof showSchema>;

/** A performer in the form stored by results and stage. */
export interface Performer {
  id: number;
  slug: string;
  name: string;
  song: string;
  region: string;
  is_withdrawn: number;
}

const MAX_SHOWS = 20;

export const SHOWS: Rows<'shows', Show> = {
  ...{ table: 'shows', lock: 'shows', resource: 'show', isWithdrawal: true },
  missing: 'Такого концерта нет. Возможно, его удалили.',
  most: MAX_SHOWS,
  tooMany: `Концертов не больше ${MAX_SHOWS}.`,
  titleOf: ({ title }) => title,
  shown: async (row, tx) => toShow(row, await readOrder(tx, row.id)),
};

/** Serialises changes of shows and contestants, which refer to each other. */
export async function lockProgramme(tx: Db): Promise<void> {
  await lockTable(tx, 'shows');
}

/** Contestant ids of a show in running order. */
export async function readOrder(db: Db, show: number): Promise<number[]> {
  return (await performersOf(db, show)).map(({ id }) => id);
}

/** Locks the programme. 404; 412 when the version is not in `expected`. */
export function requireShow(tx: Db, id: number, expected?: number[]): Promise<Row<'shows'>> {
  return requireRow(tx, SHOWS, id, expected);
}

/** Increments the version after a change of the running order. */
export function countChange(tx: Db, show: Row<'shows'>): Promise<Row<'shows'>> {
  return putRow(tx, SHOWS, show, {});
}

/** The whole row of a public show: callers pick the fields to show. */
export function publicShow(db: Db, id: number, wanted = ofPublicEdition()) {
  const shows = db.selectFrom('shows').selectAll().where('id', '=', id).where('is_public', '=', 1);
  return shows.where(wanted).executeTakeFirst();
}

/** Performers of a show in running order. */
export async function performersOf(db: Db, show: number): Promise<Performer[]> {
  return (await performersOfShows(db, [show])).get(show) ?? [];
}

/** Performers in running order, by show id. */
export async function performersOfShows(db: Db, shows: number[]): Promise<Map<number, Performer[]>> {
  const rows = await db
    .selectFrom('performances')
    .innerJoin('contestants', 'contestants.id', 'performances.contestant_id')
    .select(['show_id', 'contestants.id', 'slug', 'name', 'song', 'region', 'is_withdrawn'])
    .where('show_id', 'in', [0, ...shows])
    .orderBy('position')
    .execute();
  const byShow = Map.groupBy(rows, ({ show_id }) => show_id);
  return new Map([...byShow].map(([show, all]) => [show, all.map(({ show_id: _show, ...performer }) => performer)]));
}

export function toShow({ is_public, updated_at: _updated, ...row }: Row<'shows'>, running_order: number[] = []): Show {
  return { ...row, is_public: is_public === 1, running_order };
}
