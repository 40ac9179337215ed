import type { Db } from '../../db/tables.ts';
import { fewest, findByWords, type Term } from '../../db/word-index.ts';
import { SEARCHED_COLUMNS, type TextColumns } from '../articles/fields.ts';
import { publicPath } from '../articles/kinds.ts';
import type { ArticleRow } from '../articles/row.ts';
import { isPublic } from '../articles/visibility.ts';
import { isTelling, lastStart } from '../spoilers.ts';
import { inTitle, type Named, namedWith, readNamed, type Untested } from './named.ts';
import {
  type Asked,
  corrected,
  inOtherLayout,
  ownTerm,
  readQuery,
  spacedOtherwise,
  wholeTerm,
  withBeginnings,
} from './query.ts';
import { type Candidate, rank } from './ranking.ts';
import { type Result, toResults, understoodFrom } from './results.ts';

export interface Answer {
  understood: string | null; // As it was read, when another keyboard layout or a corrected letter helped
  total: number; // At most 500
  results: Result[]; // Best first
}

/** Results, unless another number is asked for. */
export const USUAL = 20;

interface Options {
  limit: number;
  isSpoilerFree: boolean; // Leaves out what may tell how the contest ended
}

/**
 * Public news, pages, contestants and past editions with all words of `q` (200 characters at most) in any form. Where there are none, other
 * readings are tried in turn: words that begin so, the other keyboard layout, one letter mistyped, a space more or less, at last some of the words.
 */
export async function searchSite(db: Db, q: string, { limit, isSpoilerFree }: Options): Promise<Answer> {
  const [from, named] = await Promise.all([isSpoilerFree ? lastStart(db) : null, readNamed(db, isSpoilerFree)]);
  const scope = { db, now: new Date().toISOString(), named, hidden: isSpoilerFree ? { from } : undefined };
  for await (const { asked, candidates, understood } of readings(scope, q)) {
    if (candidates.length === 0) continue;
    const results = await toResults(db, rank(candidates, asked), asked, limit, scope.hidden);
    return { understood: understood?.(results) ?? null, total: Math.min(candidates.length, MAX_CANDIDATES), results };
  }
  return { understood: null, total: 0, results: [] };
}

interface Reading {
  asked: Asked[];
  candidates: Candidate[];
  understood?: (results: Result[]) => string;
}

async function* readings(scope: Scope, q: string): AsyncGenerator<Reading> {
  const asked = readQuery(q);
  if (asked.length === 0) return;
  yield { asked, candidates: await withNearly(scope, asked) };
  const begun = asked.map(withBeginnings);
  yield { asked: begun, candidates: await withAll(scope, begun) };
  const other = inOtherLayout(q);
  const typed = other === undefined ? [] : readQuery(other);
  if (typed.length > 0) yield { asked: typed, candidates: await withAll(scope, typed), understood: () => other ?? q };
  const mended = await mend(scope, asked);
  if (mended) {
    const understood = (results: Result[]) => understoodFrom(results, q, mended);
    yield { asked: mended, candidates: await withAll(scope, mended), understood };
  }
  const readings = spacedOtherwise(asked);
  // One query decides for all spaces: every reading has one of these first words, and one of the last.
  const ends = [0, -1].map((at) => readings.flatMap((each) => each.slice(at)[0] ?? []).flatMap(ownTerm));
  const some = readings.length > 0 ? await candidatesWith(scope, ends, fewest(scope.db), 0) : [];
  for (const spaced of some.length > 0 ? readings : []) {
    const candidates = await candidatesWith(scope, spaced.map(ownTerm), MAX_CANDIDATES, 1);
    yield { asked: spaced, candidates, understood: () => spaced.map(({ word }) => word).join(' ') };
  }
  yield { asked: begun, candidates: await withSome(scope, asked) };
}

const MAX_CORRECTED = 2; // Most words that are corrected: each asks the index for hundreds of others

/** With other words for those that no public text has; undefined when each is known. */
async function mend(scope: Scope, asked: Asked[]): Promise<Asked[] | undefined> {
  let left = MAX_CORRECTED;
  const mended: Asked[] = [];
  for (const each of asked) {
    const isUnknown = left > 0 && (await withAll(scope, [each], fewest(scope.db))).length === 0;
    const other = isUnknown ? corrected(each) : undefined;
    if (other) left -= 1;
    mended.push(other ?? each);
  }
  return left < MAX_CORRECTED ? mended : undefined;
}

