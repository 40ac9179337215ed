import { bokeh, glow } from '../drawing/light.ts';
import { limb } from '../drawing/people.ts';
import {
  away,
  box,
  disc,
  full,
  group,
  lit,
  n,
  type Palette,
  type Point,
  poly,
  type Random,
  type Scene,
  type Sheet,
} from '../drawing/scene.ts';

const RADIUS = 620;
const TILT = 0.62; // How flat the record lies

/** A record under coloured lamps: the grooves break the light into fans. */
export const vinyl: Scene = (sheet, random, colours, { time }) => {
  const side = random.pick([-1, 1]);
  const [x, y] = [800 + side * random.between(120, 260), random.between(540, 640)];
  const turn = random.between(0, 180) + time * 40;
  const lights = [colours.main, colours.second, colours.hot];
  const lying = `transform="translate(${n(x)} ${n(y)}) scale(1 ${TILT})"`;
  sheet.add(
    full(`fill="${sheet.linear([0, 0], [1600, 900], [0, colours.deep], [1, colours.night])}"`),
    glow(sheet, [800 - side * 560, 120], 760, colours.main, 0.75),
    glow(sheet, [800 + side * 700, 40], 640, colours.second, 0.8),
    bokeh(sheet, random, lights, { count: 26, top: -20, bottom: 330, small: 12, large: 62, power: 0.5, soft: 2.4 }),
    shadow(sheet, x, y),
    group(
      lying,
      disc(0, 14, RADIUS, 'fill="#000"'),
      disc(0, 0, RADIUS, 'fill="#0a090d" stroke="#33303a" stroke-width="2"'),
    ),
    lit(`filter="${sheet.blur(6)}"`, group(lying, reflections(sheet, colours, turn * 0.05))),
    group(`${lying} fill="none"`, ...grooves(random)),
    group(
      lying,
      label(sheet, colours, turn),
      disc(0, 0, 226, 'fill="none" stroke="#000" stroke-width="5" opacity="0.8"'),
    ),
    arm(sheet, colours, (distance) => x - side * distance, y),
  );
};

function shadow(sheet: Sheet, x: number, y: number): string {
  const dark = `<ellipse cx="${n(x)}" cy="${n(y + 46)}" rx="${RADIUS + 14}" ry="${n(RADIUS * TILT)}" fill="#000" opacity="0.85"/>`;
  return group(`filter="${sheet.blur(26)}"`, dark);
}

function grooves(random: Random): string[] {
  const rings: string[] = [];
  for (let radius = 230; radius < RADIUS - 14; radius += 3.4) {
    const look = random.chance(0.035)
      ? 'stroke-width="3.2" opacity="0.02"'
      : `stroke-width="1" opacity="${random.between(0.03, 0.13).toFixed(2)}"`;
    rings.push(disc(0, 0, radius, `stroke="#fff" ${look}`));
  }
  return rings;
}

/** Each lamp gives two opposite fans that are bright in the middle and die away on both sides. */
function reflections(sheet: Sheet, colours: Palette, shift: number): string {
  const ray = (degrees: number): Point => away([0, 0], degrees, RADIUS * 1.3);
  const fan = (at: number, width: number, colour: string, power: number) =>
    Array.from({ length: 46 }, (_, index) => {
      const aside = ((index >> 1) / 11 - 1) * 2.4;
      const degrees = at + shift + (index % 2) * 180 + aside * width;
      const look = `fill="${colour}" opacity="${(power * Math.exp(-aside * aside)).toFixed(2)}"`;
      return poly(look, [0, 0], ray(degrees - width * 0.13), ray(degrees + width * 0.13));
    });
  return group(
    `clip-path="${sheet.clip(disc(0, 0, RADIUS - 6, ''))}"`,
    ...fan(24, 15, colours.main, 0.8),
    ...fan(52, 5, colours.hot, 0.9),
    ...fan(78, 12, colours.second, 0.75),
    ...fan(118, 9, colours.main, 0.6),
    ...fan(150, 17, colours.second, 0.7),
    ...fan(141, 3, colours.pale, 0.7),
  );
}

function label(sheet: Sheet, colours: Palette, turn: number): string {
  const paper = sheet.linear([-200, -200], [200, 200], [0, colours.hot], [0.5, colours.main], [1, colours.second]);
  const stripes = Array.from({ length: 7 }, (_, index) =>
    box(-220, -150 + index * 46, 440, 18, `fill="${colours.pale}" opacity="${n(0.5 - index * 0.06)}"`),
  );
  const print = group(
    `transform="rotate(${n(turn)})"`,
    ...stripes,
    disc(0, 0, 96, `fill="${colours.night}" opacity="0.85"`),
    disc(0, 0, 84, `fill="none" stroke="${colours.pale}" stroke-width="2" opacity="0.7"`),
  );
  return (
    disc(0, 0, 208, 'fill="#050408"') +
    disc(0, 0, 200, `fill="${paper}"`) +
    group(`clip-path="${sheet.clip(disc(0, 0, 200, ''))}"`, print) +
    disc(0, 0, 13, 'fill="#000"') +
    disc(-2, -4, 9, 'fill="#c9c6d2"')
  );
}

function arm(sheet: Sheet, colours: Palette, x: (distance: number) => number, y: number): string {
  const metal = sheet.linear([x(700), 0], [x(200), 0], [0, '#f6f2ff'], [0.5, '#8d8a9c'], [1, '#dcd8ea']);
  const path = `M${n(x(690))} ${n(y - 420)}Q${n(x(640))} ${n(y - 120)} ${n(x(430))} ${n(y + 40)}`;
  const tube = (stroke: string, width: number, more = '') =>
    `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" ${more}/>`;
  return (
    group(`filter="${sheet.blur(9)}" opacity="0.7"`, tube('#000', 22, 'transform="translate(10 40)"')) +
    tube('#15131a', 19) +
    tube(metal, 11) +
    group('fill="#1a1722"', limb([x(432), y + 38, 34], [x(384), y + 78, 44])) +
    group(`fill="${colours.hot}"`, limb([x(388), y + 70, 12], [x(372), y + 86, 10])) +
    disc(x(690), y - 420, 74, 'fill="#17141d"') +
    disc(x(690), y - 424, 60, `fill="${metal}" opacity="0.8"`)
  );
}
