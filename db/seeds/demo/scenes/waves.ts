import { glow, haze } from '../drawing/light.ts';
import type { Scene } from '../drawing/scene.ts';
import { disc, full, lit, type Point, smooth } from '../drawing/sheet.ts';

const LINES = 64;

/** Sound as ribbons of neon: one tune drawn many times, each time a little later. */
export const waves: Scene = (sheet, random, colours, { time, bands }) => {
  const [low, mid, high] = [random.between(0.7, 1.3), random.between(1.8, 2.7), random.between(3.6, 5.2)];
  const phase = random.between(0, 6.28);
  const slope = random.between(-0.16, 0.16);
  const knot = random.between(0.28, 0.72);
  const middle = random.between(420, 480);
  const loud = bands.map((band) => 0.65 + band * 0.5);
  sheet.add(
    full(`fill="${sheet.linear([0, 0], [1600, 900], [[0, colours.night], [0.5, colours.deep], [1, colours.night]])}"`),
    glow(sheet, [knot * 1600, middle], 900, colours.second, 0.6, 0.6),
    glow(sheet, [(1 - knot) * 1600, middle - 60], 700, colours.main, 0.45, 0.5),
    haze(sheet, random.whole(1, 900), colours.second, 0.5, { top: 80, bottom: 820 }),
  );
  const stroke = sheet.linear([0, 0], [1600, 0], [
    [0, colours.second, 0],
    [0.12, colours.second, 0.9],
    [knot, colours.main],
    [knot + 0.14, colours.hot],
    [0.92, colours.second, 0.8],
    [1, colours.second, 0],
  ]);
  const height = (share: number, line: number): number => {
    const lag = (line / LINES - 0.5) * 2.2;
    const swell = 58 + 205 * Math.exp(-(((share - knot) / 0.22) ** 2)) + 110 * Math.exp(-(((share - 1 + knot) / 0.2) ** 2));
    return (
      Math.sin(share * 6.28 * low + phase + lag + time * 0.9) * swell * (loud[0] ?? 1) +
      Math.sin(share * 6.28 * mid - phase + lag * 1.7 - time * 1.3) * swell * 0.5 * (loud[2] ?? 1) +
      Math.sin(share * 6.28 * high + lag * 2.6 + time * 2) * swell * 0.16 * (loud[5] ?? 1)
    );
  };
  const ribbon = (line: number): string => {
    const points: Point[] = [];
    for (let x = -20; x <= 1620; x += 40) {
      points.push([x, middle + (x - 800) * slope + height(x / 1600, line) + (line - LINES / 2) * 1.7]);
    }
    return smooth(points);
  };
  const all = Array.from({ length: LINES }, (_, line) => {
    const core = line % 16 === 8;
    const edge = Math.sin((line / (LINES - 1)) * Math.PI);
    return `<path d="${ribbon(line)}" stroke-width="${core ? 3.4 : 1.3}" opacity="${(core ? 1 : 0.3 + edge * 0.45).toFixed(2)}"/>`;
  });
  const cores = [8, 24, 40, 56].map((line) => `<path d="${ribbon(line)}" stroke-width="13"/>`);
  const veil = [4, 14, 20, 30, 36, 46, 52, 60].map((line) => `<path d="${ribbon(line)}" stroke-width="30" opacity="0.22"/>`);
  sheet.add(
    lit(`fill="none" stroke="${stroke}" filter="${sheet.blur(16)}"`, ...veil, ...cores),
    lit(`fill="none" stroke="${stroke}"`, ...all),
    lit(`fill="none" stroke="${colours.pale}" opacity="0.7" filter="${sheet.blur(0.8)}"`, `<path d="${ribbon(24)}" stroke-width="1.6"/>`, `<path d="${ribbon(40)}" stroke-width="1.4"/>`),
  );
  const sparks = Array.from({ length: 120 }, () => {
    const x = random.between(0, 1600);
    const line = random.whole(0, LINES);
    const y = middle + (x - 800) * slope + height(x / 1600, line) + random.between(-30, 30);
    return disc(x, y, random.between(0.8, 3.2), `fill="${random.pick([colours.pale, colours.hot, colours.main])}" opacity="${random.between(0.3, 1).toFixed(2)}"`);
  });
  sheet.add(lit('', ...sparks));
};
