import { arcs, footlights, halo, strings } from './motifs/lines.ts';
import { beams, curtain, equaliser, haze, mirrorBall, waves } from './motifs/shapes.ts';
import { type Palette, paletteFor } from './palette.ts';
import { type Chance, chanceOf } from './random.ts';

/** Part of the address of every cover: a number higher when the same slug gets another drawing. */
export const COVER_EDITION = 1;

/** Size in the units of the drawing: the shape of every cover on the site. */
export const COVER = { width: 1600, height: 900 };

/** Draws what stands on the floor of the night: an SVG fragment that may use `paints`. */
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

/**
 * The cover of an article that has none, as SVG of at most 3 KB: a stage just before the first song. Composition, light and hues come
 * from the slug and the accent alone (`#rrggbb`), so it is always the same. Needs no article: every slug has one.
 */
export function drawCover(slug: string, accent: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${COVER.width} ${COVER.height}">${coverShapes(slug, accent)}</svg>`;
}

/** The same without the frame, for a drawing that has more in it. */
export function coverShapes(slug: string, accent: string): string {
  const chance = chanceOf(slug);
  const palette = paletteFor(accent, chance);
  const shapes = chance.one(MOTIFS)(palette, chance);
  const ground = `<path fill="${palette.night}" d="M0 0h1600v900H0z"/>`;
  return ground + (chance.between(0, 1) < 0.5 ? shapes : `<g transform="matrix(-1 0 0 1 1600 0)">${shapes}</g>`);
}
