import type { Db } from '../../db/tables.ts';
import { publicPath } from '../../model/articles/kinds.ts';
import { nextFreeSlug } from '../../model/articles/slugs.ts';
import { record } from '../../model/audit-log.ts';
import { untouchedPage } from '../../model/first-run.ts';
import { normalizePath, siteOf } from '../../model/redirects/addresses.ts';
import { cutSlug, MAX_SLUG, slugCandidate, slugify } from '../../model/text/slug.ts';
import type { Actor } from '../../roles.ts';
import type { Item, Source } from './items.ts';
import { findImported } from './records.ts';

export interface Plan {
  total: number;
  slugOf: (item: Item) => string | undefined;
  findPath: (address: URL) => string | undefined; // Path here of the text with this old address
  /** Whether an old address leads to this item. If several items claim it, the one with it as its first address wins, else the first item. */
  isOf: (address: URL, item: Item) => boolean;
}

/** First pass: counts the items and assigns slugs, so that links between the texts can be rewritten. */
export async function planImport(db: Db, source: Source, by: Actor, progress: (done: number) => void): Promise<Plan> {
  const slugs = new Map<string, string>(); // by key
  const places = new Map<string, { key: string; path: string; isOwn: boolean }>(); // by old path
  const taken = new Set<string>();
  const origin = URL.parse(source.origin ?? '');
  const isOurs = (url: URL) => !origin || siteOf(url) === siteOf(origin);
  let total = 0;
  for await (const item of source.items(() => {})) {
    total += 1;
    progress(total);
    const known = await findImported(db, source.id, item.key);
    const slug = known?.slug ?? (await freeSlugFor(db, item, taken, by));
    slugs.set(item.key, slug);
    taken.add(`${item.kind}/${slug}`);
    for (const [at, address] of [...item.addresses, ...(item.places ?? [])].entries()) {
      const url = URL.parse(address, source.origin);
      const isOwn = at === 0;
      const earlier = url && places.get(placeOf(url));
      if (url && isOurs(url) && (!earlier || (isOwn && !earlier.isOwn)))
        places.set(placeOf(url), { key: item.key, path: publicPath({ kind: item.kind, slug }), isOwn });
    }
  }
  const findPath: Plan['findPath'] = (url) =>
    isOurs(url) ? (places.get(placeOf(url)) ?? places.get(normalizePath(url.pathname)))?.path : undefined;
  const isOf: Plan['isOf'] = (url, { key }) => (places.get(placeOf(url))?.key ?? key) === key;
  return { total, slugOf: ({ key }) => slugs.get(key), findPath, isOf };
}

function placeOf({ pathname, search }: URL): string {
  return normalizePath(pathname) + search;
}

async function freeSlugFor(db: Db, item: Item, taken: ReadonlySet<string>, by: Actor): Promise<string> {
  const { kind, slug, title, fields } = item;
  const dated = `${kind === 'page' ? 'page' : 'news'}-${(fields.date ?? new Date().toISOString().slice(0, 10)).replaceAll('-', '')}`;
  const wanted = cutSlug(slugify(slug ?? ''), MAX_SLUG) || cutSlug(slugify(title), MAX_SLUG) || dated;
  for (let n = 1; ; n += 1) {
    const candidate = slugCandidate(wanted, n);
    const isFree = kind === 'page' && (await untouchedPage(db, candidate).executeTakeFirst()) !== undefined;
    const free = isFree ? candidate : await nextFreeSlug(db, { kind, slug: candidate }, by);
    if (!taken.has(`${kind}/${free}`)) return free;
  }
}

/** Deletes the untouched draft with this slug that the first start made. */
export async function removeFirstPage(tx: Db, slug: string, by: Actor): Promise<void> {
  const deleted = tx.updateTable('articles').set({ deleted_at: new Date().toISOString() });
  const gone = await deleted.where('id', 'in', untouchedPage(tx, slug)).returning('title').execute();
  for (const { title } of gone) await record(tx, { who: by.username, action: 'page.delete', subject: slug, title });
}
