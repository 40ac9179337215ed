import { type Beam, beams, bokeh, glow, haze, rim } from '../drawing/light.ts';
import { crowdRow, hand, limb } from '../drawing/people.ts';
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
} from '../drawing/scene.ts';

/** Close to the barrier: hands against the light, some of them holding a lit telephone. */
export const hands: Scene = (sheet, random, colours, { time }) => {
  const x = 800 + random.between(-260, 260);
  const seed = random.whole(1, 900);
  const lights = [colours.hot, colours.main, colours.second, colours.pale];
  const front = raised(sheet, random, colours, time);
  sheet.add(
    full(`fill="${sheet.linear([0, 0], [0, 900], [0, colours.night], [0.7, colours.deep], [1, '#000'])}"`),
    glow(sheet, [x, 300], 1150, colours.second, 0.85, 0.8),
    glow(sheet, [x, 330], 700, colours.main, 0.95, 0.85),
    glow(sheet, [x, 300], 300, colours.pale, 0.8),
    beams(sheet, fromAbove(random, colours, x), { seed, drift: time * 12 }, 7),
    bokeh(sheet, random, lights, { count: 44, top: 40, bottom: 560, small: 10, large: 66, power: 0.6, soft: 2.4 }),
    haze(sheet, seed + 2, colours.main, 0.6, { top: 200, bottom: 860 }, time * 12),
    group(
      `fill="${colours.night}" filter="${rim(sheet, colours.pale, 2, 0.9, 0.7)}"`,
      crowdRow(random, 740, 58, 0.8, Math.sin(time * 2) * 0.1),
    ),
    glow(sheet, [x, 700], 800, colours.main, 0.5, 0.25),
    group(`fill="${colours.night}" filter="${rim(sheet, colours.hot, 4, 1.6, 0.8)}"`, ...front.dark),
    ...front.screens,
    full(`fill="${sheet.linear([0, 640], [0, 900], [0, '#000', 0], [1, '#000', 0.9])}"`),
  );
};

function fromAbove(random: Random, colours: Palette, x: number): Beam[] {
  return Array.from({ length: 9 }, (_, index) => ({
    from: [x - 480 + index * 120, -30] as const,
    angle: 90 + (4 - index) * 8 + random.between(-6, 6),
    length: 1050,
    spread: 10,
    colour: [colours.hot, colours.main, colours.pale][index % 3] ?? '',
    power: 0.85,
  }));
}

function raised(sheet: Sheet, random: Random, colours: Palette, time: number): { dark: string[]; screens: string[] } {
  const dark: string[] = [];
  const screens: string[] = [];
  const phoneAt = random.whole(2, 4);
  for (let index = 0; index < 8; index += 1) {
    const foot = 130 + index * 192 + random.between(-50, 50);
    const size = random.between(74, 104);
    const y = random.between(250, 520);
    const lean = random.between(-70, 70) + Math.sin(time * 2 + index) * 12;
    const x = foot + lean;
    dark.push(
      limb([foot - lean * 0.4, 980, size * 1.02], [foot + lean * 0.2, (y + 980) / 2, size * 0.84], [x, y, size * 0.62]),
    );
    if (index % 4 !== phoneAt % 4) {
      dark.push(hand(x, y, size * 1.15, -90 + random.between(-22, 22), random.chance(0.5)));
      continue;
    }
    const place = `transform="translate(${n(x)} ${n(y - size * 0.7)}) rotate(${n(random.between(-12, 12))})"`;
    dark.push(group(place, grip(size)));
    screens.push(
      glow(sheet, [x, y - size * 1.1], size * 3.2, colours.pale, 0.4),
      group(place, phone(sheet, colours, size)),
    );
  }
  return { dark, screens };
}

function grip(size: number): string {
  return (
    limb([-size * 0.56, 10, 30], [-size * 0.51, -size * 0.24, 26]) +
    limb([size * 0.56, 16, 28], [size * 0.51, -size * 0.4, 24]) +
    limb([0, size * 0.5, size * 0.9], [0, size * 0.2, size * 0.9])
  );
}

function phone(sheet: Sheet, colours: Palette, size: number): string {
  const [width, height] = [size * 1.02, size * 2];
  const [top, bottom]: [Point, Point] = [
    [0, -height * 0.75],
    [0, height * 0.25],
  ];
  const film = sheet.linear(
    top,
    bottom,
    [0, colours.second],
    [0.45, colours.main],
    [0.7, colours.pale],
    [0.78, colours.deep],
    [1, colours.night],
  );
  const star = sheet.radial(0, -height * 0.3, size * 0.7, [0, '#fff', 0.9], [1, colours.hot, 0]);
  const screen = (share: number, look: string) =>
    box(-width / 2 + 6, -height * 0.75 + 7, width - 12, height * share - 14, `rx="9" ${look}`);
  return (
    box(-width / 2, -height * 0.75, width, height, 'rx="14" fill="#050408"') +
    screen(1, `fill="${film}"`) +
    lit('', screen(0.57, `fill="${star}"`))
  );
}
