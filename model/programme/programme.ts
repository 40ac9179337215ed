import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { currentEdition, ofEdition } from '../editions/current.ts';
import { assumedEnd } from '../settings/watch/phase.ts';
import { type Contestant, contestantSchema } from './contestant-schema.ts';
import { findPublicContestant, isPublicContestant, listContestants } from './contestants.ts';
import { type Show, showSchema } from './show-row.ts';
import { listShows } from './shows.ts';

export const programmeSchema = z.object({
  shows: z.array(showSchema).describe('Sorted by start'),
  contestants: z.array(contestantSchema),
  edition_id: z.number().int().optional().describe('Id of the edition, for those who may change it'),
});

type Dated = { updated_at: string };

export interface Programme {
  shows: (Show & Dated)[];
  contestants: (Contestant & Dated)[];
  edition_id?: number;
}

/** The stored programme of an edition, by default the current one. */
export async function readProgramme(db: Db, edition?: number): Promise<Programme> {
  // The id is returned too: pages send it with their changes.
  const edition_id = edition ?? (await currentEdition(db)).id;
  const [shows, contestants] = await Promise.all([listShows(db, edition_id), listContestants(db, edition_id)]);
  return { shows, contestants, edition_id };
}

/** Public shows of an edition, by default the current one, and their performers. */
export async function publicProgramme(db: Db, edition?: number): Promise<Programme> {
  const all = await readProgramme(db, edition);
  const shows = all.shows.filter(({ is_public }) => is_public);
  const performing = new Set(shows.flatMap(({ running_order }) => running_order));
  return { shows, contestants: all.contestants.filter(({ id }) => performing.has(id)) };
}

/** The public show of the current edition that is on or comes next; when all are over the last one. Undefined without any. */
export async function currentShow(db: Db): Promise<Show | undefined> {
  const shows = (await listShows(db)).filter(({ is_public }) => is_public);
  return shows.find((show) => Date.parse(show.ends_at ?? assumedEnd(show.starts_at)) > Date.now()) ?? shows.at(-1);
}

/** Whether the current edition has a programme to show. */
export async function hasProgramme(db: Db): Promise<boolean> {
  const shows = db.selectFrom('shows').select('id').where('is_public', '=', 1).where(ofEdition());
  return (await shows.executeTakeFirst()) !== undefined;
}

/** Whether `/programme`, or `/programme/<slug>`, is a page. */
export async function isInProgramme(db: Db, slug: string | undefined): Promise<boolean> {
  if (slug === undefined) return hasProgramme(db);
  return (await findPublicContestant(db, slug)) !== undefined;
}

/** Contestants of public past editions, oldest first. */
export function pastContestants(db: Db) {
  return db
    .selectFrom('contestants')
    .select(['slug', 'image', 'updated_at'])
    .where((eb) => eb.not(ofEdition()))
    .where(isPublicContestant)
    .orderBy('id')
    .execute();
}

/** Contestants of public editions with the same name, newest first. */
export function namesakesOf(db: Db, { id, name }: Pick<Contestant, 'id' | 'name'>) {
  return db
    .selectFrom('contestants')
    .innerJoin('editions', 'editions.id', 'edition_id')
    .select(['contestants.slug', 'song', 'editions.title'])
    .where('name', '=', name)
    .where('contestants.id', '!=', id)
    .where(isPublicContestant)
    .orderBy('year', 'desc')
    .execute();
}
