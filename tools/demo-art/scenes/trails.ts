import { bokeh, glow, haze } from '../drawing/light.ts';
import {
  box,
  full,
  group,
  lit,
  n,
  type Palette,
  type Point,
  type Random,
  type Scene,
  type Sheet,
  smooth,
} from '../drawing/scene.ts';

/** Draws the way of one lamp: its lane (0 is the middle of the road) and its height over the ground. */
type Ribbon = (lane: number, height: number) => string;

/** A long exposure: the road to the hall as ribbons of head and tail lights. */
export const trails: Scene = (sheet, random, colours, { time }) => {
  const vanish: Point = [800 + random.pick([-1, 1]) * random.between(120, 320), 372];
  const ribbon = road(vanish, random.between(160, 320) * (vanish[0] > 800 ? -1 : 1));
  const town = houses(random, colours, vanish);
  const lights = [colours.hot, colours.main, colours.second, colours.pale];
  const asphalt = sheet.linear([0, vanish[1]], [0, 900], [0, colours.deep], [0.4, '#07060b'], [1, '#030206']);
  sheet.add(
    full(`fill="${sheet.linear([0, 0], [0, 420], [0, colours.night], [0.7, colours.deep], [1, colours.second])}"`),
    glow(sheet, vanish, 820, colours.main, 0.85, 0.6),
    haze(sheet, random.whole(1, 900), colours.second, 0.6, { top: -60, bottom: 460 }),
    group(`filter="${sheet.blur(1.4)}"`, ...town),
    glow(sheet, vanish, 320, colours.hot, 0.95, 0.5),
    bokeh(sheet, random, lights, { count: 40, top: 240, bottom: 400, small: 5, large: 24, power: 0.7, soft: 1.2 }),
    box(-10, vanish[1] + 2, 1620, 600, `fill="${asphalt}"`),
    glow(sheet, [vanish[0], vanish[1] + 130], 800, colours.main, 0.4, 0.3),
    traffic(sheet, random, colours, ribbon),
    full(`fill="${sheet.oval(...vanish, 1250, 0.8, [0, '#000', 0], [0.6, '#000', 0.05], [1, '#000', 0.7])}"`),
    haze(sheet, 77, colours.main, 0.3, { top: 300, bottom: 700 }, time * 10),
  );
};

function road([x0, y0]: Point, bend: number): Ribbon {
  const place = (lane: number, depth: number): Point => {
    const near = depth ** 2.1;
    const x = x0 + (lane * 1150 + (800 - x0) * 0.5) * near + bend * Math.sin(depth * 3.1) * (1 - near * 0.4);
    return [x, y0 + 560 * near];
  };
  return (lane, height) =>
    smooth(
      Array.from({ length: 17 }, (_, step): Point => {
        const [x, y] = place(lane, step / 16);
        return [x, y - height * (step / 16) ** 2];
      }),
    );
}

function houses(random: Random, colours: Palette, [x0, y0]: Point): string[] {
  const drawn: string[] = [];
  for (let x = -20; x < 1620; ) {
    const width = random.between(40, 110);
    const height = random.between(50, 130) + (Math.abs(x - x0) / 800) * random.between(60, 240);
    drawn.push(
      box(x, y0 + 20 - height, width, height + 60, `fill="${random.chance(0.5) ? colours.night : '#05040a'}"`),
    );
    for (let index = 0; index < 14; index += 1) {
      const [left, top] = [x + random.between(4, width - 8), y0 + 10 - random.between(8, height - 8)];
      const tone = random.pick([colours.hot, colours.pale, colours.main]);
      drawn.push(box(left, top, 4, 6, `fill="${tone}" opacity="${random.between(0.2, 0.9).toFixed(1)}"`));
    }
    x += width;
  }
  return drawn;
}

function traffic(sheet: Sheet, random: Random, colours: Palette, ribbon: Ribbon): string {
  const lamps = (count: number, from: number, to: number, tones: readonly string[]) =>
    Array.from({ length: count }, () => {
      const lane = random.between(from, to);
      const wide = random.chance(0.25);
      const path = ribbon(lane, random.between(0, 90));
      const tone = random.pick(tones);
      const width = n(wide ? random.between(4, 7) : random.between(1.2, 3));
      return `<path d="${path}" stroke="${tone}" stroke-width="${width}" opacity="${random.between(0.45, 1).toFixed(2)}"/>`;
    });
  const going = lamps(34, 0.12, 0.95, [colours.main, colours.main, colours.second, colours.hot]);
  const coming = lamps(30, -0.95, -0.12, [colours.pale, colours.hot, colours.pale, '#ffffff']);
  const tram = lamps(7, 1.25, 1.6, [colours.hot, colours.pale, colours.second]);
  return (
    lit(`fill="none" filter="${sheet.blur(16)}"`, ...going, ...coming) +
    lit('fill="none" stroke-linecap="round"', ...going, ...coming, ...tram) +
    `<path d="${ribbon(0, 0)}" fill="none" stroke="${colours.pale}" stroke-width="3" stroke-dasharray="26 40" opacity="0.35"/>`
  );
}
