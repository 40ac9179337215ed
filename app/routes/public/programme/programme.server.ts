import { safeText } from '../../../../model/body/vocabulary.ts';
import { contestantSubject, posterOf } from '../../../../model/drawings/posters.ts';
import { currentEdition } from '../../../../model/editions/current.ts';
import { editionWithId } from '../../../../model/editions/editions.ts';
import { showEmbeds } from '../../../../model/embeds/show.ts';
import { embedsIn, findEmbeds } from '../../../../model/embeds/stored.ts';
import { pathPart } from '../../../../model/fields.ts';
import { findImages, type ImageFacts } from '../../../../model/images/lookup.ts';
import { imageSources } from '../../../../model/images/srcset.ts';
import { legalDocuments } from '../../../../model/pages/page-index.ts';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import { clipFigure, findPublicContestant } from '../../../../model/programme/contestants.ts';
import { namesakesOf, type Programme, publicProgramme } from '../../../../model/programme/programme.ts';
import { resultText } from '../../../../model/results/board.ts';
import { placesOf } from '../../../../model/results/outcome.ts';
import { assumedEnd } from '../../../../model/settings/watch/phase.ts';
import { lastStart } from '../../../../model/spoilers.ts';
import { cardExcerpt, plainText } from '../../../../model/text/excerpt.ts';
import { type Start, toStart } from '../../../broadcast-start.ts';
import { ageOf, toCover } from '../../../cards.server.ts';
import type { Site } from '../../../context.ts';
import { coversOf } from '../../../texts.server.ts';

export type ShownProgramme = NonNullable<Awaited<ReturnType<typeof readShownProgramme>>>;
export type ShownShow = ReturnType<typeof toShownShows>[number];
export type ShownContestant = ReturnType<typeof toShown>;
export type ShownStory = NonNullable<Awaited<ReturnType<typeof readShownContestant>>>;

/** Undefined while the programme is empty. */
export async function readShownProgramme({ db, timeZone, texts }: Site) {
  const programme = await publicProgramme(db);
  if (programme.shows.length === 0) return undefined;
  const pictures = programme.contestants.flatMap(({ image }) => image ?? []);
  const images = await findImages(db, pictures);
  const { legal_age } = await texts();
  const shows = toShownShows(programme, timeZone);
  const bySlug = new Map(programme.contestants.map((contestant) => [contestant.slug, contestant]));
  const order = [...new Set(shows.flatMap((show) => show.order))].flatMap((slug) => bySlug.get(slug) ?? []);
  return { shows, contestants: Object.fromEntries(order.map((each) => [each.slug, toShown(each, images, legal_age)])) };
}

const MAX_EXCERPT = 160; // characters

