/** Canonical form for searching: lower case, ё as е, NFC. Stored beside the text. */
export function searchForm(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().normalize('NFC').toLowerCase().replaceAll('ё', 'е');
}

const LONGEST = 60; // characters: PostgreSQL refuses words of over 2 KB

/** The words of a text in the form for searching, each once; symbols such as emoji are words of their own. */
export function wordsOf(text: string): string[] {
  return [...new Set(searchForm(text).match(WORD))];
}

const WORD = new RegExp(`[\\p{L}\\p{N}\\p{M}]{1,${LONGEST}}|\\p{So}`, 'gu');
