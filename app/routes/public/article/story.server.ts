import type { Db } from '../../../../db/tables.ts';
import { withChoices } from '../../../../http/view-choices.ts';
import { descriptionOf, textsUnderTitle } from '../../../../model/articles/fields.ts';
import type { Position } from '../../../../model/articles/lists/listed.ts';
import { type Neighbours, readNeighbours } from '../../../../model/articles/lists/neighbours.ts';
import type { Article } from '../../../../model/articles/schema.ts';
import { bodyFiles } from '../../../../model/body/blocks/attachment.ts';
import { bodyImages, displayBody } from '../../../../model/body/display.ts';
import { showEmbeds } from '../../../../model/embeds/show.ts';
import { embedsIn, findEmbeds } from '../../../../model/embeds/stored.ts';
import { findFiles } from '../../../../model/files/library.ts';
import { findImages } from '../../../../model/images/lookup.ts';
import { legalDocuments } from '../../../../model/pages/page-index.ts';
import { withoutSpoilers } from '../../../../model/spoilers.ts';
import { formatDate } from '../../../../model/text/date.ts';
import { markTexts, readMarks } from '../../../../model/text/name-marks.ts';
import { tagSlug } from '../../../../model/text/slug.ts';
import { ageOf, toCards, toCover } from '../../../cards.server.ts';
import type { Site } from '../../../context.ts';
import { coversOf } from '../../../texts.server.ts';

export type ShownStory = Awaited<ReturnType<typeof shown>>;

/** `downloads`: base path of its galleries' archives. */
export async function shown(site: Site, article: Article, downloads?: string) {
  const { db, pages } = site;
  const { slug, title, date, coverImageUrl, coverAlt, content, socialTitle, ageMark, tags, updatedAt } = article;
  const embeds = embedsIn(content);
  const known = await findEmbeds(db, embeds);
  const posters = [...known.values()].flatMap(({ poster }) => poster ?? []);
  const urls = [...(coverImageUrl === null ? [] : [coverImageUrl]), ...bodyImages(content), ...posters];
  const [images, files] = [await findImages(db, urls), await findFiles(db, bodyFiles(content))];
  const texts = await site.texts();
  const { policy } = embeds.length > 0 ? await legalDocuments(texts, pages) : {};
  const shownWith = { known, images, covers: coversOf(texts), policy };
  const body = showEmbeds(await displayBody(content, images, files, downloads), shownWith);
  const {
    html,
    notes,
    texts: [marked, ...underTitle],
  } = markTexts([title, ...textsUnderTitle(article)], readMarks(texts.legal_marks), body);
  return {
    slug,
    title,
    ...(marked !== title && { marked }),
    date,
    dateText: formatDate(date),
    cover: toCover(coverImageUrl, images),
    coverAlt: coverAlt || (images.get(coverImageUrl ?? '')?.alt ?? ''),
    ...(underTitle.length > 0 && { underTitle }),
    description: descriptionOf(article),
    socialTitle,
    updatedAt,
    tags: tags.map((name) => ({ slug: tagSlug(name), title: name })),
    html: prepareForViews(html, site),
    ...(body.includes('<figure class="embed ') && { hasEmbeds: true }),
    ...ageOf(ageMark, texts.legal_age),
    ...(notes.length > 0 && { notes }),
  };
}

/** Links keep the view and know their host for print, alt texts follow images. The regexes rely on the sanitiser: no angle bracket in attributes. */
function prepareForViews(html: string, site: Site): string {
  return html
    .replace(/(<img [^>]*?\balt="([^"]+)"[^>]*>)/g, '$1<span class="picture-words" hidden>$2</span>')
    .replace(/(<a href=")(\/[^"]*)/g, (_link, opening: string, address: string) => {
      const isUpload = address.startsWith('/uploads/');
      const kept = isUpload ? address : withChoices(address.replaceAll('&amp;', '&'), site);
      return `<a data-origin="${site.origin}"${opening.slice(2)}${kept.replaceAll('&', '&amp;')}`;
    });
}

export type Further = Awaited<ReturnType<typeof readFurther>>;

const CARDS = 3;

/** Articles offered at the end of an article; cards without excerpts. */
export async function readFurther(site: Site, place: Position) {
  const { db, isSpoilerFree } = site;
  const found = await readNeighbours(db, place, CARDS);
  const { newer, older, others } = isSpoilerFree ? await safeNeighbours(db, found) : found;
  return { newer, older, others: await toCards(site, others, 0) };
}

async function safeNeighbours(db: Db, { newer, older, others }: Neighbours): Promise<Neighbours> {
  const one = async (found: Neighbours['newer']) => (await withoutSpoilers(db, found ? [found] : []))[0];
  return { newer: await one(newer), older: await one(older), others: await withoutSpoilers(db, others) };
}
