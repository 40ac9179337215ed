import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { ModelError } from '../../errors.ts';
import { publicPath } from '../../model/articles/kinds.ts';
import { deleteArticle } from '../../model/articles/trash.ts';
import { record } from '../../model/audit-log.ts';
import { readSource, siteOf } from '../../model/redirects/addresses.ts';
import type { Store } from '../../model/store.ts';
import type { Actor } from '../../roles.ts';
import { type Item, NO_ORIGIN } from './items.ts';
import type { Plan } from './plan.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    imported: ImportedTable;
  }
}

/** An imported article or page, or an imported picture or file, whose `item` is its old address. */
interface ImportedTable {
  source: string;
  item: string;
  article_id: number | null;
  url: string | null;
  digest: string; // of an imported article and its missing media, see `digestOf`
  version: number; // of the article when imported: a higher one means that it was edited here
  imported_at: string;
}

/** The article imported from an item; `importedVersion`: its version then. Undefined when there is none, or it was erased. */
export function findImported(db: Db, source: string, item: string) {
  return importedArticles(db)
    .select(['digest', 'imported.version as importedVersion', 'articles.id', 'slug', 'articles.version', 'deleted_at'])
    .where((eb) => eb.and({ source, item }))
    .executeTakeFirst();
}

function importedArticles(db: Db) {
  return db.selectFrom('imported').innerJoin('articles', 'articles.id', 'imported.article_id');
}

export async function recordImported(
  tx: Db,
  source: string,
  item: string,
  given: Partial<Pick<ImportedTable, 'article_id' | 'url' | 'digest' | 'version'>>,
): Promise<void> {
  const columns = { digest: '', version: 0, ...given, imported_at: new Date().toISOString() };
  const insert = tx.insertInto('imported').values({ source, item, article_id: null, url: null, ...columns });
  await insert.onConflict((on) => on.columns(['source', 'item']).doUpdateSet(columns)).execute();
}

/** Address in the library of an imported picture or file that still exists. */
export async function findMedia(db: Db, source: string, address: string): Promise<string | undefined> {
  const known = db.selectFrom('imported').select('url');
  const row = await known.where((eb) => eb.and({ source, item: address })).executeTakeFirst();
  const url = row?.url ?? '';
  const name = url.replace('/uploads/', '');
  for (const table of ['images', 'files'] as const)
    if (await db.selectFrom(table).select('name').where('name', '=', name).executeTakeFirst()) return url;
  return undefined;
}

/** Old addresses as paths of this site; unusable ones become losses. */
export function oldPaths(item: Item, slug: string, origin: string | undefined, plan: Plan): string[] {
  const here = publicPath({ kind: item.kind, slug });
  const paths = new Set<string>();
  for (const address of item.addresses) {
    const url = URL.parse(address, origin ?? NO_ORIGIN);
    if (!url || (origin && siteOf(url) !== siteOf(new URL(origin)))) continue;
    if (!plan.isOf(url, item)) {
      item.losses.push(`прежний адрес ${url.pathname + url.search}: он ведёт на другой текст`);
      continue;
    }
    try {
      const path = readSource(url.pathname + url.search);
      if (path !== here) paths.add(path);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      if (url.pathname.replace(/\/+$/, '') !== here && url.pathname !== '/')
        item.losses.push(`прежний адрес ${url.pathname}: он занят самим сайтом или записан с ошибкой`);
    }
  }
  return [...paths];
}

/** Paths without a redirect to this article. */
export async function newPaths(db: Db, paths: string[], article: number | undefined): Promise<string[]> {
  const all = db.selectFrom('old_addresses').select(['address', 'article_id']);
  const known = await all.where('address', 'in', ['', ...paths]).execute();
  return paths.filter((path) => !known.some(({ address, article_id }) => address === path && article_id === article));
}

/** Stores redirects from the new ones; returns their number. */
export async function addOldPaths(tx: Db, paths: string[], article_id: number): Promise<number> {
  const added = await newPaths(tx, paths, article_id);
  for (const address of added) {
    const insert = tx.insertInto('old_addresses').values({ address, article_id });
    await insert.onConflict((on) => on.column('address').doUpdateSet({ article_id })).execute();
  }
  return added.length;
}

export type ImportedSource = Awaited<ReturnType<typeof listImported>>[number];

/** Imported sources, most recent first, with the number of articles and the time of the last import. */
export async function listImported(db: Db): Promise<{ source: string; articles: number; importedAt: string }[]> {
  const rows = await db
    .selectFrom('imported')
    .select((eb) => ['source', eb.fn.count<number>('article_id').as('articles'), eb.fn.max('imported_at').as('at')])
    .groupBy('source')
    .orderBy('at', 'desc')
    .execute();
  return rows.map(({ source, articles, at }) => ({ source, articles: Number(articles), importedAt: at }));
}

/** Moves the articles of a source to the trash and deletes their redirects. `kept`: titles of articles that were edited here. */
export async function undoImport(store: Store, source: string, by: Actor) {
  const columns = ['articles.id', 'kind', 'slug', 'title', 'articles.version', 'deleted_at'] as const;
  const imported = importedArticles(store.db).select(['item', 'imported.version as importedVersion', ...columns]);
  const rows = await imported.where('source', '=', source).execute();
  const isKept = (row: (typeof rows)[number]) => row.deleted_at === null && row.version !== row.importedVersion;
  const gone = rows.filter((row) => !isKept(row));
  const removed = gone.filter(({ deleted_at }) => deleted_at === null).length;
  for (const { id, kind, slug, version, deleted_at, item } of gone) {
    if (deleted_at === null) await deleteArticle(store, { key: { kind, slug }, by, expected: [version] });
    await write(store, async (tx) => {
      await tx.deleteFrom('old_addresses').where('article_id', '=', id).execute();
      await tx.deleteFrom('imported').where('source', '=', source).where('item', '=', item).execute();
    });
  }
  const forget = async (tx: Db) => {
    await tx.deleteFrom('imported').where('source', '=', source).where('article_id', 'is', null).execute();
    const title = `${source.replace(/^\w+:/, '')}, в корзине ${removed}`;
    await record(tx, { who: by.username, action: 'import.undo', subject: source, title });
  };
  await write(store, forget, () => ({ topic: 'site-content' }));
  return { removed, kept: rows.filter(isKept).map(({ title }) => title) };
}
