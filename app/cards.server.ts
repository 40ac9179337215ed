import { newestCards } from '../model/articles/lists/lists.ts';
import type { PageCard } from '../model/articles/schema.ts';
import { type Focus, findImages } from '../model/images/lookup.ts';
import { stricterAge } from '../model/settings/age-marks.ts';
import { withoutSpoilers } from '../model/spoilers.ts';
import { formatDate } from '../model/text/date.ts';
import { cardExcerpt, HOME_EXCERPT } from '../model/text/excerpt.ts';
import { markTexts, readMarks } from '../model/text/name-marks.ts';
import type { Site } from './context.ts';

/** Number of newest articles that are searched for ones without spoilers. */
const LOOKED_AT = 60;

/** Image of a page; size in pixels is known only for uploaded images. */
export interface Picture {
  src: string;
  width?: number;
  height?: number;
  /** Point (per cent) that a crop keeps; default is the middle. */
  focus?: Focus;
}

export interface Card {
  slug: string;
  title: string;
  date: string; // `2025-07-20`
  dateText: string; // `20 июля 2025`
  cover: Picture | null;
  excerpt: string;
  /** The title with the reference signs of `notes`; absent without any. */
  marked?: string;
  /** Legally required marks beside names in title and excerpt. */
  notes?: string[];
  isPinned?: true;
  age?: string; // «12+»; absent unless stricter than the site's
}

/** Cards with the pinned one, marked, before the others. */
export async function toCardsAfter(
  site: Site,
  pinned: PageCard | undefined,
  others: PageCard[],
  length: number,
): Promise<Card[]> {
  if (!pinned) return toCards(site, others, length);
  const [first, ...rest] = await toCards(site, [pinned, ...others], length);
  return first ? [{ ...first, isPinned: true }, ...rest] : rest;
}

/** Cards with an excerpt of at most `length` characters, up to 120; of none at 0. One query for all covers. */
export async function toCards({ db, texts: siteTexts }: Site, articles: PageCard[], length: number): Promise<Card[]> {
  const urls = articles.map(({ coverImageUrl }) => coverImageUrl);
  const covers = await findImages(db, urls);
  const { legal_age, legal_marks } = await siteTexts();
  const marks = readMarks(legal_marks);
  return articles.map(({ slug, title, date, ageMark, coverImageUrl, text }) => {
    const shown = length > 0 ? cardExcerpt(text, length) : '';
    const { texts, notes } = markTexts([title, shown], marks);
    const [marked = title, excerpt = shown] = texts;
    return {
      ...{ slug, title, date, dateText: formatDate(date) },
      cover: toCover(coverImageUrl, covers),
      excerpt,
      ...(marked !== title && { marked }),
      ...(notes.length > 0 && { notes }),
      ...ageOf(ageMark, legal_age),
    };
  });
}

export async function newestOf(site: Site, count: number): Promise<Card[]> {
  const { db, isSpoilerFree } = site;
  const newest = await newestCards(db, isSpoilerFree ? LOOKED_AT : count);
  const cards = isSpoilerFree ? await withoutSpoilers(db, newest) : newest;
  return toCards(site, cards.slice(0, count), HOME_EXCERPT);
}

/** Age mark of an article; absent unless stricter than the site's. */
export function ageOf(own: string | null, site: string): { age?: string } {
  const age = stricterAge(own, site);
  return age === undefined ? {} : { age };
}

export function toCover(url: string | null, found: Awaited<ReturnType<typeof findImages>>): Picture | null {
  if (url === null) return null;
  const known = found.get(url);
  if (!known) return { src: url };
  const { alt: _alt, bytes: _bytes, ...shown } = known;
  return { src: url, ...shown };
}
