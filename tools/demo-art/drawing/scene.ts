import type { Palette } from './palettes.ts';
import type { Random } from './random.ts';
import type { Sheet } from './sheet.ts';

/** The moment of a moving picture; a still one stands at zero. */
export type Moment = {
  time: number; // Seconds since the scene began
  pulse: number; // 1 on the beat, falling to 0
  bands: readonly number[]; // Loudness of the sound from low to high, each 0 to 1
};

/** Draws one picture. Draws its random numbers in the same order at every moment, so that only light and bodies move. */
export type Scene = (sheet: Sheet, random: Random, colours: Palette, moment: Moment) => void;

export const still: Moment = { time: 0, pulse: 0.4, bands: [0.9, 0.7, 0.8, 0.55, 0.65, 0.4, 0.5, 0.3] };
