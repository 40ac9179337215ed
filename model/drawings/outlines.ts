import { readFileSync } from 'node:fs';

/** A typeface as shapes, cut by `tools/fonts/make-fonts.ts`; a server may have no fonts. Everything is in thousandths of an em. */
export interface Outlines {
  /** By character: how far the next one stands, and its outline as an SVG path on the baseline. */
  glyphs: Record<string, [advance: number, path: string]>;
  /** By character: how far others move after it, and which. */
  kerning: Record<string, Record<string, string>>;
}

/** The same, ready to be used: how far the second letter of a pair moves. */
export interface Face {
  glyphs: Outlines['glyphs'];
  pairs: Map<string, number>;
}

export interface Faces {
  /** For titles: Unbounded, heavy. */
  display: Face;
  /** For everything small: Golos Text, medium. */
  reading: Face;
}

/** The two typefaces of the site; some hundred kilobytes that most servers never need. */
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
