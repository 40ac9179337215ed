import { escapeText } from '../../../../model/body/attributes.ts';
import { contestantPoster } from '../../../../model/drawings/posters.ts';
import { showEmbeds } from '../../../../model/embeds/show.ts';
import { embedsIn, findEmbeds } from '../../../../model/embeds/stored.ts';
import { findImages } from '../../../../model/images/lookup.ts';
import { legalDocuments } from '../../../../model/pages/documents.ts';
import { clipFigure } from '../../../../model/programme/clip.ts';
import { publicProgramme } from '../../../../model/programme/programme.ts';
import type { SiteText } from '../../../../model/settings/site-text.ts';
import { lastStart } from '../../../../model/spoilers.ts';
import { cardExcerpt, plainText } from '../../../../model/text/excerpt.ts';
import { markTexts, readMarks } from '../../../../model/text/name-marks.ts';
import { coversOf } from '../../../branding.server.ts';
import type { Site } from '../../../context.ts';
import { type ShownContestant, type ShownShow, toShown, toShownShows, withMarks } from './programme.server.ts';

const LONGEST_EXCERPT = 160; // characters

export interface ShownStory {
  contestant: ShownContestant & { credit: string; alt: string };
  /** Of a search result. */
  excerpt: string;
  poster: string;
  /** Text and clip. */
  html: string;
  hasClip: boolean;
  notes: string[];
  performances: Performance[];
}

interface Performance {
  show: ShownShow;
  number: number;
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
  const programme = await publicProgramme(db);
  const stored = programme.contestants.find((contestant) => contestant.slug === slug);
  if (!stored) return undefined;
  const start = isSpoilerFree ? await lastStart(db) : null;
  const found = start !== null && stored.updated_at >= start ? { ...stored, text: '' } : stored;
  const figure = clipFigure(found.clip);
  const known = await findEmbeds(db, embedsIn(figure));
  const posters = [...known.values()].flatMap(({ poster }) => poster ?? []);
  const images = await findImages(db, [...posters, ...(found.image === null ? [] : [found.image])]);
  const { policy } = figure ? await legalDocuments(texts, pages) : {};
  const clip = showEmbeds(figure, { known, images, covers: coversOf(texts), policy });
  const marked = markTexts([found.name, found.authors], readMarks(texts.legal_marks), toParagraphs(found.text) + clip);
  const names = new Map(programme.contestants.map(({ slug, name }) => [slug, name]));
  const neighbour = (of: string | undefined) => (of === undefined ? null : { slug: of, name: names.get(of) ?? '' });
  const shown = withMarks(toShown(found, images, texts.legal_age), ...marked.texts);
  return {
    contestant: { ...shown, credit: found.image_credit, alt: images.get(found.image ?? '')?.alt ?? '' },
    excerpt: cardExcerpt(plainText(toParagraphs(found.text)), LONGEST_EXCERPT),
    poster: await contestantPoster(db, found, shown.picture?.focus),
    html: marked.html,
    hasClip: clip !== '',
    notes: marked.notes,
    performances: toShownShows(programme, timeZone).flatMap((show) => {
      const at = show.order.indexOf(slug);
      if (at < 0) return [];
      return [{ show, number: at + 1, before: neighbour(show.order[at - 1]), after: neighbour(show.order[at + 1]) }];
    }),
  };
}

function toParagraphs(text: string): string {
  const parts = text.split(/\n\s*\n/).map((part) => part.trim());
  return parts
    .filter(Boolean)
    .map((part) => `<p>${escapeText(part).replaceAll('\n', '<br>')}</p>`)
    .join('');
}
