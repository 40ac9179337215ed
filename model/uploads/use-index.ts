import type { Db } from '../../db/tables.ts';
import { type Writer, write } from '../../db/write.ts';
import { unescapeMarkup } from '../text/markup.ts';
import { searchForm } from '../text/plain.ts';
import { cleanTitle } from './types.ts';
import { UPLOADED } from './uses.ts';

const AT_ONCE = 100; // articles per transaction: keeps write locks short
const MAX_ALT = 300; // characters

/** Indexes image uses in articles changed since the last run, all versions and the trash included. */
export async function updateUses(store: Writer): Promise<void> {
  if (!(await isBehind(store.db))) return;
  for (let last: number | undefined = 0; last !== undefined; ) {
    const after: number = last;
    last = await write(store, (tx) => searchSome(tx, after));
  }
}

/** `updateUses` inside one transaction that has locked the articles. */
export async function updateUsesWithin(tx: Db): Promise<void> {
  for (let last: number | undefined = 0; last !== undefined; ) last = await searchSome(tx, last);
}

/** Versions only grow and an indexed version never exceeds the article's: equal sums mean all are equal. */
async function isBehind(db: Db): Promise<boolean> {
  const sumOf = (table: 'articles' | 'image_searches') =>
    db.selectFrom(table).select((eb) => eb.fn.sum<string | number | null>('version').as('sum'));
  const [articles, searched] = [await sumOf('articles').execute(), await sumOf('image_searches').execute()];
  return Number(articles[0]?.sum ?? 0) > Number(searched[0]?.sum ?? 0);
}

async function searchSome(tx: Db, after: number): Promise<number | undefined> {
  const articles = await changedArticles(tx, after, AT_ONCE);
  for (const { id, searched } of articles) await searchArticle(tx, id, searched ?? 0);
  return articles.at(-1)?.id;
}

function changedArticles(db: Db, after: number, limit: number) {
  return db
    .selectFrom('articles')
    .leftJoin('image_searches', 'article_id', 'articles.id')
    .select(['articles.id', 'image_searches.version as searched'])
    .where('articles.id', '>', after)
    .where((eb) =>
      eb.or([eb('image_searches.version', 'is', null), eb('image_searches.version', '<', eb.ref('articles.version'))]),
    )
    .orderBy('articles.id')
    .limit(limit)
    .execute();
}

async function searchArticle(tx: Db, id: number, searched: number): Promise<void> {
  const shown = ['version', 'content', 'cover_image_url', 'cover_alt'] as const;
  const article = await tx.selectFrom('articles').select(shown).where('id', '=', id).executeTakeFirst();
  if (!article) return;
  const saves = await tx
    .selectFrom('revisions')
    .select(shown)
    .where('article_id', '=', id)
    .where('version', '>', searched)
    .where('version', '<', article.version)
    .orderBy('version')
    .execute();
  const found = new Map([...saves, article].flatMap((version) => [...usesIn(version)]));
  for (const [hash, use] of found) {
    await tx
      .insertInto('image_uses')
      .values({ article_id: id, hash, ...use })
      .onConflict((on) => on.columns(['article_id', 'hash']).doUpdateSet(use))
      .execute();
  }
  const { version } = article;
  await tx
    .insertInto('image_searches')
    .values({ article_id: id, version })
    .onConflict((on) => on.column('article_id').doUpdateSet({ version }))
    .execute();
}

interface Shown {
  version: number;
  content: string;
  cover_image_url: string | null;
  cover_alt: string;
}

interface Use {
  version: number;
  alt: string;
  alt_search: string;
  as_cover: number;
}

/** Descriptions by hash; the first wins, the cover's before those in the text. */
function usesIn({ version, content, cover_image_url, cover_alt }: Shown): Map<string, Use> {
  const uses = new Map<string, Use>();
  const add = (text: string, alt: string, as_cover: number) => {
    for (const [, hash = ''] of text.matchAll(UPLOADED)) {
      const known = uses.get(hash);
      const given = known?.alt || cleanTitle(alt, MAX_ALT);
      uses.set(hash, { version, alt: given, alt_search: searchForm(given), as_cover: known?.as_cover ?? as_cover });
    }
  };
  add(cover_image_url ?? '', cover_alt, 1);
  for (const [, src = '', alt = ''] of content.matchAll(DESCRIBED)) add(src, unescapeMarkup(alt), 0);
  add(content, '', 0);
  return uses;
}

const DESCRIBED = /<img src="([^"]*)" alt="([^"]*)"/g; // In the sanitizer's form
