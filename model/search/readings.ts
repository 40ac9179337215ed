import type { Term } from '../../db/word-index.ts';
import {
  type Asked,
  corrected,
  inLatinLetters,
  inOtherLayout,
  inRussianLetters,
  inTitle,
  ownTerm,
  readQuery,
  spacedOtherwise,
  wholeTerm,
  withBeginnings,
} from './query.ts';
import type { Candidate } from './ranking.ts';
import { STOP_WORDS } from './related.ts';

/** Newest texts that are compared, of those with all words. */
export const MAX_CANDIDATES = 200;
const MAX_BY_TITLE = 100;

/** The newest texts with every one of `terms`, at most `limit`; `bodyWeight` is passed on. */
export type Find = (terms: Term[], limit: number, bodyWeight: number) => Promise<Candidate[]>;

interface Reading {
  asked: Asked[];
  candidates: Candidate[];
  understood?: string; // The query as it was read, where it had to be read otherwise
  corrects?: string; // The query that was corrected: the words that helped are known from the texts found
}

/**
 * What has all words of a query in any form, then what other readings find, in turn: unknown words as beginnings of others, the other
 * keyboard layout, Latin spelling and Russian, one letter mistyped, a space more or less, at last some of the words. Needs no database.
 */
export async function* readings(find: Find, q: string): AsyncGenerator<Reading> {
  const asked = readQuery(q);
  if (asked.length === 0) return;
  if (asked.every(isCommon)) return yield { asked, candidates: await withAll(find, asked) };
  yield { asked, candidates: await withNearly(find, asked) };
  const unknown = await unknownAmong(find, asked);
  const begun = asked.map((each) => (unknown.includes(each) ? withBeginnings(each) : each));
  if (unknown.length > 0) yield { asked: begun, candidates: await find(begun.map(wholeTerm), MAX_CANDIDATES, 0.5) };
  for (const other of [inOtherLayout(q), inRussianLetters(q), inLatinLetters(q)]) {
    const typed = readQuery(other);
    if (typed.length > 0) yield { asked: typed, candidates: await withAll(find, typed), understood: other };
  }
  for (const corrects of [q, inRussianLetters(q)]) {
    const read = corrects === q ? asked : readQuery(corrects);
    const mended = mend(read, corrects === q ? unknown : await unknownAmong(find, read));
    if (mended) yield { asked: mended, candidates: await withAll(find, mended), corrects };
  }
  const otherwise = spacedOtherwise(asked);
  // One query first: without a text with a possible first and last word no reading can match.
  const ends = [0, -1].map((at) => otherwise.flatMap((each) => each.slice(at)[0] ?? []).flatMap(ownTerm));
  const some = otherwise.length > 0 ? await find(ends, 1, 0) : [];
  for (const spaced of some.length > 0 ? otherwise : []) {
    const candidates = await find(spaced.map(ownTerm), MAX_CANDIDATES, 1);
    yield { asked: spaced, candidates, understood: spaced.map(({ word }) => word).join(' ') };
  }
  yield { asked: begun, candidates: await withSome(find, begun) };
}

/** Words that no public text has in any form. A query of one word is asked this only after it found nothing. */
async function unknownAmong(find: Find, asked: Asked[]): Promise<Asked[]> {
  if (asked.length === 1) return asked;
  const unknown: Asked[] = [];
  for (const each of asked) if ((await find([wholeTerm(each)], 1, 0)).length === 0) unknown.push(each);
  return unknown;
}

const isCommon = ({ word }: Asked) => STOP_WORDS.has(word);
const MAX_CORRECTED = 2; // Most words that are corrected: each asks the index for hundreds of others

/** With other words for the first unknown ones; undefined without any. */
function mend(asked: Asked[], unknown: Asked[]): Asked[] | undefined {
  let left = MAX_CORRECTED;
  const mended = asked.map((each) => {
    const other = left > 0 && unknown.includes(each) ? corrected(each) : undefined;
    if (other) left -= 1;
    return other ?? each;
  });
  return left < MAX_CORRECTED ? mended : undefined;
}

/** Newest first. Titles are asked for by themselves: among very many texts the best may be old. */
async function withAll(find: Find, asked: Asked[]): Promise<Candidate[]> {
  // Nearly every text has common words, few titles: «Мы» may be a song.
  if (asked.every(isCommon)) return find(asked.map(ownTerm).map(inTitle), MAX_CANDIDATES, 1);
  const [own, whole] = [asked.map(ownTerm), asked.map(wholeTerm)];
  const found = own.every((term) => term.length > 0) ? await find(own, MAX_CANDIDATES, 1) : [];
  if (found.length === MAX_CANDIDATES) found.push(...(await find(whole.map(inTitle), MAX_BY_TITLE, 1)));
  else if (whole.flat().length > own.flat().length)
    found.push(...(await find(whole, MAX_CANDIDATES - found.length, 0.5)));
  return withoutRepeats(found);
}

function withoutRepeats(found: Candidate[]): Candidate[] {
  return [...Map.groupBy(found, ({ key }) => key).values()].flatMap((same) => same.slice(0, 1));
}

/** Up to so many matches, texts with one of the words in their title are added («жюри конкурса»). */
const FEW = 10;
const MAX_PARTIAL = 20;

async function withNearly(find: Find, asked: Asked[]): Promise<Candidate[]> {
  const whole = await withAll(find, asked);
  if (asked.length === 1 || whole.length === 0 || whole.length > FEW) return whole;
  for (const each of asked) whole.push(...(await find([inTitle(wholeTerm(each))], MAX_PARTIAL, 0)));
  return withoutRepeats(whole);
}

const MAX_PER_WORD = 200;
const RARE = 12; // Weight of a word, shared by the texts that have it

/** Texts with the most words of a query that no text matches whole. */
async function withSome(find: Find, asked: Asked[]): Promise<Candidate[]> {
  if (asked.length < 2) return [];
  const found = new Map<string, Candidate & { words: number }>();
  for (const each of asked) {
    const having = await find([wholeTerm(each)], MAX_PER_WORD, 0.5);
    for (const candidate of having) {
      const { words, bodyWeight } = found.get(candidate.key) ?? { words: 0, bodyWeight: 0.5 };
      found.set(candidate.key, { ...candidate, words: words + 1, bodyWeight: bodyWeight + RARE / having.length });
    }
  }
  const most = Math.max(...[...found.values()].map(({ words }) => words));
  return [...found.values()].filter(({ words }) => words === most);
}
