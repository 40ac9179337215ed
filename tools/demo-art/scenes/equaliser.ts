import { type Beam, beams, glow, haze, rim } from '../drawing/light.ts';
import { performer } from '../drawing/performer.ts';
import { box, full, group, lit, type Moment, type Palette, type Random, type Scene } from '../drawing/scene.ts';
import { type Ripple, reflection } from '../drawing/water.ts';

const FLOOR = 655;
const CELL = 21;
const COLUMNS = 40;
const ROWS = 25;
const WET: Ripple = { noise: '0.004 0.07', scale: 36, blur: '1.5 5', power: 0.62 };

/** A wall of light columns that follows the sound, doubled in the wet black floor. */
export const equaliser: Scene = (sheet, random, colours, moment) => {
  const seed = random.whole(1, 900);
  const { cells, dim, hill } = columns(random, colours, moment);
  const side = hill > 0.5 ? 1 : -1;
  const figure = group(
    `transform="translate(${800 - side * 320} ${FLOOR + 12}) scale(${side * 0.5} 0.5)" fill="#040308"`,
    performer(sheet, 'stand'),
  );
  const shade = sheet.linear([0, FLOOR], [0, 900], [0, '#000', 0], [1, '#000', 0.8]);
  sheet.add(
    full(`fill="${sheet.linear([0, 0], [0, 900], [0, colours.night], [0.7, colours.deep], [1, '#000'])}"`),
    glow(sheet, [hill * 1600, FLOOR - 120], 950, colours.second, 0.8, 0.7),
    group(`fill="${colours.main}" opacity="0.06"`, ...dim),
    lit(`filter="${sheet.blur(9)}"`, ...cells),
    group('', ...cells),
    glow(sheet, [hill * 1600, FLOOR - 200], 600, colours.main, 0.4 + moment.pulse * 0.3),
    beams(sheet, fromAbove(colours, moment.time), { seed, drift: moment.time * 14 }, 6),
    box(-10, FLOOR, 1620, 260, `fill="${colours.night}"`),
    reflection(sheet, FLOOR, group('', ...cells, figure), WET),
    box(-10, FLOOR, 1620, 250, `fill="${shade}"`),
    group(`filter="${rim(sheet, colours.pale, 1.8, 0.9, 0.9)}"`, figure),
    haze(sheet, seed + 5, colours.main, 0.5, { top: 420, bottom: 860 }, moment.time * 16),
  );
};

/** Low notes in the middle of the hill, high ones on its sides. */
function columns(
  random: Random,
  colours: Palette,
  { bands }: Moment,
): { cells: string[]; dim: string[]; hill: number } {
  const shape = Array.from({ length: COLUMNS }, () => random.between(0.55, 1));
  const hill = random.between(0.3, 0.7);
  const cells: string[] = [];
  const dim: string[] = [];
  for (const [column, own] of shape.entries()) {
    const aside = column / (COLUMNS - 1) - hill;
    const band = bands[Math.floor(Math.abs(aside) * 1.6 * (bands.length - 1))] ?? 0.4;
    const height = Math.round((0.16 + 0.84 * band * Math.exp(-((aside / 0.42) ** 2))) * own * ROWS);
    for (let row = 0; row < ROWS; row += 1) {
      const cell = (look: string) =>
        box(12 + column * 39.6, FLOOR - 8 - (row + 1) * CELL, 31, CELL - 6, `rx="3" ${look}`);
      const tone = row < 6 ? colours.second : row < 13 ? colours.main : row < 19 ? colours.hot : colours.pale;
      if (row < height) cells.push(cell(`fill="${tone}" opacity="${(0.72 + 0.28 * (row / height)).toFixed(2)}"`));
      else if (row === height + 1) cells.push(cell(`fill="${colours.pale}" opacity="0.85"`));
      else dim.push(cell(''));
    }
  }
  return { cells, dim, hill };
}

function fromAbove(colours: Palette, time: number): Beam[] {
  return Array.from({ length: 6 }, (_, index) => ({
    from: [130 + index * 268, -30] as const,
    angle: 90 + (2.5 - index) * 8 + Math.sin(time * 1.2 + index) * 9,
    length: 850,
    spread: 9,
    colour: index % 2 ? colours.hot : colours.pale,
    power: 0.5,
  }));
}
