import { BUTTON_CLASS } from '../vocabulary.ts';

export const BUTTON = ` class="${BUTTON_CLASS}"`;

/** The pieces of a button: one link with plain text. Others become those of a paragraph. */
export function asButton(pieces: string[]): string[] {
  const [opening = '', ...inside] = pieces.slice(0, -1);
  const from = inside.findIndex((piece) => piece.startsWith('<a '));
  const to = inside.indexOf('</a>');
  const outside = [...inside.slice(0, from), ...inside.slice(to + 1)];
  const label = labelOf(inside.slice(from + 1, to));
  if (from < 0 || inside.some((piece) => piece.startsWith('<img ')) || outside.some(isText) || !isText(label))
    return ['<p>', ...inside, '</p>'];
  return [opening, inside[from] ?? '', label, '</a>', '</p>'];
}

function labelOf(pieces: readonly string[]): string {
  return pieces
    .map((piece) => (piece === '<br>' ? ' ' : piece))
    .filter((piece) => !piece.startsWith('<'))
    .join('')
    .trim();
}

const isText = (piece: string) => /[^\s\u00a0]/.test(piece) && !piece.startsWith('<');
