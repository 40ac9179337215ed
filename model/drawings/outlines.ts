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

/** Reads some hundred KB synchronously: call it only when needed. */
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
