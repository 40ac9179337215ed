import { glow, haze } from '../drawing/light.ts';
import {
  disc,
  full,
  lit,
  type Moment,
  type Palette,
  type Point,
  type Random,
  type Scene,
  type Sheet,
  smooth,
} from '../drawing/scene.ts';

const LINES = 64;

/** The tune: where its knot is, and how high each of the lines runs at each share of the width. */
type Tune = { knot: number; middle: number; height(share: number, line: number): number };

/** Sound as ribbons of neon: one tune drawn many times, each time a little later. */
export const waves: Scene = (sheet, random, colours, moment) => {
  const tune = compose(random, moment);
  sheet.add(
    full(`fill="${sheet.linear([0, 0], [1600, 900], [0, colours.night], [0.5, colours.deep], [1, colours.night])}"`),
    glow(sheet, [tune.knot * 1600, tune.middle], 900, colours.second, 0.6, 0.6),
    glow(sheet, [(1 - tune.knot) * 1600, tune.middle - 60], 700, colours.main, 0.45, 0.5),
    haze(sheet, random.whole(1, 900), colours.second, 0.5, { top: 80, bottom: 820 }),
    ribbons(sheet, colours, tune),
    lit('', ...sparks(random, colours, tune)),
  );
};

function compose(random: Random, { time, bands }: Moment): Tune {
  const [low, mid, high] = [random.between(0.7, 1.3), random.between(1.8, 2.7), random.between(3.6, 5.2)];
  const phase = random.between(0, 6.28);
  const slope = random.between(-0.16, 0.16);
  const knot = random.between(0.28, 0.72);
  const middle = random.between(420, 480);
  const loud = (band: number) => 0.65 + (bands[band] ?? 0.7) * 0.5;
  const bump = (share: number, at: number, width: number) => Math.exp(-(((share - at) / width) ** 2));
  const height = (share: number, line: number) => {
    const lag = (line / LINES - 0.5) * 2.2;
    const swell = 58 + 205 * bump(share, knot, 0.22) + 110 * bump(share, 1 - knot, 0.2);
    const sound =
      Math.sin(share * 6.28 * low + phase + lag + time * 0.9) * loud(0) +
      Math.sin(share * 6.28 * mid - phase + lag * 1.7 - time * 1.3) * 0.5 * loud(2) +
      Math.sin(share * 6.28 * high + lag * 2.6 + time * 2) * 0.16 * loud(5);
    return middle + (share - 0.5) * 1600 * slope + sound * swell + (line - LINES / 2) * 1.7;
  };
  return { knot, middle, height };
}

function ribbons(sheet: Sheet, colours: Palette, { knot, height }: Tune): string {
  const ribbon = (line: number, look: string) => {
    const points = Array.from(
      { length: 42 },
      (_, step): Point => [step * 40 - 20, height((step * 40 - 20) / 1600, line)],
    );
    return `<path d="${smooth(points)}" ${look}/>`;
  };
  const stroke = sheet.linear(
    [0, 0],
    [1600, 0],
    [0, colours.second, 0],
    [0.12, colours.second, 0.9],
    [knot, colours.main],
    [knot + 0.14, colours.hot],
    [0.92, colours.second, 0.8],
    [1, colours.second, 0],
  );
  const lines = Array.from({ length: LINES }, (_, line) => {
    const power = 0.3 + Math.sin((line / (LINES - 1)) * Math.PI) * 0.45;
    return ribbon(line, line % 16 === 8 ? 'stroke-width="3.4"' : `stroke-width="1.3" opacity="${power.toFixed(2)}"`);
  });
  const veil = [4, 14, 20, 30, 36, 46, 52, 60].map((line) => ribbon(line, 'stroke-width="30" opacity="0.22"'));
  const cores = [8, 24, 40, 56].map((line) => ribbon(line, 'stroke-width="13"'));
  return (
    lit(`fill="none" stroke="${stroke}" filter="${sheet.blur(16)}"`, ...veil, ...cores) +
    lit(`fill="none" stroke="${stroke}"`, ...lines) +
    lit(
      `fill="none" stroke="${colours.pale}" opacity="0.7" filter="${sheet.blur(0.8)}"`,
      ribbon(24, 'stroke-width="1.6"'),
      ribbon(40, 'stroke-width="1.4"'),
    )
  );
}

function sparks(random: Random, colours: Palette, { height }: Tune): string[] {
  return Array.from({ length: 120 }, () => {
    const x = random.between(0, 1600);
    const y = height(x / 1600, random.whole(0, LINES)) + random.between(-30, 30);
    const size = random.between(0.8, 3.2);
    const tone = random.pick([colours.pale, colours.hot, colours.main]);
    return disc(x, y, size, `fill="${tone}" opacity="${random.between(0.3, 1).toFixed(2)}"`);
  });
}
