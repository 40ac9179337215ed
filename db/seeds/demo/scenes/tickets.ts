import { beams, bokeh, glow } from '../drawing/light.ts';
import type { Palette } from '../drawing/palettes.ts';
import type { Random } from '../drawing/random.ts';
import type { Scene } from '../drawing/scene.ts';
import { box, disc, full, group, lit, n, poly, type Point, type Sheet } from '../drawing/sheet.ts';

const [W, H] = [620, 270];

/** Three tickets in the air, printed in the colours of the evening; not a word on them. */
export const tickets: Scene = (sheet, random, colours, { time }) => {
  const seed = random.whole(1, 900);
  sheet.add(
    full(`fill="${sheet.radial(800, 420, 1100, [[0, colours.deep], [1, colours.night]], 0.8)}"`),
    glow(sheet, [420, 220], 720, colours.second, 0.6),
    glow(sheet, [1240, 640], 720, colours.main, 0.6),
    beams(
      sheet,
      [48, 66, 84, 102, 120].map((angle, index) => ({ from: [560 + index * 120, -40] as const, angle: angle + random.between(-4, 4), length: 1200, spread: 11, colour: index % 2 ? colours.hot : colours.main, power: 0.5 })),
      { seed, drift: time * 10 },
      8,
    ),
    bokeh(sheet, random, [colours.main, colours.hot, colours.second], { count: 30, top: 0, bottom: 900, small: 6, large: 46, power: 0.45, soft: 2.4 }),
  );
  const poses = [
    { x: 560, y: 330, turn: -19, scale: 0.92, face: [colours.second, colours.deep, colours.main] },
    { x: 1060, y: 400, turn: 13, scale: 0.98, face: [colours.main, colours.second, colours.deep] },
    { x: 770, y: 560, turn: -5, scale: 1.16, face: [colours.hot, colours.main, colours.second] },
  ];
  poses.forEach((pose, index) => {
    const place = `transform="translate(${pose.x} ${n(pose.y + Math.sin(time + index) * 8)}) rotate(${n(pose.turn + random.between(-4, 4))}) scale(${pose.scale}) skewX(${-6 + index * 5})"`;
    sheet.add(
      group(`opacity="0.75" filter="${sheet.blur(22)}"`, group(`${place}`, `<path d="${outline()}" transform="translate(24 54)" fill="#000"/>`)),
      group(place, ticket(sheet, random, colours, pose.face)),
    );
  });
  sheet.add(bokeh(sheet, random, [colours.hot, colours.pale], { count: 9, top: 100, bottom: 860, small: 30, large: 90, power: 0.22, soft: 9 }));
};

/** A rectangle with half-round bites at the perforation and small ones along the short sides. */
function outline(): string {
  const [left, right, top, bottom, tear] = [-W / 2, W / 2, -H / 2, H / 2, W / 2 - 168];
  const bites = (x: number, from: number, sign: number, sweep: number) =>
    Array.from({ length: 9 }, (_, index) => `L${x} ${n(from + sign * (index * 29 + 8))}a7 7 0 0 ${sweep} 0 ${sign * 14}`).join('');
  return (
    `M${left} ${top}L${tear - 20} ${top}a20 20 0 0 0 40 0L${right} ${top}${bites(right, top, 1, 0)}L${right} ${bottom}` +
    `L${tear + 20} ${bottom}a20 20 0 0 0 -40 0L${left} ${bottom}${bites(left, bottom, -1, 0)}Z`
  );
}

function ticket(sheet: Sheet, random: Random, colours: Palette, [from, middle, to]: string[]): string {
  const paper = sheet.linear([-W / 2, -H / 2], [W / 2, H / 2], [[0, from ?? ''], [0.5, middle ?? ''], [1, to ?? '']]);
  const shape = `<path d="${outline()}"/>`;
  const rays = Array.from({ length: 18 }, (_, index) => ray(-60, 120, index * 20 + random.between(-2, 2), 6 + (index % 3) * 2));
  const bars: string[] = [];
  for (let y = -H / 2 + 40; y < H / 2 - 40; ) {
    const thick = random.pick([2, 3, 5, 8]);
    bars.push(box(W / 2 - 118, y, 74, thick, ''));
    y += thick + random.pick([3, 4, 6]);
  }
  const foil = sheet.linear([-W / 2, H / 2], [W / 2, -H / 2], [
    [0, '#fff', 0.05],
    [0.34, '#fff', 0.02],
    [0.45, colours.pale, 0.55],
    [0.5, '#fff', 0.75],
    [0.55, colours.pale, 0.4],
    [0.7, '#fff', 0.03],
    [1, '#fff', 0.12],
  ]);
  return (
    `<path d="${outline()}" fill="${paper}"/>` +
    group(
      `clip-path="${sheet.clip(shape)}"`,
      lit('', ...rays.map((points) => poly(points, `fill="${colours.pale}" opacity="0.2"`))),
      disc(-60, 120, 74, `fill="${colours.pale}" opacity="0.9"`),
      disc(-60, 120, 96, `fill="none" stroke="${colours.pale}" stroke-width="5" opacity="0.6"`),
      disc(-60, 120, 122, `fill="none" stroke="${colours.pale}" stroke-width="2.4" opacity="0.5"`),
      star(-230, -62, 40, colours.pale),
      star(-152, -84, 17, colours.pale),
      star(140, -76, 22, colours.pale),
      lit('', `<path d="${outline()}" fill="${foil}"/>`),
    ) +
    group(`fill="${colours.night}" opacity="0.85"`, ...bars) +
    `<path d="M${W / 2 - 168} ${-H / 2 + 26}L${W / 2 - 168} ${H / 2 - 26}" stroke="${colours.night}" stroke-width="4" stroke-dasharray="2 12" stroke-linecap="round" opacity="0.8"/>` +
    `<path d="${outline()}" fill="none" stroke="#fff" stroke-opacity="0.5" stroke-width="1.6"/>`
  );
}

function ray(x: number, y: number, angle: number, width: number): Point[] {
  const end = (degrees: number): Point => [x + Math.cos((degrees * Math.PI) / 180) * 700, y + Math.sin((degrees * Math.PI) / 180) * 700];
  return [[x, y], end(angle - width / 2), end(angle + width / 2)];
}

function star(x: number, y: number, radius: number, colour: string): string {
  const points = Array.from({ length: 10 }, (_, index): Point => {
    const [turn, length] = [(index * Math.PI) / 5 - Math.PI / 2, index % 2 ? radius * 0.42 : radius];
    return [x + Math.cos(turn) * length, y + Math.sin(turn) * length];
  });
  return poly(points, `fill="${colour}" opacity="0.9"`);
}
