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

/** Each word of `text` in the form for searching, and where it stands; text that changes its length in that form has none. */
export function* wordsIn(text: string): Generator<{ word: string; start: number; end: number }> {
  const form = searchForm(text);
  if (form.length !== text.length) return;
  for (const { 0: word, index: start } of form.matchAll(WORD)) yield { word, start, end: start + word.length };
}
