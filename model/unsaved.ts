import type { z } from 'zod';
import type { Db } from '../db/tables.ts';
import type { Article, unsavedArticleSchema } from './articles/schema.ts';
import { sanitizeBody } from './body/body.ts';
import { readFaces } from './drawings/outlines.ts';
import { drawPoster } from './drawings/poster.ts';
import { readArticleFacts } from './drawings/posters.ts';
import { todayIn } from './text/date.ts';
import { excerpt, NEWS_EXCERPT, plainText } from './text/excerpt.ts';
import { cutSlug, MAX_SLUG, slugify } from './text/slug.ts';

/** What is shown in a preview instead of what is stored. */
export interface Unsaved {
  texts?: Record<string, string>;
  article?: Article;
  /** SVG over the cover, if there is one. */
  poster?: { svg: string; cover: string | null };
}

/** An article as it would be shown after a save; stores nothing. BodyTooComplex. */
export async function previewArticle(
  db: Db,
  { title, slug, date, content, lead, socialTitle, coverImageUrl, coverAlt }: z.output<typeof unsavedArticleSchema>,
  timeZone: string,
): Promise<Required<Pick<Unsaved, 'article' | 'poster'>>> {
  const body = sanitizeBody(content ?? '');
  const now = new Date();
  const article: Article = {
    slug: cutSlug(slugify(slug?.trim() || title || ''), MAX_SLUG) || 'news',
    title: title?.trim() || 'Без заголовка',
    date: date ?? todayIn(timeZone, now),
    content: body,
    coverImageUrl: coverImageUrl ?? null,
    coverAlt: coverAlt ?? '',
    lead: lead ?? null,
    socialTitle: socialTitle ?? null,
    excerpt: excerpt(lead ?? plainText(body, NEWS_EXCERPT + 1), NEWS_EXCERPT),
    status: 'draft',
    publishAt: null,
    expiresAt: null,
    updatedAt: now.toISOString(),
    version: 0,
  };
  const { accent, seed, cover, ...words } = await readArticleFacts(db, article);
  return {
    article,
    poster: { svg: drawPoster(readFaces(), words, { accent, seed, hasPhoto: cover !== null }), cover },
  };
}
