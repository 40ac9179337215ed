import { arcs, footlights, halo, strings } from './motifs/lines.ts';
import { beams, curtain, equaliser, haze, mirrorBall, waves } from './motifs/shapes.ts';
import { type Palette, paletteFor } from './palette.ts';
import { type Chance, chanceOf } from './random.ts';

export const COVER_EDITION = 1; // part of every cover's URL: increment when drawings change

export const COVER = { width: 1600, height: 900 };

export type Motif = (palette: Palette, chance: Chance) => string;

const MOTIFS: readonly [Motif, ...Motif[]] = [
  beams,
  arcs,
  curtain,
  strings,
  footlights,
  halo,
  equaliser,
  waves,
  mirrorBall,
  haze,
];

/** SVG cover (at most 3 KB) of an article without one; depends only on slug and accent (`#rrggbb`). */
export function drawCover(slug: string, accent: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${COVER.width} ${COVER.height}">${coverShapes(slug, accent)}</svg>`;
}

export function coverShapes(slug: string, accent: string): string {
  const chance = chanceOf(slug);
  const palette = paletteFor(accent, chance);
  const shapes = chance.one(MOTIFS)(palette, chance);
  const ground = `<path fill="${palette.night}" d="M0 0h1600v900H0z"/>`;
  return ground + (chance.between(0, 1) < 0.5 ? shapes : `<g transform="matrix(-1 0 0 1 1600 0)">${shapes}</g>`);
}
