import { contrast, hexToOklch, hexToRgb, isHexColour, type Oklch, oklchToHex } from './oklch.ts';

export const OWN_ACCENT = '#ff5a2b'; // its colours are hand-made in `app/styles/tokens.css`

export const READABLE = 4.5; // minimal contrast of text (WCAG 2.2, 1.4.3)
const AIM = READABLE + 0.05;

/** Worst-case background per theme for accent text: lightest dark, darkest light. */
export const GROUNDS = { dark: '#1f1a28', light: '#e9dfd3' };

const FOUND = { dark: 3, light: 1.6 }; // Contrast of filled areas with the page; their text has its own

/** The chosen accent, or the site's own when it is missing or malformed. */
export function accentOf(chosen: string | undefined): string {
  return chosen && isHexColour(chosen) ? chosen.toLowerCase() : OWN_ACCENT;
}

/** Colours of one theme. `onHot` on `hot`, `flare` and `ember`, and `hotInk` on any background reach 4.5 : 1 for every accent. */
export function accentColours(accent: string, theme: 'light' | 'dark') {
  const base = hexToOklch(accent);
  const ground = GROUNDS[theme];
  const hot = standingOut(base, ground, FOUND[theme]);
  const onHot = wordsOn(hot, base);
  return {
    hot,
    onHot,
    ...shadesOf(hot, onHot),
    hotInk: standingOut(
      theme === 'dark' ? { ...base, l: Math.max(base.l, Math.min(base.l + 0.04, 0.75)) } : base,
      ground,
      AIM,
    ),
    ...(theme === 'dark' ? lightsInDark(base) : lightsInLight(base)),
  };
}

/** CSS over the tokens, empty for the own accent. Same specificity, so the high-contrast scheme still wins. */
export function accentStyle(accent: string): string {
  if (accent === OWN_ACCENT) return '';
  const [inLight, inDark] = [accentColours(accent, 'light'), accentColours(accent, 'dark')];
  const token = (name: string) => name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`);
  const pairs = TOKENS.map((name) => `--${token(name)}:light-dark(${inLight[name]},${inDark[name]})`);
  return `@supports (color:light-dark(red,red)){:root,.stage{${pairs.join(';')}}}`;
}

const TOKENS = [
  ...(['hot', 'hotInk', 'onHot', 'flare', 'ember'] as const),
  ...(['beam', 'beamEdge', 'pool', 'counter', 'haze', 'rim', 'light'] as const),
];

/** Ratios of the hand-made tokens: lightness, share of chroma, hue shift. */
function lightsInDark(base: Oklch) {
  return {
    light: tinted(base, 0.9, 0.35, 30),
    beam: rgba(tinted(base, 0.87, 0.43, 26), 0.42),
    beamEdge: rgba(tinted(base, 0.69, 0.97, 0), 0.2),
    pool: rgba(tinted(base, 0.805, 0.61, 18), 0.6),
    counter: rgba(counterOf(base, 0.496), 0.34),
    haze: rgba(tinted(base, 0.683, 1, 0), 0.2),
    rim: tinted(base, 0.885, 0.4, 30),
  };
}

function lightsInLight(base: Oklch) {
  return {
    light: tinted(base, 0.726, 0.85, 7),
    beam: rgba(tinted(base, 0.77, 0.72, 15), 0.42),
    beamEdge: rgba(tinted(base, 0.683, 1, 0), 0.2),
    pool: rgba(tinted(base, 0.723, 0.86, 7), 0.6),
    counter: rgba(counterOf(base, 0.587), 0.16),
    haze: rgba(tinted(base, 0.723, 0.86, 7), 0.26),
    rim: tinted(base, 0.752, 0.77, 10),
  };
}

/** Backlight: violet for warm accents and greys, rose for cool ones. */
export function counterOf({ c, h }: Oklch, l: number): string {
  const isCool = h > 130 && h < 330;
  return oklchToHex(
    c === 0 ? { l, c: 0.08, h: 290 } : { l, c: Math.min(0.22, c * 1.05), h: isCool ? h + 75 : h + 248 },
  );
}

/** Bright orange turns yellow, other hues less. Accents that exist only bright, such as yellow, are raised. */
function tinted({ l: own, c, h }: Oklch, wanted: number, share: number, turn: number): string {
  const l = c === 0 ? wanted : Math.min(0.93, wanted + Math.max(0, own - 0.72) * 0.8);
  return oklchToHex({ l, c: Math.min(c, 0.21) * share, h: h + turn * Math.cos(((h - 36) * Math.PI) / 180) });
}

function standingOut(base: Oklch, ground: string, least: number): string {
  const step = hexToOklch(ground).l < 0.5 ? 0.01 : -0.01;
  for (let l = Math.min(0.99, Math.max(0.01, base.l)); l > 0 && l < 1; l += step) {
    const colour = oklchToHex({ ...base, l });
    if (contrast(colour, ground) >= least) return colour;
  }
  return step > 0 ? '#ffffff' : '#000000';
}

function shadesOf(hot: string, onHot: string): { flare: string; ember: string } {
  const { l, c, h } = hexToOklch(hot);
  const isUnderWhite = onHot === '#ffffff';
  const readable = (colour: string) => (contrast(colour, onHot) >= AIM ? colour : hot);
  const turn = 33 * Math.cos(((h - 36) * Math.PI) / 180);
  const flare = isUnderWhite ? { l: l + 0.05, c, h } : { l: Math.min(0.96, l + 0.16), c: c * 0.6, h: h + turn };
  const ember = { l: isUnderWhite ? l * 0.8 : l - 0.05, c, h: h - 2 };
  return { flare: readable(oklchToHex(flare)), ember: readable(oklchToHex(ember)) };
}

function wordsOn(field: string, { h, c }: Oklch): string {
  const dark = oklchToHex({ l: 0.156, c: Math.min(c, 0.04), h });
  return [dark, '#ffffff'].find((words) => contrast(words, field) >= AIM) ?? '#000000';
}

function rgba(hex: string, alpha: number): string {
  return `rgb(${hexToRgb(hex).join(' ')} / ${alpha})`;
}
