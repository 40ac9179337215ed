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

/** Colours of one picture, from the darkest to the light itself. */
export type Palette = {
  night: string;
  deep: string;
  main: string;
  second: string;
  hot: string;
  pale: string;
};

export const palettes = {
  ember: palette('#0a0406', '#2a0a14', '#ff4d2e', '#b3124e', '#ffb347', '#fff0d6'),
  violet: palette('#06040f', '#1a0f3d', '#8b3dff', '#2747ff', '#ff4fd8', '#f3e6ff'),
  ocean: palette('#020810', '#06263f', '#1aa7ff', '#0b4fd6', '#4dffe1', '#e2fbff'),
  rose: palette('#0b0309', '#340d2a', '#ff3d7f', '#7a1fd1', '#ff9d6b', '#ffe9ee'),
  gold: palette('#0b0702', '#33200a', '#ffae2b', '#d1530f', '#ffe08a', '#fff8e3'),
  emerald: palette('#020a08', '#06302a', '#16d493', '#0a7fa8', '#d8ff5e', '#edfff6'),
  ice: palette('#04080f', '#102a4a', '#7cc7ff', '#4468ff', '#ffffff', '#f2f9ff'),
  sunset: palette('#0c0410', '#3a0f3f', '#ff5a5f', '#6c2bd9', '#ffc24b', '#fff1dc'),
  neon: palette('#05030f', '#150a3a', '#ff2bd6', '#00c2ff', '#faff5c', '#ffffff'),
  cherry: palette('#0a0203', '#3a060d', '#e3172d', '#8e0b3f', '#ff8a5c', '#ffeae0'),
} satisfies Record<string, Palette>;

export type PaletteName = keyof typeof palettes;

export const paletteNames = Object.keys(palettes) as PaletteName[];

function palette(night: string, deep: string, main: string, second: string, hot: string, pale: string): Palette {
  return { night, deep, main, second, hot, pale };
}

/** A stream of numbers that is the same for the same name on every machine. */
export type Random = {
  next(): number;
  between(low: number, high: number): number;
  whole(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
};

/** Mulberry32 started from an FNV-1a hash of the name. */
export function seeded(name: string): Random {
  let state = hashOf(name);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const between = (low: number, high: number) => low + (high - low) * next();
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1));
  return {
    next,
    between,
    whole,
    chance: (probability) => next() < probability,
    pick: <T>(list: readonly T[]): T => {
      const item = list[Math.floor(next() * list.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
}

export function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