/** Undefined unless the contestant performs in a public show. */
export async function readShownContestant(site: Site, slug: string) {
  const { db, pages, timeZone, isSpoilerFree } = site;
  const stored = await findPublicContestant(db, pathPart().parse(slug));
  if (!stored) return undefined;
  const [programme, current] = await Promise.all([publicProgramme(db, stored.edition_id), currentEdition(db)]);
  const isHidden = isSpoilerFree && stored.edition_id === current.id;
  const places = isHidden ? [] : await placesOf(db, stored);
  const start = isHidden ? await lastStart(db) : null;
  const updatedAt = programme.contestants.find(({ id }) => id === stored.id)?.updated_at ?? '';
  const found = start !== null && updatedAt >= start ? { ...stored, text: '' } : stored;
  const figure = clipFigure(found.clip);
  const known = await findEmbeds(db, embedsIn(figure));
  const posters = [...known.values()].flatMap(({ poster }) => poster ?? []);
  const pictures = programme.contestants.flatMap(({ image }) => image ?? []);
  const images = await findImages(db, [...posters, ...pictures]);
  const texts = await site.texts();
  const { policy } = figure ? await legalDocuments(texts, pages) : {};
  const clip = showEmbeds(figure, { known, images, covers: coversOf(texts), policy });
  const shows = toShownShows(programme, timeZone);
  const neighbour = (note: string, of: string | undefined) => {
    const other = programme.contestants.find((each) => each.slug === of);
    return other ? [toFace(toShown(other, images, texts.legal_age), note)] : [];
  };
  const shown = toShown(found, images, texts.legal_age);
  const text = toParagraphs(found.text);
  return {
    contestant: { ...shown, credit: found.image_credit, alt: images.get(found.image ?? '')?.alt ?? '' },
    facts: Object.entries({ Откуда: found.region, 'Авторы песни': found.authors }).filter(([, value]) => value),
    excerpt: cardExcerpt(plainText(text), MAX_EXCERPT),
    // The share picture shows the place.
    poster: isHidden ? undefined : posterOf(texts, await contestantSubject(db, found), shown.picture?.focus),
    html: text + clip,
    hasClip: clip !== '',
    edition: stored.edition_id === current.id ? null : await editionWithId(db, stored.edition_id),
    others: (await namesakesOf(db, stored)).map(({ slug, song, title }) => ({ slug, song, title })),
    performances: shows.flatMap((show) => {
      const at = show.order.indexOf(slug);
      if (at < 0) return [];
      const placed = places.find((each) => each.show.id === show.id);
      const result = placed && {
        isFirst: placed.place === 1,
        text: `${resultText(placed)} · ${placed.show.title.replaceAll('-', '-\u2060')}`,
      };
      const before = neighbour('Предыдущий номер', show.order[at - 1]);
      const after = neighbour('Следующий номер', show.order[at + 1]);
      return [{ show, number: at + 1, result, neighbours: [...before, ...after] }];
    }),
  };
}

function toParagraphs(text: string): string {
  const parts = text.split(/\n\s*\n/).flatMap((part) => part.trim() || []);
  return parts.map((part) => `<p>${safeText(part).replaceAll('\n', '<br>')}</p>`).join('');
}

export function toShown(
  { slug, name, song, authors, region, image, is_withdrawn, age_mark }: Contestant,
  images: ReadonlyMap<string, ImageFacts>,
  siteAge: string,
) {
  return {
    ...{ slug, name, song, authors, region, picture: toCover(image, new Map(images)) },
    ...(is_withdrawn && { isWithdrawn: true }),
    ...ageOf(age_mark, siteAge),
  };
}

const MAX_FACES = 6;

/** The first performers of the current or next show; empty without one. */
export async function readArtists(site: Site) {
  const { shows, contestants } = (await readShownProgramme(site)) ?? { shows: [], contestants: {} };
  const next = shows.find(({ start, endsAt }) => Date.parse(endsAt ?? assumedEnd(start.at)) > Date.now());
  const performers = next?.order.flatMap((slug) => contestants[slug] ?? []) ?? [];
  const shown = performers.filter(({ isWithdrawn }) => !isWithdrawn).slice(0, MAX_FACES);
  return shown.map((each) => toFace(each, each.song && `«${each.song}»`));
}

/** Has the smallest variant of the picture. */
function toFace({ slug, name, picture }: ShownContestant, note: string) {
  const { src, width = 0, focus } = picture ?? { src: '' };
  const small = imageSources(src, width).srcset?.split(' ', 1)[0] ?? src;
  return { slug, name, note, cover: picture && { src: small, ...(focus && { focus }) } };
}

/** `order` is the running order, by slug. */
export function toShownShows({ shows, contestants }: Programme, timeZone: string) {
  const slugs = new Map(contestants.map(({ id, slug }) => [id, slug]));
  return shows.map(({ id, title, hall, starts_at, ends_at, running_order }) => ({
    ...{ id, title, hall, endsAt: ends_at },
    start: span(starts_at, ends_at, timeZone),
    order: running_order.flatMap((each) => slugs.get(each) ?? []),
  }));
}

/** The start; its text includes the end unless that is a day later. */
function span(startsAt: string, endsAt: string | null, timeZone: string): Start {
  const start = toStart(startsAt, timeZone) as Start;
  const isLong = endsAt !== null && Date.parse(endsAt) - Date.parse(startsAt) >= DAY;
  const end = isLong ? null : toStart(endsAt, timeZone);
  return end ? { ...start, text: `${start.text}–\u2060${end.time}` } : start;
}

const DAY = 24 * 3_600_000; // ms
