import type { Db } from '../../../../db/tables.ts';
import { keepView } from '../../../../http/view-choices.ts';
import type { Article } from '../../../../model/articles/schema.ts';
import { bodyImages, displayBody } from '../../../../model/body/display.ts';
import { findImages } from '../../../../model/images/lookup.ts';
import { formatDate } from '../../../../model/text/date.ts';
import { toCover } from '../../../cards.server.ts';

export type ShownStory = Awaited<ReturnType<typeof shown>>;

/** `search` is the page's query. */
export async function shown(
  db: Db,
  search: string,
  { slug, title, date, coverImageUrl, coverAlt, content, lead, socialTitle, excerpt, updatedAt }: Article,
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
    excerpt: lead ?? excerpt,
    socialTitle,
    updatedAt,
    html: forEveryView(await displayBody(content, pictures), search),
  };
}

/** Links keep the view, alt texts follow images. The regexes rely on the sanitiser: no angle bracket in attributes. */
function forEveryView(html: string, search: string): string {
  return html
    .replace(/(<img [^>]*?\balt="([^"]+)"[^>]*>)/g, '$1<span class="picture-words" hidden>$2</span>')
    .replace(/(<a href=")(\/(?!uploads\/)[^"]*)/g, (_link, opening: string, address: string) => {
      const kept = keepView(address.replaceAll('&amp;', '&'), search);
      return opening + kept.replaceAll('&', '&amp;');
    });
}
