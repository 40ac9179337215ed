import type { Candidate } from '../../../model/search/ranking.ts';

// Also bundled into the search script of the pages.

/** A searchable text. */
export interface Found extends Omit<Candidate, 'key' | 'id' | 'bodyWeight'> {
  text: string; // Its beginning
}

export const IN_A_PART = 500; // texts per file, in the order of their numbers

/** Name of the file with a text's title and excerpt. */
export function partOf(text: number): string {
  return `part-${Math.floor(text / IN_A_PART)}`;
}

/** Name of the file with the words that share the first two letters. */
export function shelfOf(word: string): string {
  return `words-${Array.from(word.slice(0, 2), (letter) => letter.codePointAt(0)?.toString(16)).join('-')}`;
}
