import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { type Entry, type Folded, fold, seqOf } from '../live/fold.ts';
import { readId, readLog } from '../live/log.ts';
import { idSchema } from '../programme/stage.ts';
import { scorable } from './armed.ts';
import type { ResultsRow } from './document.ts';
import { type Section, stepsOf } from './sheet.ts';

const stepSchema = z.object({
  at: z.string().describe('When it was revealed: ISO 8601, UTC'),
  section: z.enum(['jury', 'audience']),
  title: z.string().describe('«Жюри: Бразилия»'),
  points: z
    .array(z.tuple([z.number().int(), z.number().int()]))
    .describe('Pairs: index of a contestant, points. A contestant without points may be left out'),
});

const scorableSchema = z.object({ slug: z.string(), name: z.string(), song: z.string(), country: z.string() });

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
const resultsSchema = z.object({
  seq: z.number().int().describe('Of the newest press of any show. It never goes back: ignore a lower one'),
  show: z.object({ id: z.number().int(), title: z.string() }).nullable(),
  state: z.enum(['none', 'revealing', 'final']),
  of: z.number().int().describe('How many steps there are'),
  contestants: z.array(scorableSchema).describe('In the running order of the lock, without the withdrawn'),
  steps: z.array(stepSchema).describe('Those that are revealed, in their order'),
  corrections: z
    .array(shownCorrectionSchema)
    .optional()
    .describe('Of steps that were public already; absent without any'),
});

export type Results = z.output<typeof resultsSchema>;

export const answeredResultsSchema = resultsSchema.extend({ id: idSchema });

/** Payload of the live event, one for each press: with the step that it revealed. */
export const resultsEventSchema = resultsSchema.pick({ seq: true, show: true, state: true, of: true }).extend({
  after: z.number().int().describe('`seq` of the event before this one: whoever knows another one has missed some'),
  revealed: z.number().int().describe('How many steps of the show are revealed'),
  outcome: z.string().describe('Another text when any board was completed, opened again, or corrected since'),
  change: z
    .enum(['none', 'step', 'undo', 'restart', 'correct'])
    .describe('`step`: add it. `undo`, `restart`: the board of `target` ends at `left`. `correct`: read it again'),
  target: z.number().int().optional().describe('The show that was changed, if one was'),
  left: z.number().int().optional().describe('How many steps of `target` are revealed after an `undo` or a `restart`'),
  contestants: z.array(scorableSchema).optional().describe('With the first step of a show: its board begins'),
  step: stepSchema
    .extend({ points: z.array(z.tuple([z.string(), z.number().int()])).describe('Pairs: slug, points') })
    .optional(),
});

export type ResultsEvent = z.output<typeof resultsEventSchema>;

/** JSON in the log: points of one giver that were public already. */
export interface Correction {
  title: string;
  day: string; // YYYY-MM-DD in the site's time zone
  reason: string;
  /** Contestant, points before and after. */
  changes: [contestant: number, before: number, after: number][];
}

/** Of a show or, without one, of that with the newest step. A show that is not public, or has no step yet, is none. */
export async function currentResults(db: Db, show?: number): Promise<Results & { id: string }> {
  const id = await readId(db);
  const log = await readLog(db);
  const shows = await publicShows(db, log);
  return { id, ...(await newestBoard(db, show === undefined ? shows : shows.filter((each) => each.id === show), log)) };
}

/** All boards, the newest show first. */
export async function publicResults(db: Db): Promise<Results[]> {
  const log = await readLog(db);
  return Promise.all((await publicShows(db, log)).map((show) => toResults(db, show, log)));
}

/** Shows that have a board. */
export async function showsWithResults(db: Db): Promise<number[]> {
  return (await publicShows(db, await readLog(db))).map(({ id }) => id);
}

/** Whether there is a board. */
export async function hasResults(db: Db): Promise<boolean> {
  return (await showsWithResults(db)).length > 0;
}

/** What a page that opens now is told. */
export async function resultsEvent(db: Db): Promise<ResultsEvent> {
  const log = await readLog(db);
  return toEvent(db, log);
}

/** One event for each press after `seq`, oldest first. What was hidden again meanwhile is told without its step. */
export async function resultsEventsSince(db: Db, seq: number): Promise<ResultsEvent[]> {
  const { entries, steps } = await readLog(db);
  const presses = entries.filter(({ part }) => part === 'results');
  const missed = presses.filter(({ version }) => version > seq);
  return Promise.all(
    missed.map(async (press) => {
      const log = fold(entries.slice(0, entries.indexOf(press) + 1));
      const isHidden = press.kind === 'step' && !steps.get(press.show_id)?.includes(press);
      const event = await toEvent(db, log, isHidden ? undefined : press);
      return { ...event, after: presses[presses.indexOf(press) - 1]?.version ?? 0 };
    }),
  );
}

