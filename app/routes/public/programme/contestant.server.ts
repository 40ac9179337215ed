import { safeText } from '../../../../model/body/vocabulary.ts';
import { contestantSubject, posterOf } from '../../../../model/drawings/posters.ts';
import { currentEdition } from '../../../../model/editions/current.ts';
import { editionWithId } from '../../../../model/editions/editions.ts';
import { showEmbeds } from '../../../../model/embeds/show.ts';
import { embedsIn, findEmbeds } from '../../../../model/embeds/stored.ts';
import { pathPart } from '../../../../model/fields.ts';
import { findImages } from '../../../../model/images/lookup.ts';
import { legalDocuments } from '../../../../model/pages/page-index.ts';
import { clipFigure, findPublicContestant, namesakesOf } from '../../../../model/programme/contestants.ts';
import { publicProgramme } from '../../../../model/programme/programme.ts';
import { resultText } from '../../../../model/results/board.ts';
import { type Placed, placesOf } from '../../../../model/results/outcome.ts';
import type { SiteText } from '../../../../model/settings/site-text.ts';
import { lastStart } from '../../../../model/spoilers.ts';
import { cardExcerpt, plainText } from '../../../../model/text/excerpt.ts';
import { coversOf } from '../../../branding.server.ts';
import type { Site } from '../../../context.ts';
import { type ShownContestant, type ShownShow, toShown, toShownShows } from './programme.server.ts';

const MAX_EXCERPT = 160; // characters

export interface ShownStory {
  contestant: ShownContestant & { credit: string; alt: string };
  excerpt: string;
  /** Undefined where it would tell the place. */
  poster: string | undefined;
  html: string;
  hasClip: boolean;
  performances: Performance[];
  /** The past edition that it is about; null for the current one. */
  edition: { slug: string; title: string } | null;
  /** The same name in other editions, the newest first. */
  others: { slug: string; song: string; title: string }[];
}

interface Performance {
  show: ShownShow;
  number: number;
  /** On the board, once its last step is revealed. */
  result: { isFirst: boolean; text: string; title: string } | null;
  /** Neighbours in the running order. */
  before: Neighbour | null;
  after: Neighbour | null;
}

type Neighbour = Pick<ShownContestant, 'slug' | 'name'>;

/** Undefined unless the contestant performs in a public show. */
export async function readShownContestant(
  { db, pages, timeZone, isSpoilerFree }: Pick<Site, 'db' | 'pages' | 'timeZone' | 'isSpoilerFree'>,
  slug: string,
  texts: SiteText,
): Promise<ShownStory | undefined> {
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
  const images = await findImages(db, [...posters, ...(found.image === null ? [] : [found.image])]);
  const { policy } = figure ? await legalDocuments(texts, pages) : {};
  const clip = showEmbeds(figure, { known, images, covers: coversOf(texts), policy });
  const shows = toShownShows(programme, timeZone);
  const names = new Map(programme.contestants.map((each) => [each.slug, each.name]));
  const neighbour = (of: string | undefined) => (of === undefined ? null : { slug: of, name: names.get(of) ?? '' });
  const shown = toShown(found, images, texts.legal_age);
  const text = toParagraphs(found.text);
  return {
    contestant: { ...shown, credit: found.image_credit, alt: images.get(found.image ?? '')?.alt ?? '' },
    excerpt: cardExcerpt(plainText(text), MAX_EXCERPT),
    poster: isHidden ? undefined : await posterOf(db, await contestantSubject(db, found), shown.picture?.focus),
    html: text + clip,
    hasClip: clip !== '',
    edition: stored.edition_id === current.id ? null : await editionWithId(db, stored.edition_id),
    others: (await namesakesOf(db, stored)).map(({ slug, song, title }) => ({ slug, song, title })),
    performances: shows.flatMap((show) => {
      const at = show.order.indexOf(slug);
      if (at < 0) return [];
      const placed = places.find((each) => each.show.id === show.id);
      const result = placed ? shownPlace(placed) : null;
      const [before, after] = neighboursOf(show.order, slug).map(neighbour);
      return [{ show, number: at + 1, result, before: before ?? null, after: after ?? null }];
    }),
  };
}

/** Before and after; none of a show without the contestant. */
function neighboursOf(order: string[], slug: string): (string | undefined)[] {
  const at = order.indexOf(slug);
  return at < 0 ? [] : [order[at - 1], order[at + 1]];
}

function shownPlace(placed: Placed) {
  const title = placed.show.title.replaceAll('-', '-\u2060');
  return { isFirst: placed.place === 1, text: resultText(placed), title };
}

function toParagraphs(text: string): string {
  const parts = text.split(/\n\s*\n/).map((part) => part.trim());
  return parts
    .filter(Boolean)
    .map((part) => `<p>${safeText(part).replaceAll('\n', '<br>')}</p>`)
    .join('');
}
