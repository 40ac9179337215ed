import type { Actor } from '../../../roles.ts';
import { replaceDataImages, sanitizeBody } from '../../body/body.ts';
import type { Loss } from '../../body/losses.ts';
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
  const removed: Loss[] = [];
  return {
    ...input,
    removed,
    slug: input.slug?.trim() ? normaliseSlug(input.slug, kind) : undefined,
    date: input.date === null ? todayIn(store.timeZone) : input.date,
    content: input.content === undefined ? undefined : await safeBody(store, input.content, by.username, removed),
  };
}

async function safeBody(store: Store, html: string, by: string, removed: Loss[]): Promise<string> {
  const withImages = await replaceDataImages(html, (bytes) => store.images.put(bytes, by));
  return sanitizeBody(withImages, (what) => {
    const known = removed.find((loss) => loss.what === what);
    if (known) known.count += 1;
    else removed.push({ what, count: 1 });
  });
}
