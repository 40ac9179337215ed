import type { Term } from '../../db/word-index.ts';
import { onLatinKeys, onRussianKeys } from '../text/layout.ts';
import { wordsOf } from '../text/plain.ts';
import { slugify } from '../text/slug.ts';
import { STOP_WORDS } from './related.ts';
import { irregularForms, relativesOf, stemsOf } from './stems.ts';

/** Longest query, in characters. */
export const MAX_QUERY = 200;
const MAX_WORDS = 8; // Of a query; further ones are ignored

/** A word of a query and what a text may hold for it, with its weight. */
export interface Asked {
  word: string;
  weights: ReadonlyMap<string, number>;
}

const OWN = 1;
const RELATIVE = 0.6;
const SIMILAR = 0.4; // Of a word that begins with the stem, of one that differs in a letter
const UNLIKELY = 0.3; // Of one that differs in the first: few mistype it

const MIN_PREFIX = 4; // letters: shorter stems begin too many words

/** Without the most common words, if it has others. */
export function readQuery(q: string): Asked[] {
  const words = wordsOf(q);
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return (telling.length > 0 ? telling : words).slice(0, MAX_WORDS).map((word) => {
    const stems = stemsOf(word);
    const relatives = stems.flatMap(relativesOf).map((stem) => [stem, RELATIVE] as const);
    return { word, weights: new Map([...relatives, ...stems.map((stem) => [stem, OWN] as const)]) };
  });
}

export function ownTerm({ weights }: Asked): Term {
  return [...weights.keys()].filter((token) => weights.get(token) === OWN);
}

export function wholeTerm({ weights }: Asked): Term {
  return [...weights.keys()];
}

/** Before a stem of a title: stored beside the stem itself. */
export const IN_TITLE = '§';

export const inTitle = (term: Term): Term =>
  term.map((token) => (token.startsWith(IN_TITLE) ? token : IN_TITLE + token));

/** Words that begin with this one or a stem of it, too. */
export function withBeginnings({ word, weights }: Asked): Asked {
  const long = [word, ...stemsOf(word)].filter((beginning) => beginning.length >= MIN_PREFIX);
  // SQLite reads every text that has one: none that another begins is asked for.
  const shortest = long.filter((each) => !long.some((other) => other !== each && each.startsWith(other)));
  return { word, weights: new Map([...shortest.map((beginning) => [`${beginning}*`, SIMILAR] as const), ...weights]) };
}

const ALPHABETS = ['абвгдежзийклмнопрстуфхцчшщъыьэюя', 'abcdefghijklmnopqrstuvwxyz'];

/** Every word that differs in one letter, or in the order of two. */
function similarWords(word: string): string[] {
  const letters = ALPHABETS.find((alphabet) => [...word].every((letter) => alphabet.includes(letter))) ?? '';
  const found = new Set<string>();
  for (let at = 0; at <= word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    for (const letter of letters) found.add(before + letter + after.slice(1)).add(before + letter + after);
    if (letters === '' || after === '') continue;
    found.add(before + after.slice(1));
    if (after.length > 1) found.add(`${before}${after[1]}${after[0]}${after.slice(2)}`);
  }
  found.delete(word);
  return [...found];
}

const MIN_CORRECTED_LENGTH = 4; // letters
const MAX_CORRECTED_LENGTH = 20;
/** Letters of a stem that stands for a similar word, and of one that is all but its last letter: others have to be similar themselves. */
const [LONG_STEM, MIN_STEM, MIN_OWN] = [5, 4, 3];

/** With the stems of similar words in place of its own, the longest first; undefined without any. */
export function corrected({ word }: Asked): Asked | undefined {
  if (word.length < MIN_CORRECTED_LENGTH || word.length > MAX_CORRECTED_LENGTH) return undefined;
  const own = stemsOf(word).filter((stem) => stem.length >= MIN_OWN);
  const near = new Set([...own, ...own.flatMap(similarWords)]);
  const stands = (stem: string, whole: string) =>
    (near.has(stem) && (stem.length >= MIN_STEM || whole.length - stem.length < 2)) ||
    stem.length >= (whole.length - stem.length > 1 ? LONG_STEM : MIN_STEM) ||
    irregularForms(stem).includes(whole);
  const found = similarWords(word)
    .flatMap((whole) => stemsOf(whole).filter((stem) => stands(stem, whole)))
    .filter((stem) => !STOP_WORDS.has(stem));
  const likely = (stem: string) => (stem[0] === word[0] ? SIMILAR : UNLIKELY) * (1 - 1 / stem.length);
  return found.length > 0 ? { word, weights: new Map(found.map((stem) => [stem, likely(stem)])) } : undefined;
}

/** Where words of a query may lack a space, and where one may be too many. */
const SPACES =
  /(?<=\p{L}{2})(?=\p{L}{2})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})|(?<=\p{N})(?=(?:\p{N}{3})+(?!\p{N}))| /gu;
const MAX_SPACES = 24; // each costs a query

/** The words with a space more or less: «жар птица» for «жарптица», «12 000» for «12000», «полуфинал» for «полу финал». */
export function spacedOtherwise(asked: readonly Asked[]): Asked[][] {
  const text = asked.map(({ word }) => word).join(' ');
  return [...text.matchAll(SPACES)].slice(0, MAX_SPACES).flatMap(({ 0: space, index }) => {
    const other = text.slice(0, index) + (space === '' ? ' ' : '') + text.slice(index + space.length);
    const read = readQuery(other);
    return read.length === other.split(' ').length ? [read] : [];
  });
}

/** The text typed in the other keyboard layout, only its Latin words where it has both alphabets; empty without letters, or with letters on keys of punctuation (бёжхъэю). */
export function inOtherLayout(q: string): string {
  const [isRussian, isLatin] = [/[а-яё]/i.test(q), /[a-z]/i.test(q)];
  if (!isLatin) return isRussian && !/[бёжхъэю]/i.test(q) ? onLatinKeys(q) : '';
  return q.toLowerCase().replace(isRussian ? /(?<!\S)[^\sа-яё]*[a-z][^\sа-яё]*(?!\S)/g : /.+/s, onRussianKeys);
}

const SPELT =
  'shch щ sch щ zh ж kh х ts ц ch ч sh ш yo е ye е yu ю ya я a а b б c к d д e е f ф g г h х i и j й k к l л m м n н o о p п q к r р s с t т u у v в w в x кс y ы z з';
const SPELLINGS = new Map(
  Array.from(SPELT.matchAll(/(\S+) (\S+)/g), ([, latin = '', letters = '']) => [latin, letters]),
);

/** Latin words as Russian ones, by their sound: «хор» for `hor` and `khor`; empty where there are none. */
export function inRussianLetters(q: string): string {
  if (!/[a-z]/i.test(q)) return '';
  const sounds = q.toLowerCase().replace(/(?<=[aeiouy])[iy](?![aeou])/g, 'j');
  return sounds.replace(/shch|sch|[zkcs]h|ts|y[aeou]|[a-z]/g, (latin) => SPELLINGS.get(latin) ?? latin);
}

/** «martin» for «мартин»; empty where there are only Latin letters. */
export function inLatinLetters(q: string): string {
  return /[а-яё]/i.test(q) ? slugify(q).replaceAll('-', ' ') : '';
}
