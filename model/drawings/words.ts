import type { Outlines } from './outlines.ts';

/** Lines of words that fit, and how large they may stand. */
export interface SetWords {
  /** In pixels of the picture. */
  size: number;
  lines: string[];
}

/** How large words may be and on how many lines then; the largest first. */
export type Fit = { size: number; lines: number };

/**
 * The text as far as this face can draw it: spaces tidied, accents that it lacks taken off, what is left without an outline (emoji, other
 * scripts) dropped. May be empty.
 */
export function drawable(face: Outlines, text: string, longest: number): string {
  const letters = [
    ...text
      .slice(0, longest * 4)
      .normalize('NFC')
      .replace(/\s/g, ' '),
  ].map((letter) => {
    if (letter in face.glyphs) return letter;
    return [...letter.normalize('NFD')].filter((part) => part in face.glyphs).join('');
  });
  return letters.join('').replace(/ {2,}/g, ' ').trim().slice(0, longest);
}

/**
 * Breaks words into lines without hyphens: the largest size whose lines fit `width`, then lines as even as they can be. Short words stay
 * with the next one and dashes with the one before. What does not fit the smallest size ends in «…».
 */
export function setWords(face: Outlines, text: string, width: number, fits: [Fit, ...Fit[]]): SetWords {
  const words = glue(text);
  for (const { size, lines: most } of fits) {
    const room = width / size;
    const lines = fill(face, words, room);
    const isWhole = words.every((word) => measure(face, word) <= room);
    if (isWhole && lines.length <= most) return { size, lines: even(face, words, room, lines.length) };
  }
  const { size, lines: most } = fits.at(-1) ?? fits[0];
  const room = width / size;
  const pieces = words.flatMap((word) => chop(face, word, room));
  const lines = fill(face, pieces, room);
  if (lines.length <= most) return { size, lines };
  return { size, lines: [...lines.slice(0, most - 1), cut(face, lines[most - 1] ?? '', room)] };
}

/** Width of a text, in ems. */
export function measure(face: Outlines, text: string): number {
  let width = 0;
  for (const { advance } of placed(face, text)) width += advance;
  return width / 1000;
}

/** The outlines of a line whose baseline starts at `x`, `y`, in a picture of pixels. */
export function drawLine(face: Outlines, text: string, { x, y, size }: { x: number; y: number; size: number }): string {
  let at = 0;
  const letters = placed(face, text).map(({ outline, advance }) => {
    const letter = outline && `<path transform="translate(${at})" d="${outline}"/>`;
    at += advance;
    return letter;
  });
  return `<g transform="translate(${x} ${y}) scale(${size / 1000})">${letters.join('')}</g>`;
}

function placed(face: Outlines, text: string): { outline: string; advance: number }[] {
  const letters = [...text];
  return letters.map((letter, at) => {
    const [advance = 0, outline = ''] = face.glyphs[letter] ?? [];
    return { outline, advance: advance + kerning(face, letter, letters[at + 1]) };
  });
}

function kerning(face: Outlines, left: string, right: string | undefined): number {
  if (right === undefined) return 0;
  for (const [moved, letters] of Object.entries(face.kerning[left] ?? {})) {
    if (letters.includes(right)) return Number(moved);
  }
  return 0;
}

/** Words with those that must not stand at an end of a line joined to their neighbours. */
function glue(text: string): string[] {
  return text
    .replace(/(^|[ «„“(\u00a0])(\p{L}{1,2}) /gu, '$1$2\u00a0')
    .replace(/(^|[ «„“(\u00a0])(\p{L}{1,2}) /gu, '$1$2\u00a0')
    .replace(/ ([—–−-])(?= )/g, '\u00a0$1')
    .replace(/([№§]|(?<!\d)\d{1,4}) (?=[\p{Ll}\d])/gu, '$1\u00a0')
    .split(' ');
}

function fill(face: Outlines, words: string[], room: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    const longer = `${line} ${word}`;
    if (line !== undefined && measure(face, longer) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** As many lines as before in the narrowest column that takes them. */
function even(face: Outlines, words: string[], room: number, count: number): string[] {
  let [low, high] = [0, room];
  for (let step = 0; step < 8; step++) {
    const middle = (low + high) / 2;
    const isWide = words.every((word) => measure(face, word) <= middle);
    if (isWide && fill(face, words, middle).length <= count) high = middle;
    else low = middle;
  }
  return fill(face, words, high);
}

/** A word that is wider than a whole line, in pieces that are not: parted at a hyphen of its own, else where the line ends. */
function chop(face: Outlines, word: string, room: number): string[] {
  const pieces: string[] = [];
  for (let rest = word; rest; ) {
    let end = rest.length;
    while (end > 1 && measure(face, rest.slice(0, end)) > room) end -= 1;
    const hyphen = rest.lastIndexOf('-', end - 1);
    if (end < rest.length && hyphen > 0) end = hyphen + 1;
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return pieces;
}

function cut(face: Outlines, line: string, room: number): string {
  let short = line;
  while (short && measure(face, `${short}…`) > room) short = short.slice(0, -1);
  return `${short.replace(/[\s.,:;!?«„(—–-]+$/, '')}…`;
}
