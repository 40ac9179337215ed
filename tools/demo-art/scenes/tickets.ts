import { type Beam, beams, bokeh, glow } from '../drawing/light.ts';
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

const [W, H] = [620, 270];

/** Three tickets in the air, printed in the colours of the evening; not a word on them. */
export const tickets: Scene = (sheet, random, colours, { time }) => {
  const seed = random.whole(1, 900);
  const lights = [colours.main, colours.hot, colours.second];
  sheet.add(
    full(`fill="${sheet.oval(800, 420, 1100, 0.8, [0, colours.deep], [1, colours.night])}"`),
    glow(sheet, [420, 220], 720, colours.second, 0.6),
    glow(sheet, [1240, 640], 720, colours.main, 0.6),
    beams(sheet, fromAbove(random, colours), { seed, drift: time * 10 }, 8),
    bokeh(sheet, random, lights, { count: 30, top: 0, bottom: 900, small: 6, large: 46, power: 0.45, soft: 2.4 }),
    flying(sheet, random, colours, 'translate(560 330) rotate(-19) scale(0.92)', [
      colours.second,
      colours.deep,
      colours.main,
    ]),
    flying(sheet, random, colours, 'translate(1060 400) rotate(13) scale(0.98)', [
      colours.main,
      colours.second,
      colours.deep,
    ]),
    flying(sheet, random, colours, 'translate(770 560) rotate(-5) scale(1.16)', [
      colours.hot,
      colours.main,
      colours.second,
    ]),
    bokeh(sheet, random, [colours.hot, colours.pale], {
      count: 9,
      top: 100,
      bottom: 860,
      small: 30,
      large: 90,
      power: 0.22,
      soft: 9,
    }),
  );
};

function fromAbove(random: Random, colours: Palette): Beam[] {
  return [48, 66, 84, 102, 120].map((angle, index) => ({
    from: [560 + index * 120, -40] as const,
    angle: angle + random.between(-4, 4),
    length: 1200,
    spread: 11,
    colour: index % 2 ? colours.hot : colours.main,
    power: 0.5,
  }));
}

function flying(
  sheet: Sheet,
  random: Random,
  colours: Palette,
  place: string,
  face: readonly [string, string, string],
): string {
  const pose = `transform="${place} rotate(${n(random.between(-4, 4))}) skewX(${n(random.between(-6, 5))})"`;
  const shadow = `<path d="${outline()}" transform="translate(24 54)" fill="#000"/>`;
  return (
    group(`opacity="0.75" filter="${sheet.blur(22)}"`, group(pose, shadow)) +
    group(pose, ticket(sheet, random, colours, face))
  );
}

/** A rectangle with half-round bites at the perforation and small ones along the short sides. */
function outline(): string {
  const [left, right, top, bottom, tear] = [-W / 2, W / 2, -H / 2, H / 2, W / 2 - 168];
  const bites = (x: number, from: number, sign: number, sweep: number) =>
    Array.from(
      { length: 9 },
      (_, index) => `L${x} ${n(from + sign * (index * 29 + 8))}a7 7 0 0 ${sweep} 0 ${sign * 14}`,
    ).join('');
  return (
    `M${left} ${top}L${tear - 20} ${top}a20 20 0 0 0 40 0L${right} ${top}${bites(right, top, 1, 0)}L${right} ${bottom}` +
    `L${tear + 20} ${bottom}a20 20 0 0 0 -40 0L${left} ${bottom}${bites(left, bottom, -1, 0)}Z`
  );
}

function ticket(
  sheet: Sheet,
  random: Random,
  colours: Palette,
  [from, middle, to]: readonly [string, string, string],
): string {
  const paper = sheet.linear([-W / 2, -H / 2], [W / 2, H / 2], [0, from], [0.5, middle], [1, to]);
  const path = (look: string) => `<path d="${outline()}" ${look}/>`;
  const rays = Array.from({ length: 18 }, (_, index) => ray(index * 20 + random.between(-2, 2), 6 + (index % 3) * 2));
  return (
    path(`fill="${paper}"`) +
    group(
      `clip-path="${sheet.clip(path(''))}"`,
      lit(`fill="${colours.pale}" fill-opacity="0.2"`, ...rays),
      sunrise(colours),
      star(-230, -62, 40, colours.pale),
      star(-152, -84, 17, colours.pale),
      star(140, -76, 22, colours.pale),
      lit('', path(`fill="${foil(sheet, colours)}"`)),
    ) +
    group(`fill="${colours.night}" opacity="0.85"`, ...bars(random)) +
    `<path d="M${W / 2 - 168} ${-H / 2 + 26}V${H / 2 - 26}" stroke="${colours.night}" stroke-width="4" stroke-dasharray="2 12" stroke-linecap="round" opacity="0.8"/>` +
    path('fill="none" stroke="#fff" stroke-opacity="0.5" stroke-width="1.6"')
  );
}

function sunrise({ pale }: Palette): string {
  return (
    disc(-60, 120, 74, `fill="${pale}" opacity="0.9"`) +
    disc(-60, 120, 96, `fill="none" stroke="${pale}" stroke-width="5" opacity="0.6"`) +
    disc(-60, 120, 122, `fill="none" stroke="${pale}" stroke-width="2.4" opacity="0.5"`)
  );
}

/** The band of light that runs over foil. */
function foil(sheet: Sheet, { pale }: Palette): string {
  return sheet.linear(
    [-W / 2, H / 2],
    [W / 2, -H / 2],
    [0, '#fff', 0.05],
    [0.34, '#fff', 0.02],
    [0.45, pale, 0.55],
    [0.5, '#fff', 0.75],
    [0.55, pale, 0.4],
    [0.7, '#fff', 0.03],
    [1, '#fff', 0.12],
  );
}

function bars(random: Random): string[] {
  const drawn: string[] = [];
  for (let y = -H / 2 + 40; y < H / 2 - 40; ) {
    const thick = random.pick([2, 3, 5, 8]);
    drawn.push(box(W / 2 - 118, y, 74, thick, ''));
    y += thick + random.pick([3, 4, 6]);
  }
  return drawn;
}

function ray(angle: number, width: number): string {
  const heart: Point = [-60, 120];
  return poly('', heart, away(heart, angle - width / 2, 700), away(heart, angle + width / 2, 700));
}

function star(x: number, y: number, radius: number, colour: string): string {
  const points = Array.from({ length: 10 }, (_, index) =>
    away([x, y], index * 36 - 90, index % 2 ? radius * 0.42 : radius),
  );
  return poly(`fill="${colour}" opacity="0.9"`, ...points);
}
