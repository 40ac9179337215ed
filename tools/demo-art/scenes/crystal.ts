import { camera, type Place } from '../drawing/camera.ts';
import { beams, bokeh, glow } from '../drawing/light.ts';
import {
  box,
  disc,
  full,
  group,
  lit,
  n,
  type Palette,
  poly,
  type Random,
  type Scene,
  type Sheet,
} from '../drawing/scene.ts';

const BASE = 742;
/** Radius of the prize at heights from the foot up: a stem that opens into a flame. */
const PROFILE: readonly (readonly [height: number, radius: number])[] = [
  [0, 0.62],
  [0.16, 0.6],
  [0.3, 0.26],
  [0.8, 0.17],
  [1.35, 0.28],
  [1.95, 0.66],
  [2.6, 0.92],
  [3.15, 0.74],
  [3.7, 0.3],
  [4.05, 0.02],
];

/** The prize on its plinth: cut glass that takes every lamp of the hall apart. */
export const crystal: Scene = (sheet, random, colours, { time }) => {
  const x = 800 + random.pick([-1, 0, 1]) * 210;
  sheet.add(
    full(`fill="${sheet.linear([0, 0], [0, 900], [0, colours.night], [0.6, colours.deep], [1, '#030206'])}"`),
    glow(sheet, [x, 420], 980, colours.second, 0.75, 0.8),
    glow(sheet, [x, 380], 560, colours.main, 0.7),
    bokeh(sheet, random, [colours.main, colours.hot, colours.second, colours.pale], {
      count: 54,
      top: 40,
      bottom: 700,
      small: 8,
      large: 74,
      power: 0.5,
      soft: 2.6,
    }),
    beams(
      sheet,
      [
        [-380, 62],
        [-150, 79],
        [150, 101],
        [380, 118],
      ].map(([offset = 0, angle = 90], index) => ({
        from: [x + offset, -40] as const,
        angle: angle + random.between(-2, 2),
        length: 1050,
        spread: 12,
        colour: index % 2 ? colours.hot : colours.pale,
        power: 0.85,
      })),
      { seed: random.whole(1, 900), drift: time * 10 },
      7,
    ),
    plinth(sheet, colours, x),
    glow(sheet, [x, 400], 400, colours.pale, 0.45),
    group(`transform="translate(${n(x - 800)} 0)"`, facets(sheet, random, colours, time)),
  );
  for (const [dx, y, size] of [
    [-64, 262, 120],
    [88, 330, 90],
    [10, 148, 70],
    [-40, 560, 60],
    [52, 690, 60],
  ] as const)
    sheet.add(spark(sheet, x + dx, y, size, colours.pale));
};

function facets(sheet: Sheet, random: Random, colours: Palette, time: number): string {
  const view = camera([0, 2.5, -9], [0, 2.02, 0], 1420);
  const sides = 9;
  const tones = [colours.main, colours.second, colours.hot, colours.pale, colours.deep, colours.main];
  const corner = (level: number, side: number): Place => {
    const [height, radius] = PROFILE[level] ?? [0, 0];
    const turn = ((side + (level % 2) * 0.5) / sides) * Math.PI * 2 + time * 0.4 + 0.3;
    return [Math.cos(turn) * radius, height, Math.sin(turn) * radius];
  };
  const back: string[] = [];
  const front: string[] = [];
  for (let level = 0; level < PROFILE.length - 1; level += 1) {
    for (let side = 0; side < sides; side += 1) {
      const shift = level % 2 ? 1 : 0;
      const triangles: Place[][] = [
        [corner(level, side), corner(level, side + 1), corner(level + 1, side + shift)],
        [corner(level + 1, side + shift), corner(level + 1, side + shift - 1), corner(level, side)],
      ];
      for (const triangle of triangles) {
        const depth = triangle.reduce((sum, place) => sum + place[2], 0) / 3;
        const points = triangle.map(view.show);
        const [from = [0, 0], , to = [0, 0]] = points;
        const fill = sheet.linear(
          from,
          to,
          [0, random.pick(tones), random.between(0.35, 0.95)],
          [0.5, random.pick(tones), random.between(0.1, 0.7)],
          [1, random.chance(0.32) ? '#ffffff' : random.pick(tones), random.between(0.3, 0.95)],
        );
        const edge = `stroke="${colours.pale}" stroke-width="${depth < 0 ? 0.9 : 0.4}" stroke-opacity="${depth < 0 ? 0.55 : 0.15}" stroke-linejoin="round"`;
        (depth < 0 ? front : back).push(poly(`fill="${fill}" ${edge}`, ...points));
      }
    }
  }
  const silhouette = group(
    `fill="${colours.night}" opacity="0.62"`,
    ...[...front, ...back].map((path) => path.replace(/fill="url[^"]*"/, '')),
  );
  return silhouette + lit('opacity="0.55"', ...back) + lit('', ...front);
}

function plinth(sheet: Sheet, colours: Palette, x: number): string {
  const side = sheet.linear(
    [x - 250, 0],
    [x + 250, 0],
    [0, '#050308'],
    [0.3, colours.deep],
    [0.55, colours.night],
    [1, '#030206'],
  );
  return (
    glow(sheet, [x, BASE + 10], 560, colours.main, 0.7, 0.25) +
    box(x - 250, BASE, 500, 240, `fill="${side}"`) +
    `<ellipse cx="${n(x)}" cy="${BASE}" rx="250" ry="44" fill="${sheet.oval(x, BASE, 250, 0.18, [0, colours.pale, 1], [0.3, colours.hot], [0.7, colours.main], [1, colours.deep])}" stroke="${colours.pale}" stroke-opacity="0.6" stroke-width="2"/>`
  );
}

function spark(sheet: Sheet, x: number, y: number, size: number, colour: string): string {
  const arm = (turn: number, length: number) =>
    `<path d="M${-length} 0Q0 0 0 ${-length * 0.03}Q0 0 ${length} 0Q0 0 0 ${length * 0.03}Q0 0 ${-length} 0Z" transform="translate(${n(x)} ${n(y)}) rotate(${turn})" fill="#fff" stroke="#fff" stroke-width="1.2"/>`;
  return (
    lit('', arm(0, size), arm(90, size * 0.8), arm(45, size * 0.25), arm(-45, size * 0.25)) +
    glow(sheet, [x, y], size * 0.7, colour, 0.9) +
    disc(x, y, 3, 'fill="#fff"')
  );
}
