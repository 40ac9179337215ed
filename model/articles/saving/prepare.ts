import type { Actor } from '../../../roles.ts';
import { replaceDataImages } from '../../body/images.ts';
import type { Loss } from '../../body/losses.ts';
import type { SafeBody } from '../../body/sanitizer.ts';
import type { Store } from '../../store.ts';
import { todayIn } from '../../text/date.ts';
import type { Kind } from '../kinds.ts';
import type { ArticleChange } from '../schema.ts';
import { normaliseSlug } from '../slugs.ts';

export type Prepared<T extends ArticleChange> = Omit<T, 'slug' | 'date' | 'content'> & {
  slug: string | undefined;
  date: string | undefined;
  content: string | undefined;
  removed: Loss[];
};

/** Work before the transaction: normalises, sanitizes, stores images embedded in the body. */
export async function prepare<T extends ArticleChange>(
  store: Store,
  kind: Kind,
  input: T,
  by: Actor,
): Promise<Prepared<T>> {
  const body = input.content === undefined ? undefined : await safeBody(store, input.content, by.username);
  return {
    ...input,
    removed: body?.removed ?? [],
    slug: input.slug?.trim() ? normaliseSlug(input.slug, kind) : undefined,
    date: input.date === null ? todayIn(store.timeZone) : input.date,
    content: body?.html,
  };
}

async function safeBody({ images, sanitizer }: Store, html: string, by: string): Promise<SafeBody> {
  const withImages = await replaceDataImages(html, (bytes) => images.put(bytes, by), sanitizer.split);
  return sanitizer.sanitize(withImages);
}
