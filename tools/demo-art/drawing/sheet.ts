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
