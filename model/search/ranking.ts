import { wordsOf } from '../text/plain.ts';
import type { Asked } from './query.ts';
import { irregularForms, stemsOf } from './stems.ts';

/** A public text that has the words of a query. */
export interface Candidate {
  key: string; // Unique
  kind: 'news' | 'page' | 'contestant' | 'edition';
  id: number;
  url: string;
  title: string;
  date: string | null; // YYYY-MM-DD
  under: string; // What stands below the title
  bodyWeight: number; // Score of each word that is only in the body; more where few texts have it; 0 for texts that are added by title
}

export interface Ranked extends Candidate {
  score: number;
}

const IN_TITLE = 10;
const UNDER_TITLE = 3;
const SAME_FORM = 2;
const FIRST_IN_TITLE = 1;
/** Weight of each word in a text that has all. */
const COMPLETE = 4;
const ALL_IN_TITLE = 10;
const WHOLE_TITLE = 6; // Shared by title words that were asked for: a title of only these has the most
/** Pages, contestants and editions are what a visitor looks for by name; news are many. */
const KINDS = { page: 2, contestant: 3, edition: 3, news: 0 };

/** Best first, by what can be told without their texts. */
export function rank(candidates: readonly Candidate[], asked: readonly Asked[]): Ranked[] {
  const weigh = createWeights(asked);
  return candidates.map((each) => ({ ...each, score: scoreOf(each, asked, weigh) })).sort(byScore);
}

type Weigh = (word: string) => readonly number[];

function scoreOf({ kind, title, under, bodyWeight }: Candidate, asked: readonly Asked[], weigh: Weigh): number {
  const words = wordsOf(title);
  const inTitle = words.map(weigh);
  const underTitle = wordsOf(under).map(weigh);
  const best = (of: (readonly number[])[], at: number) =>
    of.reduce((most, weights) => Math.max(most, weights[at] ?? 0), 0);
  let score = 0;
  let named = 0;
  for (const [at, { word }] of asked.entries()) {
    const weight = best(inTitle, at);
    if (weight > 0) named += 1;
    score += Math.max(IN_TITLE * weight, UNDER_TITLE * best(underTitle, at), bodyWeight);
    if (weight > 0 && words.includes(word)) score += SAME_FORM;
  }
  if (bodyWeight > 0) score += COMPLETE * asked.length;
  if (inTitle[0]?.some((weight) => weight > 0)) score += FIRST_IN_TITLE;
  if (named === asked.length) score += ALL_IN_TITLE + KINDS[kind];
  const share = inTitle.reduce((sum, weights) => sum + Math.max(0, ...weights), 0);
  return score + (WHOLE_TITLE * share) / Math.max(1, words.length);
}

/** Equal scores: newest first, the same on both databases. */
export function byScore(one: Ranked, other: Ranked): number {
  if (one.score !== other.score) return other.score - one.score;
  const [of, than] = [one.date ?? '', other.date ?? ''];
  return of === than ? other.id - one.id : of < than ? 1 : -1;
}

/** What a word of a text is worth for each word of the query. */
export function createWeights(asked: readonly Asked[]): Weigh {
  const known = new Map<string, readonly number[]>();
  const begins = asked.map(({ weights }) => [...weights].filter(([token]) => token.endsWith('*')));
  const make = (word: string) => {
    const stems = stemsOf(word);
    return asked.map(({ weights }, at) => {
      const own = stems.map((stem) => weights.get(stem) ?? 0);
      const begun = (begins[at] ?? []).filter(([token]) => stems.some((stem) => stem.startsWith(token.slice(0, -1))));
      return Math.max(0, ...own, ...begun.map(([, weight]) => weight));
    });
  };
  return (word) => {
    const weights = known.get(word) ?? make(word);
    known.set(word, weights);
    return weights;
  };
}

/** Finds words of a text, in the form for searching, that `createWeights` may give a weight: few others. */
export function patternOf(asked: readonly Asked[]): RegExp {
  const tokens = asked.flatMap(({ weights }) => [...weights.keys()]);
  const beginnings = new Set(tokens.flatMap((token) => [token, ...irregularForms(token)]).map(beginningOf));
  const sources = [...beginnings].map((beginning) => RegExp.escape(beginning));
  return new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])(?:${sources.join('|')})[\\p{L}\\p{N}\\p{M}]*`, 'gu');
}

/** A stem may lack the vowel before its last letter («певц» of «певец»). */
function beginningOf(token: string): string {
  const plain = token.replace('*', '');
  return plain.slice(0, Math.max(2, Math.min(4, plain.length - 1)));
}
