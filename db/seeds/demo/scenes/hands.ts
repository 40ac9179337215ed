import { beams, bokeh, glow, haze, rim } from '../drawing/light.ts';
import { crowdRow, hand, limb } from '../drawing/people.ts';
import type { Scene } from '../drawing/scene.ts';
import { box, full, group, lit, n } from '../drawing/sheet.ts';

/** Close to the barrier: hands against the light, some of them holding a lit telephone. */
export const hands: Scene = (sheet, random, colours, { time }) => {
  const x = 800 + random.between(-260, 260);
  const seed = random.whole(1, 900);
  const arms: { dark: string[]; screens: string[] } = { dark: [], screens: [] };
  const phoneAt = random.whole(2, 4);
  for (let index = 0; index < 8; index += 1) {
    const foot = 130 + index * 192 + random.between(-50, 50);
    const size = random.between(74, 104);
    const top = random.between(250, 520);
    const lean = random.between(-70, 70) + Math.sin(time * 2 + index) * 12;
    const wrist = [foot + lean, top] as const;
    arms.dark.push(limb([[foot - lean * 0.4, 980, size * 1.02], [foot + lean * 0.2, (top + 980) / 2, size * 0.84], [wrist[0], wrist[1], size * 0.62]]));
    if (index % 4 === phoneAt % 4) phone(wrist[0], wrist[1] - size * 0.7, size, random.between(-12, 12));
    else arms.dark.push(hand(wrist[0], wrist[1], size * 1.15, -90 + random.between(-22, 22), random.chance(0.5)));
  }
  sheet.add(
    full(`fill="${sheet.linear([0, 0], [0, 900], [[0, colours.night], [0.7, colours.deep], [1, '#000']])}"`),
    glow(sheet, [x, 300], 1150, colours.second, 0.85, 0.8),
    glow(sheet, [x, 330], 700, colours.main, 0.95, 0.85),
    glow(sheet, [x, 300], 300, colours.pale, 0.8),
    beams(
      sheet,
      Array.from({ length: 9 }, (_, index) => ({ from: [x - 480 + index * 120, -30] as const, angle: 90 + (4 - index) * 8 + random.between(-6, 6), length: 1050, spread: 10, colour: [colours.hot, colours.main, colours.pale][index % 3] ?? '', power: 0.85 })),
      { seed, drift: time * 12 },
      7,
    ),
    bokeh(sheet, random, [colours.hot, colours.main, colours.second, colours.pale], { count: 44, top: 40, bottom: 560, small: 10, large: 66, power: 0.6, soft: 2.4 }),
    haze(sheet, seed + 2, colours.main, 0.6, { top: 200, bottom: 860 }, time * 12),
    group(`fill="${colours.night}" filter="${rim(sheet, colours.pale, 2, 0.9, 0.7)}"`, crowdRow(random, 740, 58, 0.8, Math.sin(time * 2) * 0.1)),
    glow(sheet, [x, 700], 800, colours.main, 0.5, 0.25),
    group(`fill="${colours.night}" filter="${rim(sheet, colours.hot, 4, 1.6, 0.8)}"`, ...arms.dark),
    ...arms.screens,
    full(`fill="${sheet.linear([0, 640], [0, 900], [[0, '#000', 0], [1, '#000', 0.9]])}"`),
  );

  function phone(px: number, py: number, size: number, turn: number): void {
    const [width, height] = [size * 1.02, size * 2];
    const place = `transform="translate(${n(px)} ${n(py)}) rotate(${n(turn)})"`;
    arms.dark.push(group(place, limb([[-width * 0.55, 10, 30], [-width * 0.5, -height * 0.12, 26]]), limb([[width * 0.55, 16, 28], [width * 0.5, -height * 0.2, 24]]), limb([[0, size * 0.5, size * 0.9], [0, size * 0.2, size * 0.9]])));
    arms.screens.push(
      glow(sheet, [px, py - height * 0.2], size * 3.2, colours.pale, 0.4) +
        group(
          place,
          box(-width / 2, -height * 0.75, width, height, 'rx="14" fill="#050408"'),
          box(-width / 2 + 6, -height * 0.75 + 7, width - 12, height - 14, `rx="9" fill="${sheet.linear([0, -height * 0.75], [0, height * 0.25], [[0, colours.second], [0.45, colours.main], [0.7, colours.pale], [0.78, colours.deep], [1, colours.night]])}"`),
          lit('', box(-width / 2 + 6, -height * 0.75 + 7, width - 12, height * 0.5, `rx="9" fill="${sheet.radial(0, -height * 0.3, size * 0.7, [[0, '#fff', 0.9], [1, colours.hot, 0]])}"`)),
        ),
    );
  }
};
