import { readFileSync } from 'node:fs';

/** Glyph outlines in 1/1000 em, from `tools/fonts/make-fonts.ts`: a server may have no fonts. */
export interface Outlines {
  glyphs: Record<string, [advance: number, path: string]>; // by character: advance and SVG path on the baseline
  kerning: Record<string, Record<string, string>>; // by left character: shift, and the right characters it applies to
}

export interface Face {
  glyphs: Outlines['glyphs'];
  pairs: Map<string, number>;
}

export interface Faces {
  display: Face;
  reading: Face;
}

/** Reads some hundred KB synchronously: call only when needed. */
export function readFaces(): Faces {
  const file = readFileSync(new URL('./outlines.json', import.meta.url), 'utf8');
  const { display, reading } = JSON.parse(file) as Record<keyof Faces, Outlines>;
  return { display: ready(display), reading: ready(reading) };
}

function ready({ glyphs, kerning }: Outlines): Face {
  const pairs = new Map<string, number>();
  for (const [left, byMove] of Object.entries(kerning)) {
    for (const [moved, letters] of Object.entries(byMove)) {
      for (const right of letters) pairs.set(left + right, Number(moved));
    }
  }
  return { glyphs, pairs };
}

export type Fit = { size: number; lines: number };

/** Drops characters without a glyph: missing accents, emoji, other scripts. May be empty. */
export function drawable(face: Face, text: string, longest: number): string {
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

/** Line breaking without hyphenation: largest fitting size, then balanced lines. Overflow ends in «…». */
export function breakLines(face: Face, text: string, width: number, fits: [Fit, ...Fit[]]) {
  const words = splitUnbroken(text);
  const widest = Math.max(...words.map((word) => measure(face, word)));
  for (const { size, lines: most } of fits) {
    const room = width / size;
    const { length } = fillLines(face, words, room);
    if (widest <= room && length <= most) return { size, lines: balanceLines(face, words, widest, room, length) };
  }
  const { size, lines: most } = fits.at(-1) ?? fits[0];
  const room = width / size;
  const chopped = words.flatMap((word) => breakWord(face, word, room));
  const lines = fillLines(face, chopped, room);
  if (lines.length <= most) return { size, lines };
  return { size, lines: [...lines.slice(0, most - 1), truncateLine(face, lines[most - 1] ?? '', room)] };
}

/** Width of a text, in em. */
export function measure(face: Face, text: string): number {
  let [width, before] = [0, ''];
  for (const letter of text) {
    width += step(face, before, letter);
    before = letter;
  }
  return width;
}

/** SVG of a line; `x`, `y` is the start of the baseline, in pixels. */
export function drawLine(face: Face, text: string, { x, y, size }: { x: number; y: number; size: number }): string {
  let [at, before] = [0, ''];
  const letters = Array.from(text, (letter) => {
    at += face.pairs.get(before + letter) ?? 0;
    const [advance = 0, outline = ''] = face.glyphs[letter] ?? [];
    const shape = outline && `<path transform="translate(${at})" d="${outline}"/>`;
    at += advance;
    before = letter;
    return shape;
  });
  return `<g transform="translate(${x} ${y}) scale(${size / 1000})">${letters.join('')}</g>`;
}

function step(face: Face, before: string, letter: string): number {
  return ((face.glyphs[letter]?.[0] ?? 0) + (face.pairs.get(before + letter) ?? 0)) / 1000;
}

function splitUnbroken(text: string): string[] {
  return text
    .replace(/(^|[ «„“(\u00a0])(\p{L}{1,2}) /gu, '$1$2\u00a0')
    .replace(/(^|[ «„“(\u00a0])(\p{L}{1,2}) /gu, '$1$2\u00a0')
    .replace(/ ([—–−-])(?= )/g, '\u00a0$1')
    .replace(/([№§]|(?<!\d)\d{1,4}) (?=[\p{Ll}\d])/gu, '$1\u00a0')
    .split(' ');
}

function fillLines(face: Face, words: string[], room: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && measure(face, longer) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function balanceLines(face: Face, words: string[], widest: number, room: number, count: number): string[] {
  let [low, high] = [widest, room];
  for (let halving = 0; halving < 8; halving++) {
    const middle = (low + high) / 2;
    if (fillLines(face, words, middle).length <= count) high = middle;
    else low = middle;
  }
  return fillLines(face, words, high);
}

function breakWord(face: Face, word: string, room: number): string[] {
  if (measure(face, word) <= room) return [word];
  let end = fittingLength(face, word, room);
  const hyphen = word.lastIndexOf('-', end - 1);
  if (hyphen > 0) end = hyphen + 1;
  return [word.slice(0, end), ...breakWord(face, word.slice(end), room)];
}

function truncateLine(face: Face, line: string, room: number): string {
  const short = line.slice(0, fittingLength(face, line, room - measure(face, '…')));
  return `${short.replace(/[\s.,:;!?«„(—–-]+$/, '')}…`;
}

function fittingLength(face: Face, text: string, room: number): number {
  let [end, width, before] = [0, 0, ''];
  for (const letter of text) {
    width += step(face, before, letter);
    if (width > room) break;
    before = letter;
    end += letter.length;
  }
  return Math.max(1, end);
}
