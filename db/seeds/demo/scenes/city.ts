import { type Beam, beams, glow, haze } from '../drawing/light.ts';
import type { Palette } from '../drawing/palettes.ts';
import type { Random } from '../drawing/random.ts';
import type { Scene } from '../drawing/scene.ts';
import { box, disc, full, group, lit, n, type Sheet } from '../drawing/sheet.ts';

const WATER = 610;

/** The host city at night across the river, the hall throwing its searchlights up. */
export const city: Scene = (sheet, random, colours, { time }) => {
  const hall = random.between(520, 1080);
  const seed = random.whole(1, 900);
  const stars = Array.from({ length: 130 }, () =>
    disc(random.between(0, 1600), random.between(0, 420), random.between(0.5, 1.5), `fill="#fff" opacity="${random.between(0.15, 0.8).toFixed(2)}"`),
  );
  const skyline = [
    glow(sheet, [hall, WATER], 1100, colours.main, 0.95, 0.5),
    haze(sheet, seed + 40, colours.second, 0.6, { top: -60, bottom: 560 }, time * 6),
    glow(sheet, [hall, WATER], 460, colours.hot, 0.6, 0.6),
    beams(sheet, searchlights(random, colours, hall, time), { seed, drift: time * 10 }, 3),
    row(sheet, random, colours, { height: 150, spread: 110, fill: colours.deep, windows: 0.1 }),
    haze(sheet, seed + 2, colours.second, 0.7, { top: 330, bottom: 700 }),
    row(sheet, random, colours, { height: 95, spread: 90, fill: colours.night, windows: 0.3 }),
    venue(sheet, colours, hall),
    row(sheet, random, colours, { height: 22, spread: 24, fill: '#040308', windows: 0.35 }),
  ].join('');
  sheet.add(
    full(`fill="${sheet.linear([0, 0], [0, WATER], [[0, colours.night], [0.55, colours.deep], [1, colours.second]])}"`),
    lit('', ...stars),
    moon(sheet, colours, hall > 800 ? 300 : 1300),
    skyline,
  );
  const ripples = sheet.filter(
    '<feTurbulence type="turbulence" baseFrequency="0.008 0.09" numOctaves="2" seed="4" result="ripple"/>' +
      '<feDisplacementMap in="SourceGraphic" in2="ripple" scale="42" xChannelSelector="R" yChannelSelector="G" result="moved"/>' +
      '<feGaussianBlur in="moved" stdDeviation="1.2 4"/>',
  );
  const mirror = sheet.clip(box(-200, WATER + 2, 2000, 400, ''));
  sheet.add(
    box(-10, WATER, 1620, 300, `fill="${sheet.linear([0, WATER], [0, 900], [[0, colours.second], [0.4, colours.deep], [1, colours.night]])}"`),
    group(`clip-path="${mirror}"`, group(`filter="${ripples}" opacity="1"`, group(`transform="translate(0 ${WATER * 2}) scale(1 -1)"`, skyline))),
    box(-10, WATER - 2, 1620, 4, 'fill="#000" opacity="0.7"'),
    box(-10, WATER, 1620, 300, `fill="${sheet.linear([0, WATER], [0, 900], [[0, '#000', 0], [0.5, '#000', 0.2], [1, '#000', 0.7]])}"`),
    embankment(sheet, random, colours),
  );
};

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

function row(sheet: Sheet, random: Random, colours: Palette, look: { height: number; spread: number; fill: string; windows: number }): string {
  const houses: string[] = [];
  const windows: string[] = [];
  for (let x = -30; x < 1630; ) {
    const width = random.between(36, 92);
    const height = look.height + random.between(-0.5, 1) * look.spread;
    houses.push(box(x, WATER - height, width + 1, height + 4, ''));
    if (random.chance(0.25)) houses.push(box(x + width * 0.45, WATER - height - random.between(18, 60), 3, 60, ''));
    for (let wx = x + 6; wx < x + width - 6; wx += 9) {
      for (let wy = WATER - height + 8; wy < WATER - 10; wy += 13) {
        if (random.chance(look.windows)) windows.push(box(wx, wy, 4, 6, `fill="${random.pick([colours.hot, colours.pale, colours.hot, colours.main])}" opacity="${random.between(0.3, 1).toFixed(1)}"`));
      }
    }
    x += width + random.pick([0, 0, 0, 6, 18]);
  }
  return group(`fill="${look.fill}"`, ...houses) + lit('', ...windows) + glow(sheet, [800, WATER], 10, colours.main, 0);
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
    `<path d="${vault}" fill="${sheet.linear([0, WATER - 170], [0, WATER], [[0, colours.main, 0.15], [1, colours.hot, 0.75]])}"/>` +
    lit(`filter="${sheet.blur(5)}"`, ...ribs) +
    lit('', ...ribs) +
    `<path d="${vault}" fill="none" stroke="${colours.pale}" stroke-width="2.4" opacity="0.9"/>`
  );
}

function moon(sheet: Sheet, colours: Palette, x: number): string {
  return glow(sheet, [x, 170], 260, colours.pale, 0.45) + disc(x, 170, 44, `fill="${colours.pale}" opacity="0.92"`) + disc(x + 10, 162, 44, `fill="${colours.main}" opacity="0.12"`);
}

function embankment(sheet: Sheet, random: Random, colours: Palette): string {
  const posts: string[] = [];
  for (let x = -10; x < 1620; x += 46) posts.push(box(x, 842, 7, 60, ''));
  const lamps = [random.between(120, 260), random.between(1300, 1480)].map(
    (x) => box(x - 3, 640, 6, 260, 'fill="#030206"') + glow(sheet, [x, 640], 150, colours.hot, 0.8) + disc(x, 640, 11, `fill="${colours.pale}"`),
  );
  return group('fill="#030206"', box(-10, 834, 1620, 9, ''), box(-10, 862, 1620, 5, ''), box(-10, 886, 1620, 30, ''), ...posts) + lamps.join('');
}
