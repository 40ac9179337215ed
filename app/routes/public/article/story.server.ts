import type { Db } from '../../../../db/tables.ts';
import { keepView } from '../../../../http/view-choices.ts';
import type { Article } from '../../../../model/articles/schema.ts';
import { bodyImages, displayBody } from '../../../../model/body/display.ts';
import { findImages } from '../../../../model/images/lookup.ts';
import { formatDate } from '../../../../model/text/date.ts';
import { toCover } from '../../../images.server.ts';

/** An article as its page shows it. */
export type ShownStory = Awaited<ReturnType<typeof shown>>;

/** `search` is the query of the page it is shown on. */
export async function shown(
  db: Db,
  search: string,
  { slug, title, date, coverImageUrl, coverAlt, content, excerpt, updatedAt }: Article,
) {
  const urls = [...(coverImageUrl === null ? [] : [coverImageUrl]), ...bodyImages(content)];
  const pictures = await findImages(db, urls);
  return {
    slug,
    title,
    date,
    dateText: formatDate(date),
    cover: toCover(coverImageUrl, pictures),
    coverAlt,
    excerpt,
    updatedAt,
    html: forEveryView(await displayBody(content, pictures), search),
  };
}

/**
 * Links to pages of this site keep the view of the page they stand on, and what a picture shows stands beside it, hidden while there
 * are pictures. In a sanitised body no attribute has an angle bracket or a quotation mark in it.
 */
function forEveryView(html: string, search: string): string {
  return html
    .replace(/(<img [^>]*?\balt="([^"]+)"[^>]*>)/g, '$1<span class="picture-words" hidden>$2</span>')
    .replace(/(<a href=")(\/(?!uploads\/)[^"]*)/g, (_link, opening: string, address: string) => {
      const kept = keepView(address.replaceAll('&amp;', '&'), search);
      return opening + kept.replaceAll('&', '&amp;');
    });
}
