// Cuts the site's two typefaces, for browsers and as outlines for the pictures that the server draws: node tools/fonts/make-fonts.ts
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import subsetFont from 'subset-font';
import { mergeFonts } from './merge-fonts.ts';
import { outlinesOf } from './outlines.ts';

const RUSSIAN = `${lettersFrom('А', 'я')}Ёё№`;
const LATIN = lettersFrom(' ', '~');
const PUNCTUATION = '\u00a0§©«»·×–—‘’“”„…•−';
const CURRENCY = '₽';
/** Names of guests: pictures have room for letters that would weigh on every page. */
const OTHER_LETTERS = `ІіЇїЄєЎўҐґ${lettersFrom('À', 'Ö')}${lettersFrom('Ø', 'ö')}${lettersFrom('ø', 'ÿ')}ŁłŃńŚśŠšŽžČčĆćĚěŐőŰűĄąĘęİıŞşĞğ…`;

const families = [
  { name: 'unbounded', weights: { min: 600, max: 900 }, drawn: { as: 'display', weight: 800 } },
  { name: 'golos-text', weights: { min: 400, max: 700 }, drawn: { as: 'reading', weight: 500 } },
];
const faces: string[] = [];
const FONTS = path.join(import.meta.dirname, '../../app/fonts');
const packages = path.join(import.meta.dirname, '../../node_modules/@fontsource-variable');

for (const { name, weights, drawn } of families) {
  const cut = (script: string, text: string, keepFeatures: string[]) =>
    readFile(path.join(packages, name, 'files', `${name}-${script}-wght-normal.woff2`)).then((font) =>
      subsetFont(font, text, {
        targetFormat: 'sfnt',
        variationAxes: { wght: weights },
        keepFeatures,
        noLayoutClosure: true,
        noHinting: true,
        // Without it browsers take the same advances from the outlines' own variations.
        dropTables: ['HVAR', 'gasp', 'meta', 'vhea', 'vmtx', 'STAT', 'MVAR'],
      }),
    );
  // The package has a file for each script. Kerning is kept for Russian; a table of it for both would double the weight.
  const font = mergeFonts(
    await cut('cyrillic', RUSSIAN, ['kern']),
    await cut('latin', LATIN + PUNCTUATION, []),
    await cut('latin-ext', CURRENCY, []),
  );
  const compressed = await subsetFont(font, RUSSIAN + LATIN + PUNCTUATION + CURRENCY, {
    targetFormat: 'woff2',
    dropTables: ['GDEF', 'GSUB'],
  });
  await writeFile(path.join(FONTS, `${name}.woff2`), compressed);
  await copyFile(path.join(packages, name, 'LICENSE'), path.join(FONTS, `${name}.OFL.txt`));
  process.stdout.write(`${name}.woff2: ${compressed.length} bytes\n`);
  const characters = RUSSIAN + LATIN + PUNCTUATION + CURRENCY + OTHER_LETTERS;
  const still = (script: string) =>
    readFile(path.join(packages, name, 'files', `${name}-${script}-wght-normal.woff2`)).then((whole) =>
      subsetFont(whole, characters, {
        targetFormat: 'sfnt',
        variationAxes: { wght: drawn.weight },
        keepFeatures: ['kern'],
      }),
    );
  const fonts = await Promise.all(['cyrillic', 'latin', 'latin-ext', 'cyrillic-ext'].map(still));
  faces.push(`"${drawn.as}":${JSON.stringify(outlinesOf(fonts, characters), undefined, 0)}`);
}
const outlines = `{${faces.join(',\n')}}\n`;
await writeFile(path.join(import.meta.dirname, '../../model/drawings/outlines.json'), outlines);
process.stdout.write(`outlines.json: ${outlines.length} characters\n`);

function lettersFrom(first: string, last: string): string {
  const start = first.charCodeAt(0);
  return Array.from({ length: last.charCodeAt(0) - start + 1 }, (_, at) => String.fromCharCode(start + at)).join('');
}
