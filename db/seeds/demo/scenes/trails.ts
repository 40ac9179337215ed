import { bokeh, glow, haze } from '../drawing/light.ts';
import type { Scene } from '../drawing/scene.ts';
import { box, full, group, lit, n, type Point, smooth } from '../drawing/sheet.ts';

/** A long exposure: the road to the hall as ribbons of head and tail lights. */
export const trails: Scene = (sheet, random, colours, { time }) => {
  const vanish: Point = [800 + random.pick([-1, 1]) * random.between(120, 320), 372];
  const bend = random.between(160, 320) * (vanish[0] > 800 ? -1 : 1);
  const spread = (lane: number, depth: number): Point => {
    const near = depth ** 2.1;
    return [vanish[0] + (lane * 1150 + (800 - vanish[0]) * 0.5) * near + bend * Math.sin(depth * 3.1) * (1 - near * 0.4), vanish[1] + 560 * near];
  };
  const ribbon = (lane: number, height: number): string => {
    const points: Point[] = [];
    for (let step = 0; step <= 16; step += 1) {
      const depth = step / 16;
      const [x, y] = spread(lane, depth);
      points.push([x, y - height * depth ** 2]);
    }
    return smooth(points);
  };
  const houses: string[] = [];
  for (let x = -20; x < 1620; ) {
    const width = random.between(40, 110);
    const nearness = Math.abs(x - vanish[0]) / 800;
    const height = random.between(50, 130) + nearness * random.between(60, 240);
    houses.push(box(x, vanish[1] + 20 - height, width, height + 60, `fill="${random.chance(0.5) ? colours.night : '#05040a'}"`));
    for (let index = 0; index < 14; index += 1) {
      houses.push(box(x + random.between(4, width - 8), vanish[1] + 10 - random.between(8, height - 8), 4, 6, `fill="${random.pick([colours.hot, colours.pale, colours.main])}" opacity="${random.between(0.2, 0.9).toFixed(1)}"`));
    }
    x += width;
  }
  sheet.add(
    full(`fill="${sheet.linear([0, 0], [0, 420], [[0, colours.night], [0.7, colours.deep], [1, colours.second]])}"`),
    glow(sheet, vanish, 820, colours.main, 0.85, 0.6),
    haze(sheet, random.whole(1, 900), colours.second, 0.6, { top: -60, bottom: 460 }),
    group(`filter="${sheet.blur(1.4)}"`, ...houses),
    glow(sheet, vanish, 320, colours.hot, 0.95, 0.5),
    bokeh(sheet, random, [colours.hot, colours.main, colours.second, colours.pale], { count: 40, top: 240, bottom: 400, small: 5, large: 24, power: 0.7, soft: 1.2 }),
    box(-10, vanish[1] + 2, 1620, 600, `fill="${sheet.linear([0, vanish[1]], [0, 900], [[0, colours.deep], [0.4, '#07060b'], [1, '#030206']])}"`),
    glow(sheet, [vanish[0], vanish[1] + 130], 800, colours.main, 0.4, 0.3),
  );
  const paths = (count: number, from: number, to: number, tones: readonly string[]) =>
    Array.from({ length: count }, () => {
      const lane = random.between(from, to);
      const wide = random.chance(0.25);
      return `<path d="${ribbon(lane, random.between(0, 90))}" stroke="${random.pick(tones)}" stroke-width="${n(wide ? random.between(4, 7) : random.between(1.2, 3))}" opacity="${random.between(0.45, 1).toFixed(2)}"/>`;
    });
  const there = paths(34, 0.12, 0.95, [colours.main, colours.main, colours.second, colours.hot]);
  const back = paths(30, -0.95, -0.12, [colours.pale, colours.hot, colours.pale, '#ffffff']);
  const [train] = [paths(7, 1.25, 1.6, [colours.hot, colours.pale, colours.second])];
  sheet.add(
    lit(`fill="none" filter="${sheet.blur(16)}"`, ...there, ...back),
    lit('fill="none" stroke-linecap="round"', ...there, ...back, ...train),
    `<path d="${ribbon(0, 0)}" fill="none" stroke="${colours.pale}" stroke-width="3" stroke-dasharray="26 40" opacity="0.35"/>`,
    full(`fill="${sheet.radial(vanish[0], vanish[1], 1250, [[0, '#000', 0], [0.6, '#000', 0.05], [1, '#000', 0.7]], 0.8)}"`),
    haze(sheet, 77, colours.main, 0.3, { top: 300, bottom: 700 }, time * 10),
  );
};
