/** Longest slug, in characters. It stands in addresses, so it is kept well below what proxies and messengers cut. */
export const MAX_SLUG = 120;

/** Slugs that an article may not have, because a page of the panel has that address. */
export const RESERVED_SLUGS: readonly string[] = ['new', 'edit'];

/**
 * The address part of a title: Russian letters become Latin first, then lower case, whitespace to hyphens, accented Latin
 * letters to plain ones, `&` to `-and-`, everything but word characters and hyphens removed, repeated hyphens collapsed,
 * hyphens at both ends trimmed. The underscore is a word character. May be empty and is not cut: see `cutSlug`.
 * Applying it to its own result changes nothing. Linear in the length of the text; runs in the browser too.
 */
export function slugify(text: string): string {
  return latinLetters(text)
    .replace(/[^\w\s&-]+/g, '')
    .replace(/[\s&-]+/g, joint)
    .replace(/^-|-$/g, '');
}

/** The first `max` characters of a slug, without a hyphen at the end. */
export function cutSlug(slug: string, max: number): string {
  let end = Math.min(slug.length, max);
  while (end > 0 && slug[end - 1] === '-') end -= 1;
  return slug.slice(0, end);
}

/** The n-th slug to try when the ones before are taken: `base`, `base-2`, `base-3`, …, never longer than MAX_SLUG. */
export function slugCandidate(base: string, n: number): string {
  if (n < 2) return cutSlug(base, MAX_SLUG);
  const suffix = `-${n}`;
  return cutSlug(base, MAX_SLUG - suffix.length) + suffix;
}

/** What joins two words: one hyphen, or `-and-` for each ampersand between them, however many spaces and hyphens there are. */
function joint(between: string): string {
  return `-${'and-'.repeat(between.split('&').length - 1)}`;
}

/** й and ё are letters of their own, so they are translated before accents are stripped; stressed ѐ and ѝ become plain е and и first. */
function latinLetters(text: string): string {
  const composed = withoutMarkTowers(text).normalize('NFC').toLowerCase();
  const plain = russianToLatin(composed)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');
  return replaceLetters(russianToLatin(plain), OTHER_LATIN, /[øłđßæœı]/g);
}

/** Normalisation sorts the marks over one letter in quadratic time; nobody writes more than four. */
function withoutMarkTowers(text: string): string {
  return text.replace(/(\p{M}{4})\p{M}+/gu, '$1');
}

function russianToLatin(text: string): string {
  const endings = text.replace(/ый(?!\p{L})/gu, 'iy').replaceAll('ъе', 'ye');
  return replaceLetters(endings, RUSSIAN, /[а-яё]/g);
}

function replaceLetters(text: string, table: ReadonlyMap<string, string>, letters: RegExp): string {
  return text.replace(letters, (letter) => table.get(letter) ?? '');
}

const RUSSIAN: ReadonlyMap<string, string> = new Map(
  Object.entries({
    а: 'a',
    б: 'b',
    в: 'v',
    г: 'g',
    д: 'd',
    е: 'e',
    ё: 'yo',
    ж: 'zh',
    з: 'z',
    и: 'i',
    й: 'y',
    к: 'k',
    л: 'l',
    м: 'm',
    н: 'n',
    о: 'o',
    п: 'p',
    р: 'r',
    с: 's',
    т: 't',
    у: 'u',
    ф: 'f',
    х: 'kh',
    ц: 'ts',
    ч: 'ch',
    ш: 'sh',
    щ: 'sch',
    ъ: '',
    ы: 'y',
    ь: '',
    э: 'e',
    ю: 'yu',
    я: 'ya',
  }),
);

const OTHER_LATIN: ReadonlyMap<string, string> = new Map(
  Object.entries({ ø: 'o', ł: 'l', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' }),
);
