import { beams, glow, haze, rim } from '../drawing/light.ts';
import { limb } from '../drawing/people.ts';
import { box, full, group, lit, n, type Palette, type Random, type Scene, type Sheet } from '../drawing/scene.ts';
import { type Ripple, reflection } from '../drawing/water.ts';

const GROUND = 648;
const STONES: Ripple = { noise: '0.012 0.06', scale: 58, blur: '2 9', power: 0.9 };

/** The queue in the rain: umbrellas against the lit front of the hall, everything twice in the wet stones. */
export const rain: Scene = (sheet, random, colours, { time }) => {
  const seed = random.whole(1, 900);
  const signs = litFront(random, colours);
  const people = queue(random);
  const lamps = [
    { from: [220, -40] as const, angle: 80, length: 900, spread: 22, colour: colours.hot, power: 0.5 },
    { from: [1380, -40] as const, angle: 100, length: 900, spread: 22, colour: colours.pale, power: 0.45 },
  ];
  const above = [
    glow(sheet, [800, 400], 1000, colours.main, 0.95, 0.6),
    glow(sheet, [800, GROUND - 68], 620, colours.hot, 0.7, 0.4),
    lit(`filter="${sheet.blur(10)}"`, ...signs),
    lit(`filter="${sheet.blur(3)}" opacity="0.75"`, ...signs),
    haze(sheet, seed, colours.second, 0.7, { top: 60, bottom: 760 }, time * 8),
    beams(sheet, lamps, { seed: seed + 4 }, 9),
    group(`fill="#050409" filter="${rim(sheet, colours.pale, 2.4, 1, 0.9)}"`, ...people),
  ].join('');
  const depth = sheet.linear([0, GROUND], [0, 900], [0, '#000', 0.05], [1, '#000', 0.6]);
  sheet.add(
    full(`fill="${sheet.linear([0, 0], [0, 900], [0, colours.night], [0.7, colours.deep], [1, '#020204'])}"`),
    above,
    box(-10, GROUND, 1620, 300, `fill="${colours.night}"`),
    reflection(sheet, GROUND, above, STONES),
    box(-10, GROUND, 1620, 300, `fill="${depth}"`),
    lit('', ...drops(random, colours, time)),
    ...splashes(sheet, random, colours),
  );
};

function litFront(random: Random, colours: Palette): string[] {
  return Array.from({ length: 26 }, (_, index) => {
    const [width, height] = [random.between(14, 60), random.between(60, 300)];
    const [x, y] = [index * 64 + random.between(-16, 16), GROUND - 38 - height - random.between(0, 120)];
    const tone = random.pick([colours.main, colours.second, colours.hot, colours.pale]);
    return box(x, y, width, height, `rx="8" fill="${tone}" opacity="${random.between(0.55, 1).toFixed(2)}"`);
  });
}

function queue(random: Random): string[] {
  return Array.from({ length: 9 }, (_, index) => {
    const [x, y] = [90 + index * 176 + random.between(-70, 70), GROUND - 2 + random.between(-2, 4)];
    return walker(random, x, y, random.between(0.8, 1.02));
  });
}

/** Somebody under an umbrella, seen from behind. */
function walker(random: Random, x: number, y: number, scale: number): string {
  const lean = random.between(-14, 14);
  const ribs = [-110, -66, -22, 22, 66, 110].map((at, index, all) => {
    const next = all[index + 1];
    return next === undefined ? '' : `Q${(at + next) / 2} -332 ${next} -318`;
  });
  return (
    `<g transform="translate(${n(x)} ${n(y)}) scale(${scale.toFixed(2)})">` +
    limb([-14, -100, 32], [-18, -50, 26], [-22, -6, 16], [-34, -2, 12]) +
    limb([14, -100, 32], [20, -50, 26], [24, -6, 16], [36, -2, 12]) +
    `<path d="M-12 -262L12 -262Q38 -254 40 -236L46 -176L62 -82Q0 -66 -62 -82L-46 -176L-40 -236Q-38 -254 -12 -262Z"/>` +
    limb([0, -256, 16], [0, -286, 40]) +
    `<g transform="rotate(${n(lean)} 0 -240)"><path d="M-110 -318A112 92 0 0 1 110 -318${ribs.join('')}"/><path d="M-110 -318A112 92 0 0 1 110 -318L66 -326L22 -318L-22 -326L-66 -318Z"/>` +
    `<rect x="10" y="-420" width="5" height="230"/></g></g>`
  );
}

function drops(random: Random, colours: Palette, time: number): string[] {
  return Array.from({ length: 260 }, () => {
    const [x, y, length] = [random.between(-60, 1660), random.between(-100, 900), random.between(16, 70)];
    const fall = ((y + time * 900 + 100) % 1000) - 100;
    return `<path d="M${n(x)} ${n(fall)}l${n(-length * 0.12)} ${n(length)}" stroke="${random.chance(0.3) ? colours.hot : colours.pale}" stroke-width="${n(random.between(0.6, 1.8))}" opacity="${random.between(0.1, 0.5).toFixed(2)}"/>`;
  });
}

function splashes(sheet: Sheet, random: Random, colours: Palette): string[] {
  return Array.from({ length: 40 }, () => {
    const [x, y] = [random.between(0, 1600), random.between(GROUND + 40, 890)];
    const size = (y - GROUND) / 9 + 4;
    return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(size)}" ry="${n(size * 0.26)}" fill="none" stroke="${colours.pale}" stroke-width="1.2" opacity="${random.between(0.15, 0.6).toFixed(2)}" filter="${sheet.blur(0.5)}"/>`;
  });
}
