import { isSqlite } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';
import { findByWords, type Term } from '../../db/word-index.ts';
import { SEARCHED_COLUMNS, type TextColumns } from '../articles/fields.ts';
import { publicPath } from '../articles/kinds.ts';
import type { ArticleRow } from '../articles/row.ts';
import { isPublic } from '../articles/visibility.ts';
import { lastStart, mayReveal } from '../spoilers.ts';
import { namedWith, readNamed, type Untested } from './named.ts';
import { rank } from './ranking.ts';
import { type Find, MAX_CANDIDATES, readings } from './readings.ts';
import { correctedQuery, type Result, toResults } from './results.ts';

export interface Answer {
  understood: string | null; // As it was read, when another keyboard layout or a corrected letter helped
  total: number; // At most 200
  results: Result[]; // Best first
}

/** Results, unless another number is asked for. */
export const DEFAULT_RESULTS = 20;

interface Options {
  limit: number;
  isSpoilerFree: boolean; // Leaves out what may tell how the contest ended
}

/** Public news, pages, shows, contestants and past editions that the first helpful reading of `q` (200 characters at most) finds. */
export async function searchSite(db: Db, q: string, { limit, isSpoilerFree }: Options): Promise<Answer> {
  const [from, named] = await Promise.all([isSpoilerFree ? lastStart(db) : null, readNamed(db, isSpoilerFree)]);
  const scope = { db, now: new Date().toISOString(), hidden: isSpoilerFree ? { from } : undefined };
  const find: Find = async (terms, most, bodyWeight) => {
    const found = [...namedWith(named, terms, from), ...(await articlesWith(scope, terms, most))];
    return found.slice(0, most).map((each) => ({ ...each, bodyWeight }));
  };
  for await (const { asked, candidates, understood = null, corrects } of readings(find, q)) {
    if (candidates.length === 0) continue;
    const results = await toResults(db, rank(candidates, asked), asked, limit, scope.hidden);
    const total = Math.min(candidates.length, MAX_CANDIDATES);
    return { understood: corrects ? correctedQuery(results, corrects, asked) : understood, total, results };
  }
  return { understood: null, total: 0, results: [] };
}

interface Scope {
  db: Db;
  now: string;
  hidden: { from: string | null } | undefined;
}

/** Newest matches that are looked at, public or not: a search costs no more when most of them are drafts. */
const MAX_SCANNED = 5000;

async function articlesWith({ db, now, hidden }: Scope, terms: Term[], limit: number): Promise<Untested[]> {
  const rows = await db
    .selectFrom(findByWords(db, terms, MAX_SCANNED).as('found'))
    .innerJoin('articles', 'articles.id', 'found.article_id')
    .select(['articles.id', 'kind', 'slug', 'title', 'date', ...SEARCHED_COLUMNS])
    .where((eb) => eb.or([isPublic(now)(eb), isPublic(now, 'page')(eb)]))
    .$if(hidden !== undefined, (query) => query.where((eb) => eb.not(mayReveal(hidden?.from ?? null)(eb))))
    // SQLite reads no more matches than it needs in this order.
    .$if(isSqlite(db), (query) => query.orderBy('found.place', 'desc'))
    .$if(!isSqlite(db), (query) => query.orderBy('date', 'desc').orderBy('articles.id', 'desc'))
    .limit(limit)
    .execute();
  return rows.map((row) => ({ key: `${row.kind} ${row.id}`, id: row.id, ...shownArticle(row) }));
}

type ShownArticle = Pick<ArticleRow, 'kind' | 'slug' | 'title' | 'date'> & TextColumns;

export function shownArticle({ kind, slug, title, date, ...row }: ShownArticle) {
  const under = SEARCHED_COLUMNS.map((column) => row[column] ?? '').join(' ');
  const dated = kind === 'page' ? { kind, date: null } : { kind: 'news' as const, date };
  return { ...dated, url: publicPath({ kind, slug }), title, under };
}
