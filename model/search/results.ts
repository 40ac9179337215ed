import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { safeText } from '../body/vocabulary.ts';
import { HANGING, plainText } from '../text/excerpt.ts';
import { withoutMarks, wordForm, wordsOf } from '../text/plain.ts';
import type { Asked } from './query.ts';
import { byScore, type Candidate, createWeights, patternOf, type Ranked } from './ranking.ts';

export const resultSchema = z.object({
  kind: z.enum(['news', 'page', 'contestant', 'edition']),
  title: z.string(),
  url: z.string().describe('A path of the site'),
  excerpt: z.string().describe('Escaped text with no markup but `<mark>`'),
  date: z.string().nullable().describe('YYYY-MM-DD, of news'),
});

export type Result = z.infer<typeof resultSchema>;

const READ = 20; // Candidates reranked by their texts
const TOGETHER = 2; // Of each word of the query in the excerpt
/** Limit of a text, in characters of its markup: the rest is found, but neither shown nor weighed. */
const MAX_MARKUP = 60_000;
const MAX_TEXT = 20_000;

/** The best `limit`, with excerpts. `hidden`: on a page without spoilers, texts of contestants changed since then are not shown. */
export async function toResults(
  db: Db,
  ranked: readonly Ranked[],
  asked: readonly Asked[],
  limit: number,
  hidden: { from: string | null } | undefined,
): Promise<Result[]> {
  const read = ranked.slice(0, Math.max(READ, limit));
  const texts = await textsOf(db, read, hidden?.from ?? null);
  const seen = { weigh: createWeights(asked), pattern: patternOf(asked) };
  const found = read.map((each) => ({ ...each, ...excerptOf(withoutMarks(texts.get(each.key) || each.under), seen) }));
  const best = found.slice(0, READ).map((each) => ({ ...each, score: each.score + TOGETHER * each.words }));
  return [...best.sort(byScore), ...found.slice(READ)].slice(0, limit);
}

async function textsOf(db: Db, read: readonly Candidate[], from: string | null): Promise<Map<string, string>> {
  // Never empty: PostgreSQL takes no empty list.
  const idsOf = (kinds: RegExp) => [0, ...read.filter(({ kind }) => kinds.test(kind)).map(({ id }) => id)];
  const beginning = sql<string>`substr(content, 1, ${sql.lit(MAX_MARKUP)})`.as('content');
  const articles = db.selectFrom('articles').select(['id', 'kind', beginning]);
  const contestants = db.selectFrom('contestants').select(['id', 'text', 'updated_at']);
  const texts = new Map<string, string>();
  for (const { id, kind, content } of await articles.where('id', 'in', idsOf(/news|page/)).execute())
    texts.set(`${kind} ${id}`, plainText(endBlocks(content), MAX_TEXT));
  for (const { id, text, updated_at } of await contestants.where('id', 'in', idsOf(/contestant/)).execute())
    if (from === null || updated_at < from) texts.set(`contestant ${id}`, text);
  return texts;
}

/** Numbers of footnotes (not of «км²»), and ends of blocks whose last word has no punctuation, after it. */
const FOOTNOTE = /(?<=\p{L}{3}|[.,!?»)])<sup>(?:<a [^>]*>)?\[?\d{1,2}\]?(?:<\/a>)?<\/sup>/gu;
const OPEN_END =
  /(?<=[\p{L}\p{N}»)](?:<\/(?:a|b|strong|em|i|u|s|su[bp]|code)>){0,4})(?=<(?:cite|\/(?:h\d|p|li|t[dh]|summary|figcaption|cite))>)/gu;

/** A full stop keeps blocks apart that an excerpt puts in one line. */
function endBlocks(content: string): string {
  return content.replace(FOOTNOTE, '').replace(OPEN_END, '.');
}

const BEFORE = 60; // characters before the first marked word
const MAX_EXCERPT = 200;
const MAX_HITS = 200;

type Seen = { weigh: ReturnType<typeof createWeights>; pattern: RegExp };
type Hit = { start: number; end: number; at: number[] }; // `at`: words of the query that it is for

/** The part of `text` with the most words of the query, the first of several. */
function excerptOf(text: string, seen: Seen): { excerpt: string; words: number } {
  const hits = hitsIn(text, seen);
  let best = { words: 0, from: 0 };
  for (const [first, { start }] of hits.entries()) {
    const inside = hits.slice(first).filter(({ end }) => end <= start + MAX_EXCERPT - BEFORE);
    const words = new Set(inside.flatMap(({ at }) => at)).size;
    if (words > best.words) best = { words, from: start };
  }
  const from = cutBack(text, Math.max(0, best.from - BEFORE));
  const until = text.length <= from + MAX_EXCERPT ? text.length : cutBack(text, from + MAX_EXCERPT);
  let excerpt = from > 0 ? '…' : '';
  let at = from;
  for (const { start, end } of hits) {
    if (start < from || end > until) continue;
    excerpt += `${safeText(text.slice(at, start))}<mark>${safeText(text.slice(start, end))}</mark>`;
    at = end;
  }
  const rest = text.slice(at, until).trimEnd();
  excerpt += safeText(until < text.length ? `${rest.replace(HANGING, '')}…` : rest);
  return { excerpt, words: best.words };
}

function hitsIn(text: string, { weigh, pattern }: Seen): Hit[] {
  const form = wordForm(text);
  // Rare characters change their number in that form: places in it would not be places in the text.
  if (form.length !== text.length) return [];
  const hits: Hit[] = [];
  for (const { 0: word, index: start } of form.matchAll(pattern)) {
    const at = [...weigh(word).entries()].filter(([, weight]) => weight > 0).map(([of]) => of);
    if (at.length > 0) hits.push({ start, end: start + word.length, at });
    if (hits.length === MAX_HITS) break;
  }
  return hits;
}

/** The beginning of the word in which `at` lies. */
function cutBack(text: string, at: number): number {
  const space = text.lastIndexOf(' ', at);
  return at === 0 || at - space > BEFORE ? at : space + 1;
}

/** The query with the words that helped in place of those that no text has. */
export function correctedQuery(results: readonly Result[], q: string, asked: readonly Asked[]): string {
  const weigh = createWeights(asked);
  const words = results.flatMap(({ title, excerpt }) => wordsOf(`${title} ${excerpt.replace(/<\/?mark>/g, '')}`));
  let understood = wordForm(withoutMarks(q));
  for (const [at, { word }] of asked.entries()) {
    const helped = words.find((each) => (weigh(each)[at] ?? 0) > 0);
    if (helped !== undefined) understood = understood.replace(word, helped);
  }
  return understood;
}
