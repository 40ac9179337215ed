import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import type { CueTable } from './cues.ts';

const performerSchema = z.object({ slug: z.string(), name: z.string(), song: z.string() });

export const stageSchema = z.object({
  seq: z.number().int().describe('Id of the newest press, undos too. It never goes back: ignore a lower one'),
  show: z.object({ id: z.number().int(), title: z.string() }).nullable(),
  state: z.enum(['none', 'performance', 'break', 'ended']),
  contestant: performerSchema.nullable().describe('On stage'),
  next: performerSchema.nullable().describe('After this one or after the break, without the withdrawn'),
  since: z.string().nullable().describe('ISO 8601, UTC'),
});

export type Stage = z.output<typeof stageSchema>;

/** Expires at `until` (ms), unless a press or an undo replaces it. */
export interface KnownStage {
  stage: Stage;
  until: number;
}

type Cue = Selectable<CueTable>;
type Performer = z.output<typeof performerSchema> & { id: number; region: string; is_withdrawn: number };

/** How long a press holds, in ms: longer than the vote and the results of a final, shorter than the night after it. */
export const HOLDS_FOR = 4 * 3_600_000;
/** Presses that are searched for the last performance before a break. */
const BEFORE_BREAK = 20;

export async function currentStage(db: Db): Promise<Stage> {
  return stageAt(await readStage(db), Date.now());
}

/** At `now` (ms). */
export function stageAt({ stage, until }: KnownStage, now: number): Stage {
  return now < until ? stage : off(stage.seq).stage;
}

/** What the newest press says that was not taken back. Nothing, unless its show is public and its contestant performs. */
export async function readStage(db: Db): Promise<KnownStage> {
  const newest = await db.selectFrom('cues').select('id').orderBy('id', 'desc').executeTakeFirst();
  if (!newest) return off(0);
  const cues = await heldCues(db).orderBy('id', 'desc').limit(BEFORE_BREAK).execute();
  const [cue] = cues;
  const show = cue && (await publicShow(db, cue.show_id));
  if (!show) return off(newest.id);
  const order = await performersOf(db, show.id);
  const known = { seq: newest.id, show, contestant: null, next: null, since: cue.at };
  const until = Date.parse(cue.at) + HOLDS_FOR;
  if (cue.kind === 'end') return { stage: { ...known, state: 'ended' }, until };
  if (cue.kind === 'break') {
    const next = nextAfter(order, lastBefore(cues, order));
    return { stage: { ...known, state: 'break', next }, until };
  }
  const contestant = order.find(({ id, is_withdrawn }) => id === cue.contestant_id && is_withdrawn === 0);
  if (!contestant) return off(newest.id, until);
  const next = nextAfter(order, contestant);
  return { stage: { ...known, state: 'performance', contestant: shown(contestant), next }, until };
}

function off(seq: number, until = Number.POSITIVE_INFINITY): KnownStage {
  const stage: Stage = { seq, show: null, state: 'none', contestant: null, next: null, since: null };
  return { stage, until };
}

/** Presses that were not taken back. */
export function heldCues(db: Db) {
  return db
    .selectFrom('cues')
    .selectAll()
    .where('kind', '!=', 'undo')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('cues as undo').select('undo.id').whereRef('undo.undoes', '=', 'cues.id'))),
    );
}

export function publicShow(db: Db, id: number) {
  return db
    .selectFrom('shows')
    .select(['id', 'title'])
    .where('id', '=', id)
    .where('is_public', '=', 1)
    .executeTakeFirst();
}

/** In the running order. */
export function performersOf(db: Db, show: number): Promise<Performer[]> {
  return db
    .selectFrom('performances')
    .innerJoin('contestants', 'contestants.id', 'performances.contestant_id')
    .select(['contestants.id', 'slug', 'name', 'song', 'region', 'is_withdrawn'])
    .where('show_id', '=', show)
    .orderBy('position')
    .execute();
}

/** The last who performed before the break that `cues` begin with, in the same run of the show: not in its rehearsal. */
function lastBefore([pause, ...earlier]: Cue[], order: Performer[]): Performer | undefined {
  for (const { show_id, kind, contestant_id, at } of earlier) {
    const isSameRun = pause && show_id === pause.show_id && Date.parse(pause.at) - Date.parse(at) < HOLDS_FOR;
    if (!isSameRun || kind === 'end') return undefined;
    const performer = order.find(({ id }) => id === contestant_id);
    if (performer) return performer;
  }
  return undefined;
}

function nextAfter(order: Performer[], performer: Performer | undefined) {
  const from = performer ? order.indexOf(performer) + 1 : 0;
  const next = order.slice(from).find(({ is_withdrawn }) => is_withdrawn === 0);
  return next ? shown(next) : null;
}

function shown({ slug, name, song }: Performer) {
  return { slug, name, song };
}
