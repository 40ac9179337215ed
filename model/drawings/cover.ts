import { counterOf } from '../colour/accent.ts';
import { hexToOklch, oklchToHex } from '../colour/oklch.ts';
import { arcs, beams, curtain, footlights, waves } from './motifs.ts';

export const COVER_EDITION = 2; // part of every cover's URL: increment when drawings change

export const COVER = { width: 1600, height: 900 };

export type Motif = (palette: Palette, chance: Chance) => string;

const MOTIFS: readonly [Motif, ...Motif[]] = [beams, arcs, curtain, footlights, waves];

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

type Palette = ReturnType<typeof paletteFor>;

/** Palette of one drawing: `chance` shifts hues and picks the leading light; the dark is the backlight's. */
function paletteFor(accent: string, chance: Chance) {
  const base = hexToOklch(accent);
  const other = hexToOklch(counterOf(base, 0.55));
  const isTurned = chance.between(0, 1) < 0.5;
  const [first, second] = isTurned ? [other, base] : [base, other];
  const key = { c: first.c, h: first.h + chance.between(-14, 10) };
  const back = { c: second.c, h: second.h + chance.between(-22, 22) };
  const warm = Math.min(0.82, Math.max(isTurned ? 0.6 : 0.68, first.l - 0.06));
  const colour = (of: { c: number; h: number }, l: number, share: number, turn = 0) =>
    oklchToHex({ l, c: Math.min(of.c, 0.21) * share, h: of.h + turn });
  return {
    night: colour(other, 0.135, 0.14),
    dusk: colour(other, 0.25, 0.42),
    deep: colour(key, 0.42, 0.8, -12),
    warm: colour(key, warm, 1),
    glow: colour(key, Math.max(0.8, warm + 0.07), 0.62, 14),
    lamp: colour(key, 0.95, 0.18, 30),
    counter: colour(back, 0.55, 0.95),
    counterDeep: colour(back, 0.34, 0.75),
  };
}

interface Chance {
  between(low: number, high: number): number;
  whole(low: number, high: number): number; // both ends included
  one<T>(choices: readonly [T, ...T[]]): T;
}

/** Deterministic random numbers of a seed. */
function chanceOf(seed: string): Chance {
  let state = hash(seed);
  // Mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + (high - low) * next();
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1));
  return { between, whole, one: (choices) => choices[whole(0, choices.length - 1)] ?? choices[0] };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return value;
}
