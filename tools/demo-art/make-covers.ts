/** Draws the pictures of the demo world into covers/: all of them, or those named on the command line. */
import { mkdir, writeFile } from 'node:fs/promises';
import { imageNames } from '../../seeds/demo/files.ts';
import { drawCover } from './covers.ts';

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
