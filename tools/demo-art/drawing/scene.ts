export type Point = readonly [number, number];
type Stop = readonly [offset: number, colour: string, opacity?: number];

/** The picture being drawn: definitions and layers of one SVG, 1600 × 900 units. */
export type Sheet = {
  add(...layers: string[]): void;
  linear(from: Point, to: Point, ...stops: Stop[]): string;
  radial(x: number, y: number, radius: number, ...stops: Stop[]): string;
  /** A radial gradient pressed flat or stretched by `squash`. */
  oval(x: number, y: number, radius: number, squash: number, ...stops: Stop[]): string;
  blur(deviation: number): string;
  /** `own` limits the filter to the box of what it is laid on: right for things that are drawn turned or scaled. */
  filter(primitives: string, own?: boolean): string;
  clip(shapes: string): string;
  mask(shapes: string): string;
  /** `view` is the part of the picture that is shown: left, top, width; it keeps the shape 16:9. */
  svg(width: number, height: number, view?: readonly [number, number, number]): string;
};

export const WIDTH = 1600;
export const HEIGHT = 900;

export function createSheet(): Sheet {
  const defs: string[] = [];
  const layers: string[] = [];
  const define = (markup: (id: string) => string) => {
    const id = `d${defs.length}`;
    defs.push(markup(id));
    return `url(#${id})`;
  };
  const blurs = new Map<number, string>();
  const everywhere = `filterUnits="userSpaceOnUse" x="-200" y="-200" width="${WIDTH + 400}" height="${HEIGHT + 400}"`;
  const around = 'x="-0.2" y="-0.2" width="1.4" height="1.4"';
  const filter = (primitives: string, own = false) =>
    define(
      (id) =>
        `<filter id="${id}" ${own ? around : everywhere} color-interpolation-filters="sRGB">${primitives}</filter>`,
    );
  const oval: Sheet['oval'] = (x, y, radius, squash, ...stops) =>
    define(
      (id) =>
        `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="${n(radius)}" ` +
        `gradientTransform="translate(${n(x)} ${n(y)}) scale(1 ${squash})">${stopTags(stops)}</radialGradient>`,
    );
  return {
    add: (...more) => void layers.push(...more),
    linear: ([x1, y1], [x2, y2], ...stops) =>
      define(
        (id) =>
          `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${n(x1)}" y1="${n(y1)}" ` +
          `x2="${n(x2)}" y2="${n(y2)}">${stopTags(stops)}</linearGradient>`,
      ),
    radial: (x, y, radius, ...stops) => oval(x, y, radius, 1, ...stops),
    oval,
    blur: (deviation) => {
      const known = blurs.get(deviation);
      if (known) return known;
      const made = filter(`<feGaussianBlur stdDeviation="${deviation}"/>`);
      blurs.set(deviation, made);
      return made;
    },
    filter,
    clip: (shapes) => define((id) => `<clipPath id="${id}">${shapes}</clipPath>`),
    mask: (shapes) => define((id) => `<mask id="${id}">${shapes}</mask>`),
    svg: (width, height, [left, top, shown] = [0, 0, WIDTH]) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
      `viewBox="${n(left)} ${n(top)} ${n(shown)} ${n((shown * HEIGHT) / WIDTH)}">` +
      `<defs>${defs.join('')}</defs>${layers.join('')}</svg>`,
  };
}

/** A coordinate with one decimal: enough for the eye, and the SVG stays small. */
export function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** The point at that distance in that direction; 0 is right, 90 is down. */
export function away([x, y]: Point, degrees: number, distance: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return [x + Math.cos(angle) * distance, y + Math.sin(angle) * distance];
}

export function box(x: number, y: number, width: number, height: number, attributes: string): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" ${attributes}/>`;
}

export function full(attributes: string): string {
  return box(-10, -10, WIDTH + 20, HEIGHT + 20, attributes);
}

export function disc(x: number, y: number, radius: number, attributes: string): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" ${attributes}/>`;
}

export function poly(attributes: string, ...points: Point[]): string {
  return `<path d="M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z" ${attributes}/>`;
}

export function group(attributes: string, ...children: string[]): string {
  return `<g ${attributes}>${children.join('')}</g>`;
}

/** Light adds to what is under it. */
export function lit(attributes: string, ...children: string[]): string {
  return group(`style="mix-blend-mode:screen" ${attributes}`, ...children);
}

/** A smooth line through the points (Catmull-Rom as cubic Béziers). */
export function smooth(points: readonly Point[]): string {
  const at = (index: number): Point => points[Math.max(0, Math.min(points.length - 1, index))] ?? [0, 0];
  const [startX, startY] = at(0);
  const parts = [`M${n(startX)} ${n(startY)}`];
  for (let index = 0; index < points.length - 1; index += 1) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    parts.push(
      `C${n(from[0] + (to[0] - before[0]) / 6)} ${n(from[1] + (to[1] - before[1]) / 6)} ` +
        `${n(to[0] - (after[0] - from[0]) / 6)} ${n(to[1] - (after[1] - from[1]) / 6)} ${n(to[0])} ${n(to[1])}`,
    );
  }
  return parts.join('');
}

function stopTags(stops: readonly Stop[]): string {
  return stops
    .map(
      ([offset, colour, opacity = 1]) => `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    )
    .join('');
}

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
