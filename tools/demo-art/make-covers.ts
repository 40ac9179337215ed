import { mkdir, writeFile } from 'node:fs/promises';
import { type Crop, imageNames, type Recipe, recipeOf } from '../../seeds/demo/files.ts';
import { develop } from './drawing/finish.ts';
import { createSheet, hashOf, paletteNames, palettes, seeded, still } from './drawing/scene.ts';
import { sceneNames, scenes } from './drawing/scenes.ts';

// Draws the pictures of the demo world into seeds/demo/covers/: all of them, or those named on the command line.

const LARGEST_BYTES = 130_000;
const folder = new URL('../../seeds/demo/covers/', import.meta.url);
const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : imageNames;

await mkdir(folder, { recursive: true });
let total = 0;
for (const name of names) {
  const bytes = await drawCover(name);
  await writeFile(new URL(`${name}.webp`, folder), bytes);
  total += bytes.length;
  console.log(`${name.padEnd(20)} ${(bytes.length / 1000).toFixed(0).padStart(4)} KB`);
}
console.log(`${names.length} pictures, ${(total / 1e6).toFixed(2)} MB`);

/**
 * Draws the picture of that name as WebP, 1600 × 900 (1200 × 675 or a part for those inside texts, 960 × 540 for contestants), at most 130 KB.
 * Deterministic by name; an unlisted name takes its scene and colours from a hash of it.
 */
async function drawCover(name: string): Promise<Buffer> {
  const recipe = recipeOf(name) ?? byLetters(name);
  const width = recipe.width ?? 1600;
  const height = Math.round((width * 9) / 16);
  const sheet = createSheet();
  scenes[recipe.scene](sheet, seeded(name), palettes[recipe.palette], still);
  const drawn = await develop(sheet.svg(width, height), width, height);
  const picture = recipe.crop ? drawn.extract(middleOf({ width, height }, recipe.crop)) : drawn;
  for (let quality = 80; ; quality -= 6) {
    const bytes = await picture.clone().webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (bytes.length <= LARGEST_BYTES || quality < 40) return bytes;
  }
}

function middleOf(whole: Crop, { width, height }: Crop) {
  return { left: Math.round((whole.width - width) / 2), top: Math.round((whole.height - height) / 2), width, height };
}

function byLetters(name: string): Recipe {
  const hash = hashOf(name);
  return {
    scene: sceneNames[hash % sceneNames.length] ?? 'arena',
    palette: paletteNames[(hash >>> 8) % paletteNames.length] ?? 'ember',
  };
}
