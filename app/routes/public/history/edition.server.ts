import type { Db } from '../../../../db/tables.ts';
import { cardsOfYear } from '../../../../model/articles/lists/lists.ts';
import { accentStyle } from '../../../../model/colour/accent.ts';
import { contestantSubject, posterOf } from '../../../../model/drawings/posters.ts';
import { placeOf } from '../../../../model/editions/archive.ts';
import { findPublicEdition } from '../../../../model/editions/editions.ts';
import { pathPart } from '../../../../model/fields.ts';
import { findImages } from '../../../../model/images/lookup.ts';
import { pageWithId } from '../../../../model/pages/pages.ts';
import { groupPartners } from '../../../../model/partners.ts';
import { readChapters } from '../../../../model/programme/chapters.ts';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import { publicProgramme } from '../../../../model/programme/programme.ts';
import { hasWinner } from '../../../../model/results/board.ts';
import { winnersOn } from '../../../../model/results/outcome.ts';
import { publicResults } from '../../../../model/results/results.ts';
import type { Results } from '../../../../model/results/shown.ts';
import type { SiteText } from '../../../../model/settings/site-text.ts';
import { untold, withoutSpoilers } from '../../../../model/spoilers.ts';
import { toCards, toCover } from '../../../cards.server.ts';
import type { Site } from '../../../context.ts';
import { shown } from '../article/story.server.ts';
import { toShown, toShownShows } from '../programme/programme.server.ts';
import { picturesOf } from '../results/results.server.ts';
import { daysText } from './history.server.ts';

const MAX_NEWS = 6;
const EXCERPT = 120;

export type WholeEdition = NonNullable<Awaited<ReturnType<typeof readShownEdition>>>;

/** Undefined unless it is a public past edition. */
export async function readShownEdition(site: Site, url: URL, slug: string, texts: SiteText) {
  const { db, timeZone, isSpoilerFree } = site;
  const row = await findPublicEdition(db, pathPart().parse(slug));
  if (row?.is_current !== 0) return undefined;
  const [programme, results, partners, news, page] = await Promise.all([
    publicProgramme(db, row.id),
    publicResults(db, row.id),
    groupPartners(db, row.id),
    cardsOfYear(db, row.year, MAX_NEWS),
    row.page_id === null ? undefined : pageWithId(db, row.page_id),
  ]);
  const { contestants } = programme;
  const images = await findImages(
    db,
    [row.poster, ...contestants.map(({ image }) => image)].flatMap((image) => image ?? []),
  );
  const told = page && isSpoilerFree ? await untold(db, page, page.title) : page;
  return {
    ...{ slug, title: row.title, year: row.year, place: placeOf(row), days: daysText(row), hosts: row.hosts },
    dates: [row.starts_on, row.ends_on] as const,
    ...(row.accent && { accentStyle: accentStyle(row.accent) }),
    poster: toCover(row.poster, images),
    shows: toShownShows(programme, timeZone),
    contestants: Object.fromEntries(contestants.map((each) => [each.slug, toShown(each, images, texts.legal_age)])),
    results,
    sharePicture: await sharePictureOf(db, programme.contestants, results),
    recordings: await recordingsOf(db, programme.shows),
    pictures: await picturesOf(db, programme, new Set(contestants.map((each) => each.slug))),
    partners,
    news: await toCards(db, isSpoilerFree ? await withoutSpoilers(db, news) : news, EXCERPT),
    story: told && (await shown(site, url, texts, told, `/${told.slug}`)),
  };
}

/** Poster of the winner in social networks. */
async function sharePictureOf(db: Db, contestants: Contestant[], results: Results[]): Promise<string | undefined> {
  const [winner] = winnersOn(results.find(hasWinner));
  const found = contestants.find(({ slug }) => slug === winner?.slug);
  return found && posterOf(db, await contestantSubject(db, found), undefined);
}

export interface Recording {
  show: string;
  url: string;
  chapters: { slug: string; name: string; song: string; from: number | null }[];
}

async function recordingsOf(
  db: Db,
  shows: { id: number; title: string; recording_url: string | null; recording_starts_at: string | null }[],
): Promise<Recording[]> {
  const recorded = shows.map(async ({ id, title, recording_url: url, recording_starts_at: start }) => {
    if (url === null) return [];
    const chapters = (await readChapters(db, id)).map(({ at, slug, name, song }) => ({
      ...{ slug, name, song },
      from: start === null ? null : Math.max(0, Math.floor((Date.parse(at) - Date.parse(start)) / 1000)),
    }));
    return [{ show: title, url, chapters }];
  });
  return (await Promise.all(recorded)).flat();
}
