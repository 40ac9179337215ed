import { redirect } from 'react-router';
import type { Db } from '../../../../db/tables.ts';
import { cardsOfYear } from '../../../../model/articles/lists/lists.ts';
import { accentStyle } from '../../../../model/colour/accent.ts';
import { contestantSubject, posterOf } from '../../../../model/drawings/posters.ts';
import { placeOf, recordingsOf, recordsOf, withBoards } from '../../../../model/editions/archive.ts';
import { type EditionRow, pastEditions, publicEditions } from '../../../../model/editions/editions.ts';
import { pathPart } from '../../../../model/fields.ts';
import { findImages } from '../../../../model/images/lookup.ts';
import { findPublicPageById } from '../../../../model/pages/pages.ts';
import { groupPartners } from '../../../../model/partners.ts';
import { contestantImages } from '../../../../model/programme/contestants.ts';
import { publicProgramme } from '../../../../model/programme/programme.ts';
import { hasWinner } from '../../../../model/results/board.ts';
import { winnerOn, winnersOn } from '../../../../model/results/outcome.ts';
import { publicResults } from '../../../../model/results/results.ts';
import { withoutOutcome, withoutSpoilers } from '../../../../model/spoilers.ts';
import { formatDate } from '../../../../model/text/date.ts';
import { toCards, toCover } from '../../../cards.server.ts';
import type { Site } from '../../../context.ts';
import { shown } from '../article/story.server.ts';
import { toShown, toShownShows } from '../programme/programme.server.ts';
import { picturesOf } from '../results/results.server.ts';

export type ShownHistory = NonNullable<Awaited<ReturnType<typeof readShownHistory>>>;

/** Undefined without a public past edition. The number of queries does not depend on the number of editions. */
export async function readShownHistory(db: Db) {
  const past = await withBoards(db, await pastEditions(db));
  if (past.length === 0) return undefined;
  const won = past.map(({ row, board }) => ({ row, winner: winnerOn(board) }));
  const slugs = won.flatMap(({ winner }) => winner?.slug ?? []);
  const pictures = await contestantImages(db, slugs);
  const images = await findImages(db, [...past.map(({ row }) => row.poster), ...pictures.values()]);
  const editions = won.map(({ row, winner }) => ({
    ...{ slug: row.slug, title: row.title, year: row.year, place: placeOf(row), days: daysText(row) },
    poster: toCover(row.poster, images),
    winner: winner && {
      ...{ slug: winner.slug, name: winner.name, song: winner.song, isShared: winner.isShared },
      picture: toCover(pictures.get(winner.slug) ?? null, images),
    },
  }));
  return { editions, records: recordsOf(past) };
}

/** For a page that the current edition does not have yet: redirects to the newest past edition, 404 without one. */
export async function lastEdition(db: Db): Promise<never> {
  const [last] = await pastEditions(db);
  if (last) throw redirect(`/history/${last.slug}`, { status: 302, headers: { 'Cache-Control': 'no-cache' } });
  throw new Response(null, { status: 404 });
}

const MAX_NEWS = 6;
const EXCERPT = 120;

export type WholeEdition = NonNullable<Awaited<ReturnType<typeof readShownEdition>>>;

/** Undefined unless it is a public edition. Redirects for the current one: its page was here until a start was undone. */
export async function readShownEdition(site: Site, part: string) {
  const { db, timeZone, isSpoilerFree } = site;
  const slug = pathPart().parse(part);
  const editions = await publicEditions(db);
  const row = editions.find((each) => each.slug === slug);
  if (!row) return undefined;
  if (row.is_current === 1) throw redirect('/programme', { status: 302, headers: { 'Cache-Control': 'no-cache' } });
  const past = editions.filter(({ is_current }) => is_current === 0);
  const at = past.indexOf(row);
  const [programme, results, partners, news, page] = await Promise.all([
    publicProgramme(db, row.id),
    publicResults(db, row.id),
    groupPartners(db, row.id),
    cardsOfYear(db, row.year, MAX_NEWS),
    row.page_id === null ? undefined : findPublicPageById(db, row.page_id),
  ]);
  const { contestants } = programme;
  const images = await findImages(db, [row.poster, ...contestants.map(({ image }) => image)]);
  const texts = await site.texts();
  const [best] = winnersOn(results.find(hasWinner));
  const winner = contestants.find((each) => each.slug === best?.slug);
  const shownPage = page && isSpoilerFree ? await withoutOutcome(db, page, page.title) : page;
  return {
    ...{ slug, title: row.title, year: row.year, place: placeOf(row), days: daysText(row), hosts: row.hosts },
    dates: [row.starts_on, row.ends_on] as const,
    neighbours: [past[at + 1], past[at - 1]].flatMap((each, after) =>
      each ? { name: after ? 'Следующий фестиваль' : 'Предыдущий фестиваль', slug: each.slug, title: each.title } : [],
    ),
    ...(row.accent && { accentStyle: accentStyle(row.accent) }),
    poster: toCover(row.poster, images),
    shows: toShownShows(programme, timeZone),
    contestants: Object.fromEntries(contestants.map((each) => [each.slug, toShown(each, images, texts.legal_age)])),
    results,
    /** Poster of the winner in social networks. */
    sharePicture: winner && posterOf(texts, await contestantSubject(db, winner), undefined),
    recordings: await recordingsOf(db, programme.shows),
    pictures: await picturesOf(db, programme, new Set(contestants.map((each) => each.slug))),
    partners,
    news: await toCards(site, isSpoilerFree ? await withoutSpoilers(db, news) : news, EXCERPT),
    story: shownPage && (await shown(site, shownPage, `/${shownPage.slug}`)),
  };
}

/** «18–20 июля 2025»; the year when no day is known. */
function daysText({ starts_on, ends_on, year }: Pick<EditionRow, 'starts_on' | 'ends_on' | 'year'>): string {
  if (starts_on === null) return `${year} год`;
  if (ends_on === null || ends_on === starts_on) return formatDate(starts_on);
  if (starts_on.slice(0, 7) === ends_on.slice(0, 7)) return `${Number(starts_on.slice(8))}–${formatDate(ends_on)}`;
  return `${formatDate(starts_on)} — ${formatDate(ends_on)}`;
}