/** After `press`, the last of `log`; without one it tells no change. */
async function toEvent(db: Db, log: Folded, press?: Entry): Promise<ResultsEvent> {
  const shows = await publicShows(db, log);
  const { seq, show, state, of, steps, contestants } = await newestBoard(db, shows, log);
  const change = (press && CHANGES[press.kind]) ?? 'none';
  const event = { seq, after: seq, show, state, of, revealed: steps.length, outcome: outcomeOf(shows, log), change };
  if (!press || change === 'none') return event;
  const target = press.show_id;
  if (change === 'undo' || change === 'restart') return { ...event, target, left: log.steps.get(target)?.length ?? 0 };
  const step = change === 'step' && show?.id === target ? steps.at(-1) : undefined;
  if (!step) return { ...event, target };
  const points = step.points.map<[string, number]>(([index, given]) => [contestants[index]?.slug ?? '', given]);
  return { ...event, target, ...(steps.length === 1 && { contestants }), step: { ...step, points } };
}

const CHANGES: Partial<Record<Entry['kind'], ResultsEvent['change']>> = {
  step: 'step',
  undo: 'undo',
  restart: 'restart',
  correct: 'correct',
};

async function newestBoard(db: Db, shows: ShownResults[], log: Folded): Promise<Results> {
  const found = shows.toSorted(byNewestStep(log))[0];
  return found ? toResults(db, found, log) : none(log);
}

/** The complete boards, each with the newest press that changed its points. */
function outcomeOf(shows: readonly ShownResults[], { steps, entries }: Folded): string {
  const complete = shows.filter(({ id, sections }) => steps.get(id)?.length === stepsOf(JSON.parse(sections)).length);
  const newest = (show: number) =>
    entries.findLast(({ show_id, kind }) => show_id === show && (kind === 'step' || kind === 'correct'))?.version;
  return complete.map(({ id }) => `${id}.${newest(id)}`).join();
}

interface ShownResults extends Pick<ResultsRow, 'sections' | 'performers'> {
  id: number;
  title: string;
}

/** With a step revealed, the newest first. */
function publicShows(db: Db, { steps }: Folded): Promise<ShownResults[]> {
  return db
    .selectFrom('shows')
    .innerJoin('results', 'results.show_id', 'shows.id')
    .select(['shows.id', 'title', 'sections', 'performers'])
    .where('is_public', '=', 1)
    .where('shows.id', 'in', [0, ...steps.keys()])
    .orderBy('starts_at', 'desc')
    .orderBy('shows.id', 'desc')
    .execute();
}

function byNewestStep({ steps }: Folded) {
  const newest = ({ id }: ShownResults) => steps.get(id)?.at(-1)?.version ?? 0;
  return (one: ShownResults, other: ShownResults) => newest(other) - newest(one);
}

async function toResults(db: Db, { id, title, sections, performers: locked }: ShownResults, log: Folded) {
  const steps = stepsOf(JSON.parse(sections) as Section[]);
  const performers = await scorable(db, id, locked);
  const indexes = new Map(performers.map((performer, at) => [performer.id, at]));
  const revealed = (log.steps.get(id) ?? []).flatMap((reveal) => toStep(reveal, steps, indexes));
  const corrections = correctionsOf(id, log, indexes);
  return {
    seq: seqOf(log, 'results'),
    show: { id, title },
    state: revealed.length < steps.length ? ('revealing' as const) : ('final' as const),
    of: steps.length,
    contestants: performers.map(({ slug, name, song, region }) => ({ slug, name, song, country: region })),
    steps: revealed,
    ...(corrections.length > 0 && { corrections }),
  };
}

/** Made since their step was revealed, the last time. */
function correctionsOf(show: number, { steps, entries }: Folded, indexes: ReadonlyMap<number, number>) {
  const reveals = steps.get(show) ?? [];
  return entries.flatMap(({ version, show_id, step, correction }) => {
    const at = reveals.findIndex((reveal) => reveal.step === step);
    if (show_id !== show || correction === null || at < 0 || (reveals[at]?.version ?? 0) > version) return [];
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
  { at, step: number }: Entry,
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

function none(log: Folded): Results {
  return { seq: seqOf(log, 'results'), show: null, state: 'none', of: 0, contestants: [], steps: [] };
}
