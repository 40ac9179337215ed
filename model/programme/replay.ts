import type { Db } from '../../db/tables.ts';
import { LONGEST } from '../settings/watch/second.ts';
import { readWatchSettings, type WatchSettings } from '../settings/watch/watch.ts';
import { type Chapter, readChapters } from './chapters.ts';
import { heldCues, publicShow } from './stage.ts';

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

/** In a recording that starts at `startsAt`. */
function placed(chapters: Chapter[], startsAt: string): ReplayChapter[] {
  const inside = (moment: string) => Math.floor((Date.parse(moment) - Date.parse(startsAt)) / 1000);
  return chapters.flatMap((chapter) => {
    const [from, to] = [inside(chapter.at), chapter.until === null ? null : inside(chapter.until)];
    if (from > LONGEST || (to ?? from) < 0) return [];
    return [{ ...chapter, from: Math.max(0, from), to }];
  });
}

/** Moment of the first frame: as the editor says, else when the broadcast was switched on, else its announced start. */
async function startOf(
  db: Db,
  { recording_starts_at, starts_at }: Pick<WatchSettings, 'recording_starts_at' | 'starts_at'>,
): Promise<string | null> {
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

/** The show whose performance was pressed first after the start of the recording. */
async function recordedShow(db: Db, startsAt: string) {
  const cue = await heldCues(db)
    .where('kind', '=', 'performance')
    .where('at', '>=', startsAt)
    .orderBy('id')
    .executeTakeFirst();
  return cue && publicShow(db, cue.show_id);
}
