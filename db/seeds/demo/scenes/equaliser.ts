import { beams, glow, haze, rim } from '../drawing/light.ts';
import { performer } from '../drawing/performer.ts';
import type { Scene } from '../drawing/scene.ts';
import { box, full, group, lit, n } from '../drawing/sheet.ts';

const FLOOR = 655;
const CELL = 21;

/** A wall of light columns that follows the sound, doubled in the wet black floor. */
export const equaliser: Scene = (sheet, random, colours, { time, bands, pulse }) => {
  const columns = 40;
  const seed = random.whole(1, 900);
  const shape = Array.from({ length: columns }, () => random.between(0.55, 1));
  const hill = random.between(0.3, 0.7);
  const cells: string[] = [];
  const dim: string[] = [];
  for (let column = 0; column < columns; column += 1) {
    const share = column / (columns - 1);
    const band = bands[Math.floor(Math.abs(share - hill) * 1.6 * (bands.length - 1))] ?? 0.4;
    const height = Math.round((0.16 + 0.84 * band * Math.exp(-(((share - hill) / 0.42) ** 2))) * (shape[column] ?? 1) * 25);
    for (let row = 0; row < 25; row += 1) {
      const [x, y] = [12 + column * 39.6, FLOOR - 8 - (row + 1) * CELL];
      const tone = row < 6 ? colours.second : row < 13 ? colours.main : row < 19 ? colours.hot : colours.pale;
      if (row < height) cells.push(box(x, y, 31, CELL - 6, `rx="3" fill="${tone}" opacity="${(0.72 + 0.28 * (row / height)).toFixed(2)}"`));
      else if (row === height + 1) cells.push(box(x, y, 31, CELL - 6, `rx="3" fill="${colours.pale}" opacity="0.85"`));
      else dim.push(box(x, y, 31, CELL - 6, 'rx="3"'));
    }
  }
  const wall = group(`fill="${colours.main}" opacity="0.06"`, ...dim) + lit(`filter="${sheet.blur(9)}"`, ...cells) + group('', ...cells);
  const x = hill > 0.5 ? 480 : 1120;
  const flip = hill > 0.5 ? 1 : -1;
  const figure = (scale: number) => group(`transform="translate(${x} ${FLOOR + 12}) scale(${n(flip * 5) / 10} ${scale})" fill="#040308"`, performer(sheet, 'stand'));
  const ripple = sheet.filter(
    '<feTurbulence type="turbulence" baseFrequency="0.004 0.07" numOctaves="2" seed="9" result="water"/>' +
      '<feDisplacementMap in="SourceGraphic" in2="water" scale="36" xChannelSelector="R" yChannelSelector="G" result="moved"/><feGaussianBlur in="moved" stdDeviation="1.5 5"/>',
  );
  sheet.add(
    full(`fill="${sheet.linear([0, 0], [0, 900], [[0, colours.night], [0.7, colours.deep], [1, '#000']])}"`),
    glow(sheet, [hill * 1600, FLOOR - 120], 950, colours.second, 0.8, 0.7),
    wall,
    glow(sheet, [hill * 1600, FLOOR - 200], 600, colours.main, 0.4 + pulse * 0.3),
    beams(
      sheet,
      Array.from({ length: 6 }, (_, index) => ({ from: [130 + index * 268, -30] as const, angle: 90 + (2.5 - index) * 8 + Math.sin(time * 1.2 + index) * 9, length: 850, spread: 9, colour: index % 2 ? colours.hot : colours.pale, power: 0.5 })),
      { seed, drift: time * 14 },
      6,
    ),
    box(-10, FLOOR, 1620, 260, `fill="${colours.night}"`),
    group(`clip-path="${sheet.clip(box(-200, FLOOR + 1, 2000, 400, ''))}"`, group(`opacity="0.62" filter="${ripple}"`, group(`transform="translate(0 ${FLOOR * 2}) scale(1 -1)"`, group('', ...cells)), figure(-0.5))),
    box(-10, FLOOR, 1620, 250, `fill="${sheet.linear([0, FLOOR], [0, 900], [[0, '#000', 0], [1, '#000', 0.8]])}"`),
    group(`filter="${rim(sheet, colours.pale, 1.8, 0.9, 0.9)}"`, figure(0.5)),
    haze(sheet, seed + 5, colours.main, 0.5, { top: 420, bottom: 860 }, time * 16),
  );
};
