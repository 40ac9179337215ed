/** Draws the logos of the demo's partners into logos/: a sign and the name, on a transparent background. */
import { mkdir, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { drawLine, measure, readFaces } from '../../model/drawings/words.ts';
import { logoFile } from '../../seeds/demo/settings.ts';

const HEIGHT = 160;
const SIZE = 84;

interface Logo {
  word: string;
  ink: string;
  sign: string; // 160 × 160
}

const LOGOS: Record<string, Logo> = {
  elling: {
    word: 'Эллинг',
    ink: '#1b2a4a',
    sign: '<path d="M14 138V70a66 66 0 0 1 132 0v68h-26V72a40 40 0 0 0-80 0v66z" fill="#1b2a4a"/><path d="M67 138V84h26v54z" fill="#e8401a"/>',
  },
  polden: {
    word: 'Полдень',
    ink: '#1c5a3c',
    sign: '<circle cx="80" cy="80" r="34" fill="#f0a020"/><path d="M80 4v28M80 128v28M4 80h28M128 80h28M26 26l20 20M114 114l20 20M134 26l-20 20M46 114l-20 20" stroke="#1c5a3c" stroke-width="12" stroke-linecap="round"/>',
  },
  machty: {
    word: 'Три мачты',
    ink: '#10506e',
    sign: '<path d="M8 112h144l-24 36H32z" fill="#10506e"/><path d="M40 100V34l-24 66zM82 100V10L50 100zM96 100V30l46 70z" fill="#2f9ac4"/>',
  },
  volna: {
    word: 'Волна',
    ink: '#6a2bd6',
    sign: '<path d="M6 80c18-60 30-60 48 0s30 60 48 0 30-60 52-8" fill="none" stroke="#6a2bd6" stroke-width="16" stroke-linecap="round"/>',
  },
};

await mkdir(new URL('.', logoFile('x')), { recursive: true });
const { display } = readFaces();
for (const [name, { word, ink, sign }] of Object.entries(LOGOS)) {
  const width = Math.ceil(HEIGHT + 32 + measure(display, word) * SIZE);
  const line = drawLine(display, word, { x: HEIGHT + 28, y: HEIGHT / 2 + SIZE * 0.35, size: SIZE });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}">${sign}<g fill="${ink}">${line}</g></svg>`;
  await writeFile(logoFile(name), await sharp(Buffer.from(svg)).webp({ lossless: true, effort: 6 }).toBuffer());
}
