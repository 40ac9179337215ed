import type { Article } from '../../../../model/articles/schema.ts';
import { bodyPictures, displayBody } from '../../../../model/body-display.ts';
import { formatDate } from '../../../../model/date.ts';
import { findPictures } from '../../../../model/images/lookup.ts';
import type { Db } from '../../../../model/tables.ts';
import { toCover } from '../../../pictures.server.ts';

/** An article as its page shows it. */
export type ShownStory = Awaited<ReturnType<typeof shown>>;

export async function shown(
  db: Db,
  { slug, title, date, coverImageUrl, coverAlt, content, excerpt, updatedAt }: Article,
) {
  const urls = [...(coverImageUrl === null ? [] : [coverImageUrl]), ...bodyPictures(content)];
  const pictures = await findPictures(db, urls);
  return {
    slug,
    title,
    date,
    dateText: formatDate(date),
    cover: toCover(coverImageUrl, pictures),
    coverAlt,
    excerpt,
    updatedAt,
    html: await displayBody(content, pictures),
  };
}
