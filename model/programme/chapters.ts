import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { notFound } from '../../errors.ts';
import { type Entry, PRESS_LIFETIME } from '../live/fold.ts';
import { readLog } from '../live/log.ts';
import { MAX_DURATION } from '../settings/watch/phase.ts';
import { readWatchSettings, type WatchSettings } from '../settings/watch/watch.ts';
import { escapeText } from '../text/markup.ts';
import { performersOf, publicShow } from './show-row.ts';

export const chapterSchema = z.object({
  at: z.string().describe('Start of the performance, ISO 8601, UTC'),
  slug: z.string(),
  name: z.string(),
  song: z.string(),
});

/** A performance of a show that is over. */
export interface Chapter extends z.output<typeof chapterSchema> {
  number: number; // in the running order
  until: string | null; // time of the next press
}

/** Chapters from the presses of the last run; earlier runs are rehearsals. None until the show is over. 404 unless it is public. */
export async function readChapters(db: Db, show: number): Promise<Chapter[]> {
  if (!(await publicShow(db, show))) throw notFound('Такого концерта нет.');
  const [{ presses }, { value: watch }] = await Promise.all([readLog(db), readWatchSettings(db)]);
  const run = lastRun(presses.filter(({ show_id }) => show_id === show));
  const last = run.at(-1);
  if (!last) return [];
  const isOver =
    last.kind === 'end' || presses.at(-1)?.show_id !== show || Date.now() >= Date.parse(last.at) + PRESS_LIFETIME;
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

/** ms after a show's end for the winner's encore; a rehearsal ends longer than that before its show. */
const ENCORE = 30 * 60_000;

/** A performance half an hour after the end, or four hours after the last press, begins another run. */
function lastRun(presses: Entry[]): Entry[] {
  let run: Entry[] = [];
  for (const cue of presses) {
    const last = run.at(-1);
    const hasEnded = last?.kind === 'end';
    const isOver = last && Date.parse(cue.at) - Date.parse(last.at) >= (hasEnded ? ENCORE : PRESS_LIFETIME);
    if ((hasEnded || isOver) && cue.kind !== 'performance') continue;
    run = isOver ? [cue] : [...run, cue];
  }
  return run;
}

/** Merges consecutive presses of one contestant: the last one counts. */
function performancesOf(run: Entry[]) {
  const performances: (Pick<Entry, 'contestant_id' | 'at'> & { until: string | null })[] = [];
  for (const { kind, contestant_id, at } of run) {
    const last = performances.at(-1);
    const isAgain = kind === 'performance' && last?.contestant_id === contestant_id && last.until === null;
    if (last && !isAgain) last.until ??= at;
    if (isAgain && last) Object.assign(last, { at, until: null });
    else if (kind === 'performance') performances.push({ contestant_id, at, until: null });
  }
  return performances;
}

export interface ReplayChapter extends Chapter {
  from: number; // seconds from the start of the recording
  to: number | null;
}

export interface Replay {
  recording: string;
  startsAt: string | null; // of the recording
  show: { id: number; title: string } | null;
  chapters: ReplayChapter[];
}

/** The recording of the broadcast that is over, with its performances; undefined without one. */
export async function readReplay(db: Db): Promise<Replay | undefined> {
  const { value } = await readWatchSettings(db);
  const { is_stream_over, recording_url: recording } = value;
  if (!is_stream_over || recording === null) return undefined;
  const startsAt = await startOf(db, value);
  const show = startsAt === null ? undefined : await recordedShow(db, startsAt);
  if (!show || startsAt === null) return { recording, startsAt, show: null, chapters: [] };
  return { recording, startsAt, show, chapters: placed(await readChapters(db, show.id), startsAt) };
}

/** Chapters in a show's recording: the broadcast's, or its own in the archive; empty without one. */
export async function recordedChapters(db: Db, id: number): Promise<ReplayChapter[]> {
  const replay = await readReplay(db);
  if (replay?.show?.id === id) return replay.chapters;
  const show = await publicShow(db, id);
  if (!show?.recording_url || show.recording_starts_at === null) return [];
  return placed(await readChapters(db, id), show.recording_starts_at);
}

/** Chapters relative to a recording that starts at `startsAt`. */
function placed(chapters: Chapter[], startsAt: string): ReplayChapter[] {
  const inside = (moment: string) => Math.floor((Date.parse(moment) - Date.parse(startsAt)) / 1000);
  return chapters.flatMap((chapter) => {
    const [from, to] = [inside(chapter.at), chapter.until === null ? null : inside(chapter.until)];
    if (from > MAX_DURATION || (to ?? from) < 0) return [];
    return [{ ...chapter, from: Math.max(0, from), to }];
  });
}

/** Time of the first frame: set by the editor, else when the broadcast was switched on, else its announced start. */
async function startOf(db: Db, { recording_starts_at, starts_at }: WatchSettings): Promise<string | null> {
  if (recording_starts_at !== null) return recording_starts_at;
  const switchedOn = await db
    .selectFrom('journal')
    .select('at')
    .where('action', '=', 'watch.update')
    .where('changes', 'like', '%"field":"is_stream_enabled","before":false,"after":true%')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return switchedOn?.at ?? starts_at;
}

/** The show of the first performance after the start of the recording. */
async function recordedShow(db: Db, startsAt: string): Promise<Replay['show']> {
  const { presses } = await readLog(db);
  const cue = presses.find(({ kind, at }) => kind === 'performance' && at >= startsAt);
  const { id, title } = (cue && (await publicShow(db, cue.show_id))) ?? {};
  return id === undefined || title === undefined ? null : { id, title };
}

const LAST = 300; // s; length of the last chapter when the end was not pressed

/** Chapters as WebVTT, for players of other sites. */
export function toChapterTrack(chapters: ReplayChapter[]): string {
  const cues = chapters.map(({ from, to, number, name, song }) => {
    const title = `${number}. ${name}${song && ` — «${song}»`}`;
    return `${clock(from)} --> ${clock(Math.max(from + 1, to ?? from + LAST))}\n${escapeText(title)}\n`;
  });
  return ['WEBVTT', '', ...cues].join('\n');
}

function clock(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${[hours, minutes, seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')}.000`;
}
