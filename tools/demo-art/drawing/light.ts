import { away, box, disc, group, HEIGHT, lit, n, type Point, poly, type Random, type Sheet, WIDTH } from './scene.ts';

export type Beam = {
  from: Point;
  angle: number; // Degrees, 90 is straight down
  length: number;
  spread: number; // Opening in degrees
  colour: string;
  power: number;
};

/** Beams of light standing in haze: soft edges, fading along the way, torn by the smoke. */
export function beams(
  sheet: Sheet,
  list: readonly Beam[],
  smoke: { seed: number; drift?: number },
  softness = 5,
): string {
  const shapes = list.map((beam) => beamShape(sheet, beam)).join('');
  return drifting(smoke.drift ?? 0, smokeFilter(sheet, smoke.seed, softness), shapes);
}

/** Soft round light. */
export function glow(sheet: Sheet, at: Point, radius: number, colour: string, power: number, squash = 1): string {
  const fill = sheet.oval(
    at[0],
    at[1],
    radius,
    squash,
    [0, colour, power],
    [0.18, colour, power * 0.62],
    [0.45, colour, power * 0.2],
    [1, colour, 0],
  );
  return `<ellipse cx="${n(at[0])}" cy="${n(at[1])}" rx="${n(radius)}" ry="${n(radius * squash)}" fill="${fill}" style="mix-blend-mode:screen"/>`;
}

/** A lamp that shines into the lens: white heart, halo, a long thin flare. */
export function lamp(sheet: Sheet, at: Point, size: number, colour: string, power = 1): string {
  const streak = sheet.linear(
    [at[0] - size * 9, at[1]],
    [at[0] + size * 9, at[1]],
    [0, colour, 0],
    [0.5, '#ffffff', 0.8 * power],
    [1, colour, 0],
  );
  return (
    glow(sheet, at, size * 9, colour, 0.55 * power) +
    glow(sheet, at, size * 3, '#ffffff', 0.9 * power) +
    disc(at[0], at[1], size * 0.8, `fill="#fff" opacity="${n(power)}"`) +
    `<ellipse cx="${n(at[0])}" cy="${n(at[1])}" rx="${n(size * 9)}" ry="${n(size * 0.16)}" fill="${streak}" style="mix-blend-mode:screen"/>`
  );
}

/** Lights out of focus: discs with a brighter rim. */
export function bokeh(
  sheet: Sheet,
  random: Random,
  colours: readonly string[],
  options: { count: number; top: number; bottom: number; small: number; large: number; power: number; soft?: number },
): string {
  const discs = Array.from({ length: options.count }, () => {
    const radius = options.small + (options.large - options.small) * random.next() ** 2;
    const [x, y] = [random.between(-40, WIDTH + 40), random.between(options.top, options.bottom)];
    const colour = random.pick(colours);
    const power = options.power * random.between(0.25, 1);
    return (
      disc(x, y, radius, `fill="${colour}" opacity="${(power * 0.6).toFixed(2)}"`) +
      disc(
        x,
        y,
        radius * 0.97,
        `fill="none" stroke="${colour}" stroke-width="${n(radius * 0.06)}" opacity="${power.toFixed(2)}"`,
      )
    );
  });
  return lit(`filter="${sheet.blur(options.soft ?? 1.6)}"`, ...discs);
}

/** Smoke that hangs over the whole picture, denser where the noise wants it. */
export function haze(
  sheet: Sheet,
  seed: number,
  colour: string,
  power: number,
  area = { top: 0, bottom: HEIGHT },
  drift = 0,
): string {
  const smoke = sheet.filter(
    `<feTurbulence type="fractalNoise" baseFrequency="0.0022 0.005" numOctaves="4" seed="${seed % 997}"/>` +
      '<feColorMatrix values="0 0 0 0 1  0 0 0 0 1  0 0 0 0 1  2.6 0 0 0 -0.95" result="fog"/>' +
      '<feComposite in="SourceGraphic" in2="fog" operator="in"/>',
  );
  const fade = sheet.linear([0, area.top], [0, area.bottom], [0, colour, 0], [0.45, colour, power], [1, colour, 0]);
  return drifting(drift, smoke, box(-190, area.top, WIDTH + 380, area.bottom - area.top, `fill="${fade}"`));
}

/** Moves the noise of a filter and leaves what it is laid on in its place. */
function drifting(by: number, filter: string, content: string): string {
  const still = group(`transform="translate(${n(-by)} 0)"`, content);
  return lit(`transform="translate(${n(by)} 0)"`, group(`filter="${filter}"`, still));
}

/** Light from behind and above: a thin bright edge along the top of dark shapes. */
export function rim(sheet: Sheet, colour: string, thickness: number, blur = 0.8, power = 0.9): string {
  return sheet.filter(
    `<feOffset in="SourceAlpha" dx="0" dy="${thickness}" result="lower"/>` +
      '<feComposite in="SourceAlpha" in2="lower" operator="out" result="edge"/>' +
      `<feFlood flood-color="${colour}" flood-opacity="${power}"/><feComposite in2="edge" operator="in"/>` +
      `<feGaussianBlur stdDeviation="${blur}" result="shine"/>` +
      '<feMerge><feMergeNode in="SourceGraphic"/><feMergeNode in="shine"/></feMerge>',
  );
}

function beamShape(sheet: Sheet, { from, angle, length, spread, colour, power }: Beam): string {
  const fill = sheet.linear(
    from,
    away(from, angle, length),
    [0, '#ffffff', Math.min(1, power)],
    [0.05, colour, power * 0.85],
    [0.4, colour, power * 0.36],
    [1, colour, 0],
  );
  const [x, y] = from;
  const cone = (share: number, opacity: number) => {
    const [one, other] = [-share, share].map((side) => away(from, angle + (spread * side) / 2, length));
    return one && other ? poly(`fill="${fill}" opacity="${opacity}"`, [x - 3, y], [x + 3, y], other, one) : '';
  };
  return cone(1, 0.4) + cone(0.62, 0.5) + cone(0.24, 0.7);
}

function smokeFilter(sheet: Sheet, seed: number, softness: number): string {
  return sheet.filter(
    `<feGaussianBlur in="SourceGraphic" stdDeviation="${softness}" result="light"/>` +
      `<feTurbulence type="fractalNoise" baseFrequency="0.004 0.007" numOctaves="4" seed="${seed % 997}"/>` +
      '<feColorMatrix values="0 0 0 0 1  0 0 0 0 1  0 0 0 0 1  2.4 0 0 0 -0.45" result="smoke"/>' +
      '<feComposite in="light" in2="smoke" operator="in"/>',
  );
}
