import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Blob, Face, Font, Variation } from 'harfbuzzjs';
import subsetFont from 'subset-font';
import { describe, expect, test } from 'vitest';

const LETTERS = [...'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюяABCXYZabcxyz0123456789?'];

describe.each([
  ['golos-text', 400, 700],
  ['unbounded', 600, 900],
])('the font %s', (name, light, heavy) => {
  test('grows bolder in every letter, and halfway at half the weight', async () => {
    const file = await readFile(path.join(import.meta.dirname, '../app/fonts', `${name}.woff2`));
    const font = new Font(new Face(new Blob(await subsetFont(file, LETTERS.join(''), { targetFormat: 'sfnt' }))));
    const inked = (letter: string, weight: number) => {
      font.setVariations([new Variation('wght', weight)]);
      return ink(font.glyphToPath(font.nominalGlyph(letter.codePointAt(0) ?? 0) ?? 0));
    };
    for (const letter of LETTERS) {
      const growth = inked(letter, heavy) / inked(letter, light);
      expect([letter, growth > 1.1 && growth < 2]).toEqual([letter, true]);
      const half = inked(letter, (light + heavy) / 2) / inked(letter, light);
      expect([letter, half > 1.03 && half < growth]).toEqual([letter, true]);
    }
  });
});

/** The area that a path encloses, its curves taken as the lines between their points. */
function ink(outline: string): number {
  let area = 0;
  for (const contour of outline.split('Z')) {
    const points = [...contour.matchAll(/(-?[\d.]+)[ ,]?(-?[\d.]+)/g)].map(
      ([, x, y]) => [Number(x), Number(y)] as const,
    );
    for (const [at, [x, y]] of points.entries()) {
      const [nextX, nextY] = points[(at + 1) % points.length] ?? [x, y];
      area += (x * nextY - nextX * y) / 2;
    }
  }
  return Math.abs(area);
}
