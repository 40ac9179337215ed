import { readFileSync } from 'node:fs';

/** A typeface as shapes, cut by `app/fonts/make-fonts.ts`; a server may have no fonts. Everything is in thousandths of an em. */
export interface Outlines {
  /** By character: how far the next one stands, and its outline as an SVG path on the baseline. */
  glyphs: Record<string, [advance: number, path: string]>;
  /** By character: how far others move after it, and which. */
  kerning: Record<string, Record<string, string>>;
}

export interface Faces {
  /** For titles: Unbounded, heavy. */
  display: Outlines;
  /** For everything small: Golos Text, medium. */
  reading: Outlines;
}

/** The two typefaces of the site; some hundred kilobytes that most servers never need. */
export function readFaces(): Faces {
  return JSON.parse(readFileSync(new URL('./outlines.json', import.meta.url), 'utf8')) as Faces;
}