interface Scope {
  db: Db;
  now: string;
  named: readonly Named[];
  hidden: { from: string | null } | undefined;
}

/** Newest texts that are compared, of those with all words. */
const MAX_CANDIDATES = 500;
const MAX_BY_TITLE = 100;
/** Newest matches that are looked at, public or not: a search costs no more when most of them are drafts. */
const MAX_SCANNED = 5000;

/** Newest first. Titles are asked for by themselves: among very many texts the best may be old. */
async function withAll(scope: Scope, asked: Asked[], limit = MAX_CANDIDATES): Promise<Candidate[]> {
  const [own, whole] = [asked.map(ownTerm), asked.map(wholeTerm)];
  const found = own.every((term) => term.length > 0) ? await candidatesWith(scope, own, limit, 1) : [];
  if (found.length < limit) found.push(...(await candidatesWith(scope, whole, limit - found.length, 0.5)));
  else if (limit > 1) found.push(...(await candidatesWith(scope, whole.map(inTitle), MAX_BY_TITLE, 1)));
  return withoutRepeats(found);
}

function withoutRepeats(found: Candidate[]): Candidate[] {
  return [...Map.groupBy(found, ({ key }) => key).values()].flatMap((same) => same.slice(0, 1));
}

/** Up to so many matches, texts with one of the words in their title are added («жюри конкурса»). */
const FEW = 10;
const MAX_PARTIAL = 20;

async function withNearly(scope: Scope, asked: Asked[]): Promise<Candidate[]> {
  const whole = await withAll(scope, asked);
  if (asked.length === 1 || whole.length === 0 || whole.length > FEW) return whole;
  for (const each of asked) whole.push(...(await candidatesWith(scope, [inTitle(wholeTerm(each))], MAX_PARTIAL, 0)));
  return withoutRepeats(whole);
}

const MAX_PER_WORD = 200;
const RARE = 12; // Weight of a word, shared by the texts that have it

/** Texts with the most words of a query that no text matches whole. Prefixes are searched only where the word itself finds nothing. */
async function withSome(scope: Scope, asked: Asked[]): Promise<Candidate[]> {
  if (asked.length < 2) return [];
  const found = new Map<string, Candidate & { words: number }>();
  const withWord = (each: Asked) => candidatesWith(scope, [wholeTerm(each)], MAX_PER_WORD, 0.5);
  for (const each of asked) {
    const whole = await withWord(each);
    const having = whole.length > 0 ? whole : await withWord(withBeginnings(each));
    for (const candidate of having) {
      const { words, inText } = found.get(candidate.key) ?? { words: 0, inText: 0.5 };
      found.set(candidate.key, { ...candidate, words: words + 1, inText: inText + RARE / having.length });
    }
  }
  const most = Math.max(...[...found.values()].map(({ words }) => words));
  return [...found.values()].filter(({ words }) => words === most);
}

async function candidatesWith(scope: Scope, terms: Term[], limit: number, inText: number): Promise<Candidate[]> {
  const found = [
    ...namedWith(scope.named, terms, scope.hidden?.from ?? null),
    ...(await articlesWith(scope, terms, limit)),
  ];
  return found.slice(0, limit).map((each) => ({ ...each, inText }));
}

async function articlesWith({ db, now, hidden }: Scope, terms: Term[], limit: number): Promise<Untested[]> {
  const rows = await db
    .selectFrom(findByWords(db, terms, MAX_SCANNED).as('found'))
    .innerJoin('articles', 'articles.id', 'found.article_id')
    .select(['articles.id', 'kind', 'slug', 'title', 'date', ...SEARCHED_COLUMNS])
    .where((eb) => eb.or([isPublic(now)(eb), isPublic(now, 'page')(eb)]))
    .$if(hidden !== undefined, (query) => query.where((eb) => eb.not(isTelling(hidden?.from ?? null)(eb))))
    .orderBy('found.id', 'desc')
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
