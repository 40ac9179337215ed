import type { PaletteName } from './drawing/palettes.ts';
import type { SceneName } from './drawing/scenes.ts';

/** How a picture of the demo world is drawn. */
export type Recipe = { scene: SceneName; palette: PaletteName; width?: number };

/** Covers, one for each article that has one. */
export const coverRecipes = {
  'night-river': { scene: 'city', palette: 'sunset' },
  'shipyard-hall': { scene: 'bowl', palette: 'ember' },
  'before-the-curtain': { scene: 'curtain', palette: 'cherry' },
  'twenty-one-voices': { scene: 'waves', palette: 'neon' },
  'paper-tickets': { scene: 'tickets', palette: 'sunset' },
  'seven-chairs': { scene: 'piano', palette: 'emerald' },
  'quiet-voice': { scene: 'singer', palette: 'ice' },
  'two-hosts': { scene: 'microphone', palette: 'neon' },
  'first-record': { scene: 'vinyl', palette: 'ember' },
  'raised-hands': { scene: 'hands', palette: 'sunset' },
  'glass-draw': { scene: 'orbs', palette: 'rose' },
  'under-the-grid': { scene: 'rigging', palette: 'emerald' },
  'sound-desk': { scene: 'mixer', palette: 'ocean' },
  'hall-for-everyone': { scene: 'arena', palette: 'emerald' },
  'signal': { scene: 'equaliser', palette: 'neon' },
  'train-at-6-40': { scene: 'trails', palette: 'gold' },
  'twenty-one-songs': { scene: 'vinyl', palette: 'violet' },
  'dressing-room': { scene: 'mirror', palette: 'sunset' },
  'embankment': { scene: 'city', palette: 'ocean' },
  'first-rehearsal': { scene: 'arena', palette: 'violet' },
  'velvet-evening': { scene: 'curtain', palette: 'violet' },
  'orchestra-keys': { scene: 'piano', palette: 'violet' },
  'on-air': { scene: 'equaliser', palette: 'sunset' },
  'dress-rehearsal': { scene: 'rigging', palette: 'ember' },
  'first-semifinal': { scene: 'confetti', palette: 'gold' },
  'wet-stones': { scene: 'rain', palette: 'ocean' },
  'second-semifinal': { scene: 'confetti', palette: 'rose' },
  'running-order': { scene: 'waves', palette: 'ember' },
  'sea-of-lights': { scene: 'bowl', palette: 'ocean' },
  'cut-glass': { scene: 'crystal', palette: 'violet' },
  'grand-stage': { scene: 'arena', palette: 'ember' },
} satisfies Record<string, Recipe>;

/** Pictures that stand inside texts. */
export const bodyRecipes = {
  'footlights': { scene: 'curtain', palette: 'gold', width: 1200 },
  'voice': { scene: 'singer', palette: 'sunset', width: 1200 },
  'close-microphone': { scene: 'microphone', palette: 'cherry', width: 1200 },
} satisfies Record<string, Recipe>;

export type CoverName = keyof typeof coverRecipes;
export type PictureName = CoverName | keyof typeof bodyRecipes;

/** Where the finished picture lies. */
export function pictureFile(name: PictureName): URL {
  return new URL(`./covers/${name}.webp`, import.meta.url);
}
