/** Canonical form for searching: lower case, ё as е, NFC. Stored beside the text. */
export function searchForm(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().normalize('NFC').toLowerCase().replaceAll('ё', 'е');
}

const LONGEST = 60; // characters: PostgreSQL refuses words of over 2 KB

/** The words of a text in the form for searching, each once; symbols such as emoji are words of their own. */
export function wordsOf(text: string): string[] {
  return [...new Set(wordForm(withoutMarks(text)).match(WORD))];
}

const LOOK_ALIKES = new Map([...'abcehkmoptxy'].map((letter, at) => [letter, 'авсенкмортху'[at] ?? letter]));

/** In the form for searching as words are compared: «é» is «e», «сцeна» with a Latin «e» is «сцена». Keeps the number of characters. */
export function wordForm(text: string): string {
  const plain = searchForm(text).replace(/[\u00e0-\u024f]/g, (letter) => letter.normalize('NFD').charAt(0));
  return plain.replace(MIXED, (word) => word.replace(/[a-z]/g, (letter) => LOOK_ALIKES.get(letter) ?? letter));
}

/** A word in both alphabets. */
const MIXED = /(?<![a-zа-я])(?:[а-я]+[a-z]|[a-z]+[а-я])[a-zа-я]*/g;

/** Without stresses and soft hyphens. */
export function withoutMarks(text: string): string {
  return text.normalize('NFC').replace(/\u00ad|[\u0300-\u036f]/g, '');
}

const WORD = new RegExp(`[\\p{L}\\p{N}\\p{M}]{1,${LONGEST}}|\\p{So}`, 'gu');
