/** Drops control characters except tabs and line breaks, bidirectional controls and excess combining marks. */
export function plain(text: string): string {
  return cutMarkRuns(text.replace(UNREADABLE, ''));
}

/** `plain` on one line: NFC, spaces and control characters as one space, single no-break spaces as they are; trimmed. */
export function oneLine(text: string): string {
  // Cut first: NFC sorts the marks of one letter in quadratic time.
  const line = cutMarkRuns(text)
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, (gap) => (/^[\u00a0\u202f]$/.test(gap) ? gap : ' '));
  return plain(line).trim();
}

/** Joiners and soft hyphens stay: words and emoji need them. */
const UNREADABLE = /[^\P{Cc}\t\n\r]|[\p{Bidi_Control}\p{Noncharacter_Code_Point}\u200b\ufeff\ufff9-\ufffb]/gu;

const MAX_MARKS = 16; // per letter: written languages need a few, and browsers take seconds to draw thousands

/** At most 16 combining marks in a row, `before` preceding ones included. Linear. */
export function cutMarkRuns(text: string, before = 0): string {
  const first = /^\p{M}+/u.exec(text)?.[0] ?? '';
  const start = before > 0 ? firstMarks(first, MAX_MARKS - before) : first;
  return (start + text.slice(first.length)).replace(/\p{M}{17,}/gu, (run) => firstMarks(run, MAX_MARKS));
}

/** Combining marks at the end of a text, `before` preceding ones included. Expects at most 16 in a row. */
export function endingMarks(text: string, before: number): number {
  const ending = /\p{M}{0,16}$/u.exec(text)?.[0] ?? '';
  return ending.length === text.length ? before + [...ending].length : [...ending].length;
}

function firstMarks(run: string, count: number): string {
  return [...run].slice(0, Math.max(0, count)).join('');
}

/** The text without trailing characters of `ends`. Linear, unlike `/[…]+$/`. */
export function withoutEnd(text: string, ends: string): string {
  let end = text.length;
  while (end > 0 && ends.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Canonical form for searching: lower case, ё as е, NFC. Stored beside the text. */
export function searchForm(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().normalize('NFC').toLowerCase().replaceAll('ё', 'е');
}

const MAX_WORD = 60; // characters: PostgreSQL refuses words of over 2 KB

/** Distinct words of a text in search form; symbols such as emoji count as words. */
export function wordsOf(text: string): string[] {
  return [...new Set(wordForm(withoutMarks(text)).match(WORD))];
}

const LOOK_ALIKES = new Map([...'abcehkmoptxy'].map((letter, at) => [letter, 'авсенкмортху'[at] ?? letter]));

/** Replaces lower-case Latin homoglyphs by Russian letters. */
export function russianLetters(text: string): string {
  return text.replace(/[a-z]/g, (letter) => LOOK_ALIKES.get(letter) ?? letter);
}

/** In the form for searching as words are compared: «é» is «e», «сцeна» with a Latin «e» is «сцена». Keeps the number of characters. */
export function wordForm(text: string): string {
  const plain = searchForm(text).replace(/[\u00e0-\u024f]/g, (letter) => letter.normalize('NFD').charAt(0));
  return plain.replace(MIXED, russianLetters);
}

/** A word with letters of both alphabets, or one letter beside a number: «4K», «B2». */
const MIXED = /(?<![a-zа-я])(?:(?:[а-я]+[a-z]|[a-z]+[а-я])[a-zа-я]*|[a-z](?=\d)|(?<=\d)[a-z](?![a-zа-я]))/g;

/** Comparison key: equal for names that differ only in case, ё, homoglyphs of the two alphabets or invisible characters. */
export function skeletonOf(name: string): string {
  const letters = searchForm(name.normalize('NFKC')).replace(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, '');
  return russianLetters(letters);
}

/** Removes stress marks and soft hyphens. */
export function withoutMarks(text: string): string {
  return text.normalize('NFC').replace(/\u00ad|[\u0300-\u036f]/g, '');
}

const WORD = new RegExp(`[\\p{L}\\p{N}\\p{M}]{1,${MAX_WORD}}|\\p{So}`, 'gu');
