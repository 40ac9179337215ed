import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { withBlankTexts } from './articles/fields.ts';
import type { Kind } from './articles/kinds.ts';
import type { Article, unsavedArticleSchema } from './articles/schema.ts';
import type { StoredImage } from './body/images.ts';
import { drawPoster } from './drawings/poster.ts';
import { articleSubject, readFacts } from './drawings/posters.ts';
import { readFaces } from './drawings/words.ts';
import { withoutEmbeds } from './embeds/embeds.ts';
import { readImageHeader } from './images/header.ts';
import type { Store } from './store.ts';
import { todayIn } from './text/date.ts';
import { excerpt, leadOf, NEWS_EXCERPT } from './text/excerpt.ts';
import { cutSlug, MAX_SLUG, slugify } from './text/slug.ts';

/** Unsaved values that a preview shows in place of stored ones. */
export interface Unsaved {
  texts?: Record<string, string>;
  article?: Article;
  kind?: Kind; // Kind of `article`
  poster?: { svg: string; cover: string | null }; // SVG over the cover, if there is one
}

/** An article with embedded images in place of their URLs. */
interface Preview extends Required<Pick<Unsaved, 'article' | 'kind' | 'poster'>> {
  embedded: ReadonlyMap<string, string>; // `data:` URL by its placeholder address
}

/** An article as it would be shown after a save; stores nothing. Errors as for `Sanitizer`. */
export async function previewArticle(
  { db, sanitizer, timeZone }: Pick<Store, 'db' | 'sanitizer' | 'timeZone'>,
  { kind, title, slug, date, content, tags, coverImageUrl, ...given }: z.output<typeof unsavedArticleSchema>,
): Promise<Preview> {
  const embedded = new Map<string, string>();
  const put = async (bytes: Buffer) => embed(bytes, embedded);
  const { html: body } = await sanitizer.sanitizeStoring(content ?? '', put);
  const now = new Date();
  const texts = withBlankTexts(given);
  const article: Article = {
    ...texts,
    slug: cutSlug(slugify(slug?.trim() || title || ''), MAX_SLUG) || 'news',
    title: title?.trim() || 'Без заголовка',
    date: date ?? todayIn(timeZone, now),
    content: body,
    coverImageUrl: coverImageUrl ?? null,
    tags: tags ?? [],
    excerpt: excerpt(texts.lead ?? leadOf(withoutEmbeds(body), NEWS_EXCERPT + 1), NEWS_EXCERPT),
    status: 'draft',
    publishAt: null,
    expiresAt: null,
    updatedAt: now.toISOString(),
    version: 0,
  };
  const { accent, seed, cover, ...words } = await readFacts(db, articleSubject(article));
  return {
    article,
    kind,
    embedded,
    poster: { svg: drawPoster(readFaces(), words, { accent, seed, hasPhoto: cover !== null }), cover },
  };
}

/** Returns a placeholder address: the sanitizer accepts no `data:` images. */
function embed(bytes: Buffer, embedded: Map<string, string>): StoredImage {
  const { format, width, height } = readImageHeader(bytes);
  const url = `/uploads/unsaved-${createHash('sha256').update(bytes).digest('hex')}`;
  embedded.set(url, `data:image/${format};base64,${bytes.toString('base64')}`);
  return { url, width, height };
}
