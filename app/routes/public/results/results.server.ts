import type { Db } from '../../../../db/tables.ts';
import { resultsPoster } from '../../../../model/drawings/posters.ts';
import { findImages } from '../../../../model/images/lookup.ts';
import { type Programme, publicProgramme } from '../../../../model/programme/programme.ts';
import { RESULTS_WINDOW } from '../../../../model/programme/shows.ts';
import { currentStage } from '../../../../model/programme/stage.ts';
import { boardOf, isSemiFinal, TIE_RULE } from '../../../../model/results/board.ts';
import { finalistsOf } from '../../../../model/results/finals.ts';
import { currentResults, publicResults } from '../../../../model/results/results.ts';
import type { Results } from '../../../../model/results/schema.ts';
import { type Start, toStart } from '../../../broadcast-start.ts';
import { type Picture, toCover } from '../../../cards.server.ts';
import type { Site } from '../../../context.ts';

export type ShownScreen = Awaited<ReturnType<typeof readHallScreen>>;

export type ShownResults = Awaited<ReturnType<typeof readShownResults>>;

type Pictures = Record<string, Picture>;

/** Data of the hall screen: one show, by default that with the newest step. */
export async function readHallScreen({ db, timeZone, texts }: Site, id: number | undefined) {
  const [current, programme, stage] = await Promise.all([
    currentResults(db, id),
    publicProgramme(db),
    currentStage(db),
  ]);
  const show = programme.shows.find((each) => (id === undefined ? isAwaited(each) : each.id === id));
  const pictures = await picturesOf(db, programme, new Set(programme.contestants.map(({ slug }) => slug)));
  return {
    ...{ current, show: id, pictures },
    // Known before the first step too.
    title: current.show?.title ?? show?.title,
    start: toStart(show?.starts_at ?? null, timeZone),
    stage,
    logo: (await texts()).header_logo,
  };
}

/** `pictures`: by slug, of contestants who are or may come on a podium; `finalists`: slugs by the id of their semi-final. */
export async function readShownResults({ db, timeZone, texts }: Site) {
  // Read first: a page whose `seq` is older than its boards is read again, one whose `seq` is newer never.
  const current = await currentResults(db);
  const [all, programme, stage] = await Promise.all([publicResults(db), publicProgramme(db), currentStage(db)]);
  const others = all.filter(({ show }) => show?.id !== current.show?.id);
  const boards = [current, ...others];
  const slugs = new Map(programme.contestants.map(({ id, slug }) => [id, slug]));
  const finalists = boards.flatMap(({ show }) => {
    const found = show ? finalistsOf(show.id, programme.shows).flatMap((id) => slugs.get(id) ?? []) : [];
    return show && found.length > 0 ? [[show.id, found] as const] : [];
  });
  const pictures = await picturesOf(db, programme, new Set(boards.flatMap(onPodium)));
  const awaited = programme.shows
    .filter((each) => isAwaited(each) && boards.every(({ show }) => show?.id !== each.id))
    .map(({ id, title, starts_at }) => ({ id, title, start: toStart(starts_at, timeZone) as Start }));
  const days = Object.fromEntries(
    programme.shows.map(({ id, starts_at }) => {
      const { wall, day } = toStart(starts_at, timeZone) as Start;
      return [id, { at: wall.slice(0, 10), text: day }];
    }),
  );
  const poster = resultsPoster(await texts(), boards);
  return {
    ...{ current, others, pictures, finalists: Object.fromEntries(finalists), poster, days },
    stage,
    tieRule: TIE_RULE,
    awaited: programme.shows.length > 0 ? awaited : undefined,
  };
}

/** Slugs of the first three places, ties included; everybody while the board is not complete. */
function onPodium(board: Results | undefined): string[] {
  if (!board || isSemiFinal(board.show?.title ?? '')) return [];
  const { contestants, state } = board;
  const rows = boardOf(board).filter(({ place }) => state !== 'final' || place <= 3);
  return rows.flatMap(({ contestant }) => contestants[contestant]?.slug ?? []);
}

export async function picturesOf(db: Db, { contestants }: Programme, slugs: ReadonlySet<string>): Promise<Pictures> {
  const shown = contestants.filter(({ slug }) => slugs.has(slug));
  const pictures = shown.map(({ image }) => image);
  const images = await findImages(db, pictures);
  return Object.fromEntries(
    shown.flatMap(({ slug, image }) => {
      const picture = toCover(image, images);
      return picture ? [[slug, picture]] : [];
    }),
  );
}

function isAwaited({ starts_at }: { starts_at: string }): boolean {
  return Date.parse(starts_at) > Date.now() - RESULTS_WINDOW;
}
