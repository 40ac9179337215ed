import type { Db } from '../../../../db/tables.ts';
import { AWAITED_FOR, listShows } from '../../../../model/programme/shows.ts';
import { currentResults, publicResults } from '../../../../model/results/results.ts';
import type { Results } from '../../../../model/results/shown.ts';
import type { SiteText } from '../../../../model/settings/site-text.ts';
import { type Start, toStart } from '../../../broadcast-start.ts';
import { type MarkedList, markList } from '../programme/programme.server.ts';

export interface ShownScreen extends Pick<ShownResults, 'current' | 'marked'> {
  show: number | undefined;
  /** Also before the first step. */
  title: string | undefined;
}

export interface AwaitedShow {
  id: number;
  title: string;
  start: Start;
}

export interface ShownResults extends MarkedList {
  /** With the newest step. */
  current: Results;
  /** Of the other shows, the newest first. */
  others: Results[];
}

/** Of the window of a hall: one show, or that with the newest step. */
export async function readHallScreen(db: Db, texts: SiteText, id: number | undefined): Promise<ShownScreen> {
  const current = await currentResults(db, id);
  const { title } = (await listShows(db)).find((show) => show.id === id && show.is_public) ?? {};
  return { current, show: id, title: current.show?.title ?? title, marked: markNames([current], texts).marked };
}

export async function readShownResults(db: Db, texts: SiteText): Promise<ShownResults> {
  const [current, all] = await Promise.all([currentResults(db), publicResults(db)]);
  const others = all.filter(({ show }) => show?.id !== current.show?.id);
  return { current, others, ...markNames([current, ...others], texts) };
}

/** Shows that are to come, or began less than a day ago; undefined while there is no programme. */
export async function readAwaitedShows(db: Db, timeZone: string): Promise<AwaitedShow[] | undefined> {
  const shows = (await listShows(db)).filter((show) => show.is_public);
  if (shows.length === 0) return undefined;
  return shows
    .filter(({ starts_at }) => Date.parse(starts_at) > Date.now() - AWAITED_FOR)
    .map(({ id, title, starts_at }) => ({ id, title, start: toStart(starts_at, timeZone) as Start }));
}

function markNames(boards: Results[], texts: SiteText): MarkedList {
  return markList(
    boards.flatMap(({ contestants }) => contestants),
    texts,
  );
}
