import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { performersOf } from '../programme/stage.ts';
import type { ResultsRow } from './document.ts';
import { type Correction, type Held, type Reveal, readHeld } from './held.ts';
import { type Section, stepsOf } from './sheet.ts';

const stepSchema = z.object({
  at: z.string().describe('When it was revealed: ISO 8601, UTC'),
  section: z.enum(['jury', 'audience']),
  title: z.string().describe('«Жюри: Бразилия»'),
  points: z
    .array(z.tuple([z.number().int(), z.number().int()]))
    .describe('Pairs: index of a contestant, points. A contestant without points may be left out'),
});

const shownCorrectionSchema = z.object({
  step: z.number().int().describe('Index in `steps`, of a section by places of its last one'),
  title: z.string().describe('«Жюри: Бразилия»; of a section by places its title'),
  day: z.string().describe('YYYY-MM-DD in the site’s time zone'),
  reason: z.string(),
  changes: z
    .array(z.tuple([z.number().int(), z.number().int(), z.number().int()]))
    .describe('Index of a contestant, points before, points now'),
});

/** What is revealed and nothing else. */
export const resultsSchema = z.object({
  seq: z.number().int().describe('Of the newest press of any show. It never goes back: ignore a lower one'),
  show: z.object({ id: z.number().int(), title: z.string() }).nullable(),
  state: z.enum(['none', 'revealing', 'final']),
  of: z.number().int().describe('How many steps there are'),
  contestants: z
    .array(z.object({ slug: z.string(), name: z.string(), song: z.string(), country: z.string() }))
    .describe('In the running order, without the withdrawn'),
  steps: z.array(stepSchema).describe('Those that are revealed, in their order'),
  corrections: z
    .array(shownCorrectionSchema)
    .optional()
    .describe('Of steps that were public already; absent without any'),
});

export type Results = z.output<typeof resultsSchema>;

/** Payload of the live event; boards refetch when `seq` rises. */
export const resultsEventSchema = resultsSchema
  .pick({ seq: true, show: true, state: true, of: true })
  .extend({ revealed: z.number().int().describe('How many of them are revealed') });

export type ResultsEvent = z.output<typeof resultsEventSchema>;

/** Of a show or, without one, of that with the newest step. A show that is not public, or has no step yet, is none. */
export async function currentResults(db: Db, show?: number): Promise<Results> {
  const known = await readHeld(db);
  const shows = await publicShows(db, known.held);
  const found = show === undefined ? shows.toSorted(byNewestStep(known.held))[0] : shows.find(({ id }) => id === show);
  return found ? toResults(db, found, known) : none(known);
}

/** All boards, the newest show first. */
export async function publicResults(db: Db): Promise<Results[]> {
  const known = await readHeld(db);
  return Promise.all((await publicShows(db, known.held)).map((show) => toResults(db, show, known)));
}

/** Shows that have a board. */
export async function showsWithResults(db: Db): Promise<number[]> {
  const { held } = await readHeld(db);
  return (await publicShows(db, held)).map(({ id }) => id);
}

/** Whether there is a board. */
export async function hasResults(db: Db): Promise<boolean> {
  return (await showsWithResults(db)).length > 0;
}

export async function resultsEvent(db: Db): Promise<ResultsEvent> {
  const { seq, show, state, of, steps } = await currentResults(db);
  return { seq, show, state, of, revealed: steps.length };
}

/** In the running order, without the withdrawn. */
export async function scorable(db: Db, show: number) {
  return (await performersOf(db, show)).filter(({ is_withdrawn }) => is_withdrawn === 0);
}

interface ShownResults extends Pick<ResultsRow, 'sections'> {
  id: number;
  title: string;
}

/** With a step revealed, the newest first. */
function publicShows(db: Db, held: Held['held']): Promise<ShownResults[]> {
  return db
    .selectFrom('shows')
    .innerJoin('results', 'results.show_id', 'shows.id')
    .select(['shows.id', 'title', 'sections'])
    .where('is_public', '=', 1)
    .where('shows.id', 'in', [0, ...held.keys()])
    .orderBy('starts_at', 'desc')
    .orderBy('shows.id', 'desc')
    .execute();
}

function byNewestStep(held: Held['held']) {
  const newest = ({ id }: ShownResults) => held.get(id)?.at(-1)?.id ?? 0;
  return (one: ShownResults, other: ShownResults) => newest(other) - newest(one);
}

async function toResults(db: Db, { id, title, sections }: ShownResults, known: Held): Promise<Results> {
  const { held, newest } = known;
  const steps = stepsOf(JSON.parse(sections) as Section[]);
  const performers = await scorable(db, id);
  const indexes = new Map(performers.map((performer, at) => [performer.id, at]));
  const revealed = (held.get(id) ?? []).flatMap((reveal) => toStep(reveal, steps, indexes));
  const corrections = correctionsOf(id, known, indexes);
  return {
    seq: newest?.id ?? 0,
    show: { id, title },
    state: revealed.length < steps.length ? 'revealing' : 'final',
    of: steps.length,
    contestants: performers.map(({ slug, name, song, region }) => ({ slug, name, song, country: region })),
    steps: revealed,
    ...(corrections.length > 0 && { corrections }),
  };
}

/** Made since their step was revealed, the last time. */
function correctionsOf(show: number, { held, corrections }: Held, indexes: ReadonlyMap<number, number>) {
  const reveals = held.get(show) ?? [];
  return corrections.flatMap(({ id, show_id, step, correction }) => {
    const at = reveals.findIndex((reveal) => reveal.step === step);
    if (show_id !== show || correction === null || at < 0 || (reveals[at]?.id ?? 0) > id) return [];
    const { changes, ...words } = JSON.parse(correction) as Correction;
    const shown = changes.flatMap(([contestant, before, after]) => {
      const index = indexes.get(contestant);
      return index === undefined ? [] : [[index, before, after] satisfies [number, number, number]];
    });
    return shown.length > 0 ? [{ ...words, step: at, changes: shown as [number, number, number][] }] : [];
  });
}

/** Of a contestant who was withdrawn meanwhile nothing is left. */
function toStep(
  { at, step: number }: Reveal,
  steps: ReturnType<typeof stepsOf>,
  indexes: ReadonlyMap<number, number>,
): Results['steps'] {
  const step = steps[number ?? 0];
  if (!step) return [];
  const points = step.points.flatMap(([id, given]) => {
    const index = indexes.get(id);
    return index === undefined ? [] : [[index, given] satisfies [number, number]];
  });
  return [{ at, section: step.section, title: step.title, points: points as [number, number][] }];
}

function none({ newest }: Held): Results {
  return { seq: newest?.id ?? 0, show: null, state: 'none', of: 0, contestants: [], steps: [] };
}
