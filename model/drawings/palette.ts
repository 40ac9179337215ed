import { counterOf } from '../colour/accent.ts';
import { hexToOklch, oklchToHex } from '../colour/oklch.ts';
import type { Chance } from './random.ts';

export interface Palette {
  night: string;
  dusk: string;
  deep: string;
  warm: string;
  glow: string;
  lamp: string;
  counter: string;
  counterDeep: string;
}

/** Palette of one drawing: `chance` shifts hues and picks the leading light; the dark is the backlight's. */
export function paletteFor(accent: string, chance: Chance): Palette {
  const base = hexToOklch(accent);
  const other = hexToOklch(counterOf(base, 0.55));
  const isTurned = chance.between(0, 1) < 0.3;
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
