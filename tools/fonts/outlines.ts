import { Blob, Face, Font, shape, Buffer as Text } from 'harfbuzzjs';
import type { Outlines } from '../../model/drawings/words.ts';

const EM = 1000; // Units to an em: finer is not seen at the sizes of a picture
const FELT = 12; // Less than this between two letters is not felt

/** What a program needs to draw words in these fonts of one family without a font: outlines, advances and kerning in thousandths of an em. */
export function outlinesOf(fonts: Buffer[], characters: string): Outlines {
  const glyphs: Outlines['glyphs'] = {};
  const kerning: Outlines['kerning'] = {};
  for (const bytes of fonts) {
    const font = new Font(new Face(new Blob(bytes)));
    font.setScale(EM, EM);
    const has = [...characters].filter(
      (character) => !glyphs[character] && shaped(font, character)[0]?.codepoint !== 0,
    );
    for (const character of has) {
      const [glyph] = shaped(font, character);
      glyphs[character] = [glyph?.xAdvance ?? 0, shorten(font.glyphToPath(glyph?.codepoint ?? 0))];
    }
    for (const left of has) {
      const pairs = kerningAfter(font, left, has, glyphs);
      if (Object.keys(pairs).length > 0) kerning[left] = pairs;
    }
  }
  return { glyphs, kerning };
}

/** Characters that move after this one, together by how far. */
function kerningAfter(
  font: Font,
  left: string,
  characters: string[],
  glyphs: Outlines['glyphs'],
): Record<string, string> {
  const pairs: Record<string, string> = {};
  for (const right of characters) {
    const moved = (shaped(font, left + right)[0]?.xAdvance ?? 0) - (glyphs[left]?.[0] ?? 0);
    if (Math.abs(moved) >= FELT) pairs[moved] = (pairs[moved] ?? '') + right;
  }
  return pairs;
}

function shaped(font: Font, text: string) {
  const run = new Text();
  run.addText(text);
  run.guessSegmentProperties();
  shape(font, run);
  return run.getGlyphInfosAndPositions();
}

/** The same path in fewer characters, and upside down: in a picture y grows downwards. */
function shorten(path: string): string {
  return path.replace(/([A-Z])([^A-Z]*)/g, (_, command: string, values: string) => {
    const numbers = values
      .split(/[ ,]+/)
      .filter(Boolean)
      .map((value, at) => Math.round(Number(value)) * (at % 2 ? -1 : 1) || 0);
    return command + numbers.join(' ').replaceAll(' -', '-');
  });
}
