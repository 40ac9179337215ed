import { withoutEnd } from './plain.ts';

export const MAX_SLUG = 120; // well below what proxies and messengers cut

export const RESERVED_SLUGS: readonly string[] = ['new', 'edit'];

/** Transliterated, lower case, `&` as `-and-`; may be empty, not cut. Idempotent, linear, runs in browsers too. */
export function slugify(text: string): string {
  return latinLetters(text)
    .replace(/[^\w\s&-]+/g, '')
    .replace(/[\s&-]+/g, joint)
    .replace(/^-|-$/g, '');
}

/** The first `max` characters, without a trailing hyphen. */
export function cutSlug(slug: string, max: number): string {
  return withoutEnd(slug.slice(0, max), '-');
}

/** Identity of a tag: titles with equal slugs are one tag. May be empty. */
export function tagSlug(title: string): string {
  return cutSlug(slugify(title), MAX_SLUG);
}

/** The first tag of each slug. */
export function withoutRepeats(titles: string[]): string[] {
  return [...Map.groupBy(titles, tagSlug).values()].flatMap((same) => same.slice(0, 1));
}

/** `base`, `base-2`, `base-3`, … for n = 1, 2, 3, …, at most MAX_SLUG long. */
export function slugCandidate(base: string, n: number): string {
  if (n < 2) return cutSlug(base, MAX_SLUG);
  const suffix = `-${n}`;
  return cutSlug(base, MAX_SLUG - suffix.length) + suffix;
}

function joint(between: string): string {
  return `-${'and-'.repeat(between.split('&').length - 1)}`;
}

/** й and ё are transliterated before accents are stripped; ѐ and ѝ become е and и first. */
function latinLetters(text: string): string {
  // NFC sorts the marks of one letter in quadratic time.
  const composed = text
    .replace(/(\p{M}{4})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase();
  const plain = russianToLatin(composed)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');
  return replaceLetters(russianToLatin(plain), OTHER_LATIN, /[øłđßæœı]/g);
}

function russianToLatin(text: string): string {
  const endings = text.replace(/ый(?!\p{L})/gu, 'iy').replaceAll('ъе', 'ye');
  return replaceLetters(endings, RUSSIAN, /[а-яё]/g);
}

function replaceLetters(text: string, table: ReadonlyMap<string, string>, letters: RegExp): string {
  return text.replace(letters, (letter) => table.get(letter) ?? '');
}

/** Without the hard and the soft sign, which have no Latin letter. */
const RUSSIAN = table(
  'а a б b в v г g д d е e ё yo ж zh з z и i й y к k л l м m н n о o ' +
    'п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ sch ы y э e ю yu я ya',
);

const OTHER_LATIN = table('ø o ł l đ d ß ss æ ae œ oe ı i');

function table(pairs: string): ReadonlyMap<string, string> {
  return new Map(Array.from(pairs.matchAll(/(\S) (\S+)/g), ([, letter = '', latin = '']) => [letter, latin]));
}
