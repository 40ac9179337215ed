import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { notFound } from '../../errors.ts';
import { readWatchSettings } from '../settings/watch/watch.ts';
import type { CueTable } from './cues.ts';
import { HOLDS_FOR, heldCues, performersOf, publicShow } from './stage.ts';

export const chapterSchema = z.object({
  at: z.string().describe('When the performance began, ISO 8601, UTC'),
  slug: z.string(),
  name: z.string(),
  song: z.string(),
});

/** A performance of a show that is over. */
export interface Chapter extends z.output<typeof chapterSchema> {
  number: number; // in the running order
  until: string | null; // the next press
}

type Cue = Selectable<CueTable>;
type Performance = Pick<Cue, 'contestant_id' | 'at'> & { until: string | null };

/** By the presses of its last run; earlier runs are rehearsals. None until the show is over. 404 unless it is public. */
export async function readChapters(db: Db, show: number): Promise<Chapter[]> {
  if (!(await publicShow(db, show))) throw notFound('Такого концерта нет.');
  const [pressed, newest, { value: watch }] = await Promise.all([
    heldCues(db).where('show_id', '=', show).orderBy('id').execute(),
    heldCues(db).orderBy('id', 'desc').executeTakeFirst(),
    readWatchSettings(db),
  ]);
  const run = lastRun(pressed);
  const last = run.at(-1);
  if (!last) return [];
  const isOver = last.kind === 'end' || newest?.show_id !== show || Date.now() >= Date.parse(last.at) + HOLDS_FOR;
  if (!isOver && !watch.is_stream_over) return [];
  const order = await performersOf(db, show);
  return performancesOf(run).flatMap(({ contestant_id, at, until }) => {
    const place = order.findIndex(({ id, is_withdrawn }) => id === contestant_id && is_withdrawn === 0);
    const { slug, name, song } = order[place] ?? {};
    return slug === undefined || name === undefined || song === undefined
      ? []
      : [{ at, slug, name, song, number: place + 1, until }];
  });
}

/** A performance after the end, or four hours after the last press, begins another run. */
function lastRun(cues: Cue[]): Cue[] {
  let run: Cue[] = [];
  for (const cue of cues) {
    const last = run.at(-1);
    const isOver = last && (last.kind === 'end' || Date.parse(cue.at) - Date.parse(last.at) >= HOLDS_FOR);
    if (isOver && cue.kind !== 'performance') continue;
    run = isOver ? [cue] : [...run, cue];
  }
  return run;
}

/** Consecutive presses of one contestant count once, by the last. */
function performancesOf(run: Cue[]): Performance[] {
  const performances: Performance[] = [];
  for (const { kind, contestant_id, at } of run) {
    const last = performances.at(-1);
    const isAgain = kind === 'performance' && last?.contestant_id === contestant_id && last.until === null;
    if (last && !isAgain) last.until ??= at;
    if (isAgain && last) Object.assign(last, { at, until: null });
    else if (kind === 'performance') performances.push({ contestant_id, at, until: null });
  }
  return performances;
}
