/** Element of a quotation's author: its last one, with text only. */
export const AUTHOR = 'footer';

/** Pieces of a `footer`; with images a paragraph instead, none when it is empty. */
export function asAuthor(pieces: string[]): string[] {
  const inside = pieces.slice(1, -1);
  if (inside.some((piece) => piece.startsWith('<img '))) return ['<p>', ...inside, '</p>'];
  return inside.some((piece) => /[^\s\u00a0]/.test(piece) && !piece.startsWith('<')) ? pieces : [];
}
