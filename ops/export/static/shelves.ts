import type { Candidate } from '../../../model/search/ranking.ts';

// Read by the script of the pages, too.

/** A text that a search may find. */
export interface Found extends Omit<Candidate, 'key' | 'id' | 'inText'> {
  text: string; // Its beginning
}

export const IN_A_PART = 500; // texts in one file: the number of a text tells which

/** Name of the file with what is shown of a text. */
export function partOf(text: number): string {
  return `part-${Math.floor(text / IN_A_PART)}`;
}

/** Name of the file with the words whose first two letters are those of this one. */
export function shelfOf(word: string): string {
  return `words-${Array.from(word.slice(0, 2), (letter) => letter.codePointAt(0)?.toString(16)).join('-')}`;
}
