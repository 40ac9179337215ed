import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Blob, Face, Font, shape, Buffer as Text, Variation } from 'harfbuzzjs';
import subsetFont from 'subset-font';
import { describe, expect, test } from 'vitest';

const RUSSIAN = [...'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя'];
const LETTERS = [...RUSSIAN, ...'ABCXYZabcxyz0123456789?'];

/** What a file of four gets in one round trip on a slow network, and what stands before it, in bytes. */
const [ROUND_TRIP, HEADERS] = [7300, 570];
/** In thousandths of a letter's height. */
const SEEN = 26;

describe.each([
  ['golos-text', 400, 700],
  ['unbounded', 600, 900],
])('the font %s', (name, light, heavy) => {
  const file = path.join(import.meta.dirname, '../../app/fonts', `${name}.woff2`);
  test('grows bolder in every letter, and halfway at half the weight', async () => {
    const font = await openFont(file);
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

  test('comes in two round trips beside the styles, the other face and a cover', async () =>
    expect((await stat(file)).size + HEADERS).toBeLessThanOrEqual(2 * ROUND_TRIP));

  test('kerns every pair of Russian letters as its designer did, to less than is missed', async () => {
    const folder = path.join(import.meta.dirname, `../../node_modules/@fontsource-variable/${name}/files`);
    const drawn = await openFont(path.join(folder, `${name}-cyrillic-wght-normal.woff2`), light);
    const ours = await openFont(file, light);
    const far = RUSSIAN.flatMap((first) => RUSSIAN.map((second) => first + second)).filter(
      (pair) => Math.abs(width(ours, pair) - width(drawn, pair)) > SEEN,
    );
    expect(far).toEqual([]);
    expect(width(ours, 'ГА')).toBeLessThan(width(ours, 'Г') + width(ours, 'А'));
  });
});

async function openFont(file: string, weight?: number): Promise<Font> {
  const text = LETTERS.join('');
  const bytes = await subsetFont(await readFile(file), text, { targetFormat: 'sfnt', keepFeatures: ['kern'] });
  const font = new Font(new Face(new Blob(bytes)));
  if (weight !== undefined) font.setVariations([new Variation('wght', weight)]);
  return font;
}

function width(font: Font, letters: string): number {
  const text = new Text();
  text.addText(letters);
  text.guessSegmentProperties();
  shape(font, text);
  return text.getGlyphInfosAndPositions().reduce((sum, { xAdvance }) => sum + (xAdvance ?? 0), 0);
}

/** The area that a path encloses, its curves taken as the lines between their points. */
function ink(outline: string): number {
  let area = 0;
  for (const contour of outline.split('Z')) {
    const points = [...contour.matchAll(/(-?[\d.]+)[ ,]?(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
    for (const [at, [x = 0, y = 0]] of points.entries()) {
      const [nextX = x, nextY = y] = points[(at + 1) % points.length] ?? [];
      area += (x * nextY - nextX * y) / 2;
    }
  }
  return Math.abs(area);
}
