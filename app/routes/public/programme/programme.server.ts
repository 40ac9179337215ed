import type { Db } from '../../../../db/tables.ts';
import { findImages, type KnownImage } from '../../../../model/images/lookup.ts';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import { type Programme, publicProgramme } from '../../../../model/programme/programme.ts';
import { type Start, toStart } from '../../../broadcast-start.ts';
import { ageOf, type Picture, toCover } from '../../../cards.server.ts';

export interface ShownShow {
  id: number;
  title: string;
  hall: string;
  start: Start;
  endsAt: string | null;
  /** Slugs, in the running order. */
  order: string[];
}

export interface ShownContestant {
  slug: string;
  name: string;
  song: string;
  authors: string;
  region: string;
  picture: Picture | null;
  isWithdrawn?: true;
  age?: string;
}

export interface ShownProgramme {
  shows: ShownShow[];
  contestants: Record<string, ShownContestant>;
}

/** Undefined while the programme is empty. */
export async function readShownProgramme(
  db: Db,
  timeZone: string,
  siteAge: string,
): Promise<ShownProgramme | undefined> {
  const programme = await publicProgramme(db);
  if (programme.shows.length === 0) return undefined;
  const images = await findImages(
    db,
    programme.contestants.flatMap(({ image }) => image ?? []),
  );
  const shows = toShownShows(programme, timeZone);
  const bySlug = new Map(programme.contestants.map((contestant) => [contestant.slug, contestant]));
  const order = [...new Set(shows.flatMap((show) => show.order))].flatMap((slug) => bySlug.get(slug) ?? []);
  return { shows, contestants: Object.fromEntries(order.map((each) => [each.slug, toShown(each, images, siteAge)])) };
}

export function toShown(
  { slug, name, song, authors, region, image, is_withdrawn, age_mark }: Contestant,
  images: ReadonlyMap<string, KnownImage>,
  siteAge: string,
): ShownContestant {
  const picture = toCover(image, new Map(images));
  const shown = { slug, name, song, authors, region, picture, ...ageOf(age_mark, siteAge) };
  return is_withdrawn ? { ...shown, isWithdrawn: true } : shown;
}

export function toShownShows({ shows, contestants }: Programme, timeZone: string): ShownShow[] {
  const slugs = new Map(contestants.map(({ id, slug }) => [id, slug]));
  return shows.map((show) => toShownShow(show, slugs, timeZone));
}

function toShownShow(
  { id, title, hall, starts_at, ends_at, running_order }: Programme['shows'][number],
  slugs: ReadonlyMap<number, string>,
  timeZone: string,
): ShownShow {
  return {
    ...{ id, title, hall },
    start: span(starts_at, ends_at, timeZone),
    endsAt: ends_at,
    order: running_order.flatMap((each) => slugs.get(each) ?? []),
  };
}

/** The start, with the time of the end in its text where that is not a day later. */
function span(startsAt: string, endsAt: string | null, timeZone: string): Start {
  const start = toStart(startsAt, timeZone) as Start;
  const isLong = endsAt !== null && Date.parse(endsAt) - Date.parse(startsAt) >= DAY;
  const end = isLong ? null : toStart(endsAt, timeZone);
  return end ? { ...start, text: `${start.text}–\u2060${end.time}` } : start;
}

const DAY = 24 * 3_600_000; // ms
