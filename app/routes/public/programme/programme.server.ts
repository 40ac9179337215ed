import type { Db } from '../../../../db/tables.ts';
import { findImages, type KnownImage } from '../../../../model/images/lookup.ts';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import { type Programme, publicProgramme } from '../../../../model/programme/programme.ts';
import type { SiteText } from '../../../../model/settings/site-text.ts';
import { markTexts, readMarks } from '../../../../model/text/name-marks.ts';
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
  /** The name with the signs of `notes`, where it has any. */
  marked?: string;
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
  /** Legally required marks beside names. */
  notes: string[];
}

/** Undefined while the programme is empty. */
export async function readShownProgramme(
  db: Db,
  timeZone: string,
  texts: SiteText,
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
  // Names first: a list has nothing else on phones.
  const words = [...order.map(({ name }) => name), ...order.map(({ authors }) => authors)];
  const marked = markTexts(words, readMarks(texts.legal_marks));
  const shown = order.map((contestant, at) =>
    withMarks(toShown(contestant, images, texts.legal_age), marked.texts[at], marked.texts[order.length + at]),
  );
  return { shows, contestants: Object.fromEntries(shown.map((each) => [each.slug, each])), notes: marked.notes };
}

/** Names with signs, each with its own notes, by slug: for pages whose names come with events. */
export type MarkedNames = Record<string, { name: string; notes: string[] }>;

export async function readMarkedNames(db: Db, { legal_marks }: SiteText): Promise<MarkedNames> {
  const marks = readMarks(legal_marks);
  if (marks.length === 0) return {};
  const { contestants } = await publicProgramme(db);
  const found = contestants.map(({ slug, name }) => ({ slug, ...markTexts([name], marks) }));
  return Object.fromEntries(
    found.flatMap(({ slug, texts: [name = ''], notes }) => (notes.length > 0 ? [[slug, { name, notes }]] : [])),
  );
}

/** Names with the signs of `notes`, by slug. */
export interface MarkedList {
  marked: Record<string, string>;
  /** Marks that the law asks for beside names. */
  notes: string[];
}

/** Marks of the whole programme, for a page that learns later which names it shows. */
export async function markProgramme(db: Db, texts: SiteText): Promise<MarkedList> {
  return texts.legal_marks ? markList((await publicProgramme(db)).contestants, texts) : { marked: {}, notes: [] };
}

export function markList(named: { slug: string; name: string }[], { legal_marks }: SiteText): MarkedList {
  const names = new Map(named.map(({ slug, name }) => [slug, name]));
  const { texts, notes } = markTexts([...names.values()], readMarks(legal_marks));
  const marked = [...names].flatMap(([slug, name], at) => (texts[at] === name ? [] : [[slug, texts[at] ?? '']]));
  return { marked: Object.fromEntries(marked), notes };
}

/** `name` and `authors`: the same words with the signs of notes. */
export function withMarks<T extends ShownContestant>(contestant: T, name = '', authors = ''): T {
  return { ...contestant, authors, ...(name !== contestant.name && { marked: name }) };
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
