import { type Beam, beams, glow, haze } from '../drawing/light.ts';
import {
  box,
  disc,
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
import { type Ripple, reflection } from '../drawing/water.ts';

const WATER = 610;
const RIVER: Ripple = { noise: '0.008 0.09', scale: 42, blur: '1.2 4', power: 1 };

/** The host city at night across the river, the hall throwing its searchlights up. */
export const city: Scene = (sheet, random, colours, { time }) => {
  const hall = random.between(520, 1080);
  const seed = random.whole(1, 900);
  const sky = stars(random);
  const skyline = [
    glow(sheet, [hall, WATER], 1100, colours.main, 0.95, 0.5),
    haze(sheet, seed + 40, colours.second, 0.6, { top: -60, bottom: 560 }, time * 6),
    glow(sheet, [hall, WATER], 460, colours.hot, 0.6, 0.6),
    beams(sheet, searchlights(random, colours, hall, time), { seed, drift: time * 10 }, 3),
    row(random, colours, { height: 150, spread: 110, fill: colours.deep, windows: 0.1 }),
    haze(sheet, seed + 2, colours.second, 0.7, { top: 330, bottom: 700 }),
    row(random, colours, { height: 95, spread: 90, fill: colours.night, windows: 0.3 }),
    venue(sheet, colours, hall),
    row(random, colours, { height: 22, spread: 24, fill: '#040308', windows: 0.35 }),
  ].join('');
  const [top, bottom]: [Point, Point] = [
    [0, WATER],
    [0, 900],
  ];
  sheet.add(
    full(`fill="${sheet.linear([0, 0], top, [0, colours.night], [0.55, colours.deep], [1, colours.second])}"`),
    lit('', ...sky),
    moon(sheet, colours, hall > 800 ? 300 : 1300),
    skyline,
    water(sheet.linear(top, bottom, [0, colours.second], [0.4, colours.deep], [1, colours.night])),
    reflection(sheet, WATER, skyline, RIVER),
    box(-10, WATER - 2, 1620, 4, 'fill="#000" opacity="0.7"'),
    water(sheet.linear(top, bottom, [0, '#000', 0], [0.5, '#000', 0.2], [1, '#000', 0.7])),
    embankment(sheet, random, colours),
  );
};

function water(fill: string): string {
  return box(-10, WATER, 1620, 300, `fill="${fill}"`);
}

function stars(random: Random): string[] {
  return Array.from({ length: 130 }, () => {
    const [x, y, size] = [random.between(0, 1600), random.between(0, 420), random.between(0.5, 1.5)];
    return disc(x, y, size, `fill="#fff" opacity="${random.between(0.15, 0.8).toFixed(2)}"`);
  });
}

function searchlights(random: Random, colours: Palette, x: number, time: number): Beam[] {
  return Array.from({ length: 7 }, (_, index) => ({
    from: [x - 150 + index * 50, WATER - 70] as const,
    angle: -90 + (index - 3) * random.between(9, 14) + Math.sin(time / 2 + index) * 6,
    length: 900,
    spread: random.between(5, 9),
    colour: random.pick([colours.pale, colours.hot, colours.main]),
    power: 1,
  }));
}

type Houses = { height: number; spread: number; fill: string; windows: number };

function row(random: Random, colours: Palette, look: Houses): string {
  const houses: string[] = [];
  const windows: string[] = [];
  for (let x = -30; x < 1630; ) {
    const width = random.between(36, 92);
    const top = WATER - look.height - random.between(-0.5, 1) * look.spread;
    houses.push(box(x, top, width + 1, WATER + 4 - top, ''));
    if (random.chance(0.25)) houses.push(box(x + width * 0.45, top - random.between(18, 60), 3, 60, ''));
    windows.push(...lights(random, colours, [x, top], width, look.windows));
    x += width + random.pick([0, 0, 0, 6, 18]);
  }
  return group(`fill="${look.fill}"`, ...houses) + lit('', ...windows);
}

function lights(random: Random, colours: Palette, [left, top]: Point, width: number, share: number): string[] {
  const drawn: string[] = [];
  for (let x = left + 6; x < left + width - 6; x += 9) {
    for (let y = top + 8; y < WATER - 10; y += 13) {
      if (!random.chance(share)) continue;
      const tone = random.pick([colours.hot, colours.pale, colours.hot, colours.main]);
      drawn.push(box(x, y, 4, 6, `fill="${tone}" opacity="${random.between(0.3, 1).toFixed(1)}"`));
    }
  }
  return drawn;
}

/** The old shipyard hall: one long vault with glowing ribs. */
function venue(sheet: Sheet, colours: Palette, x: number): string {
  const ribs = Array.from({ length: 13 }, (_, index) => {
    const at = -230 + index * 38.3;
    const top = WATER - 24 - 150 * Math.sqrt(Math.max(0, 1 - (at / 250) ** 2));
    return `<path d="M${n(x + at)} ${WATER}L${n(x + at)} ${n(top)}" stroke="${index % 2 ? colours.hot : colours.pale}" stroke-width="3.4"/>`;
  });
  const vault = `M${n(x - 260)} ${WATER}L${n(x - 260)} ${WATER - 26}A260 168 0 0 1 ${n(x + 260)} ${WATER - 26}L${n(x + 260)} ${WATER}Z`;
  return (
    `<path d="${vault}" fill="${colours.night}"/>` +
    `<path d="${vault}" fill="${sheet.linear([0, WATER - 170], [0, WATER], [0, colours.main, 0.15], [1, colours.hot, 0.75])}"/>` +
    lit(`filter="${sheet.blur(5)}"`, ...ribs) +
    lit('', ...ribs) +
    `<path d="${vault}" fill="none" stroke="${colours.pale}" stroke-width="2.4" opacity="0.9"/>`
  );
}

function moon(sheet: Sheet, colours: Palette, x: number): string {
  return (
    glow(sheet, [x, 170], 260, colours.pale, 0.45) +
    disc(x, 170, 44, `fill="${colours.pale}" opacity="0.92"`) +
    disc(x + 10, 162, 44, `fill="${colours.main}" opacity="0.12"`)
  );
}

function embankment(sheet: Sheet, random: Random, colours: Palette): string {
  const posts: string[] = [];
  for (let x = -10; x < 1620; x += 46) posts.push(box(x, 842, 7, 60, ''));
  const lamps = [random.between(120, 260), random.between(1300, 1480)].map(
    (x) =>
      box(x - 3, 640, 6, 260, 'fill="#030206"') +
      glow(sheet, [x, 640], 150, colours.hot, 0.8) +
      disc(x, 640, 11, `fill="${colours.pale}"`),
  );
  return (
    group(
      'fill="#030206"',
      box(-10, 834, 1620, 9, ''),
      box(-10, 862, 1620, 5, ''),
      box(-10, 886, 1620, 30, ''),
      ...posts,
    ) + lamps.join('')
  );
}
