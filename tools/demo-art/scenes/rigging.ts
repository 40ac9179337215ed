import { type Beam, beams, glow, haze, lamp, rim } from '../drawing/light.ts';
import { crowdRow } from '../drawing/people.ts';
import { truss } from '../drawing/rig.ts';
import {
  away,
  disc,
  full,
  group,
  type Moment,
  n,
  type Palette,
  type Random,
  type Scene,
  type Sheet,
} from '../drawing/scene.ts';

/** Trusses from far to near. */
const ROWS = [
  { y: 96, height: 26, count: 11, size: 15, soft: 2.2 },
  { y: 190, height: 44, count: 8, size: 27, soft: 1.1 },
  { y: 330, height: 80, count: 5, size: 52, soft: 0.3 },
] as const;

type Head = { x: number; y: number; angle: number; size: number; tone: string };

/** Under the grid: trusses one behind another, the moving heads all looking down at us. */
export const rigging: Scene = (sheet, random, colours, moment) => {
  const { time } = moment;
  const tilt = random.between(-70, 70);
  const seed = random.whole(1, 900);
  sheet.add(
    full(`fill="${sheet.linear([0, 0], [0, 900], [0, colours.night], [0.5, colours.deep], [1, colours.night])}"`),
    glow(sheet, [800, 980], 1200, colours.main, 0.9, 0.6),
    glow(sheet, [800 - tilt * 6, 200], 900, colours.second, 0.6, 0.6),
    haze(sheet, seed + 1, colours.second, 0.6, { top: -80, bottom: 980 }, time * 14),
  );
  for (const [depth, row] of ROWS.entries()) {
    const lean = tilt * (0.4 + depth * 0.3);
    const heads = hang(random, colours, depth, lean, time);
    const bar = truss([-80, row.y - lean / 2], [1680, row.y + lean / 2], row.height, colours.deep);
    sheet.add(
      group(`filter="${sheet.blur(row.soft)}"`, bar),
      beams(sheet, light(heads, depth, moment), { seed: seed + depth, drift: time * 14 }, 4 + depth * 2),
      ...heads.map((head) => movingHead(sheet, colours, head, 0.7 + moment.pulse * 0.3)),
    );
  }
  const sway = (at: number) => Math.sin(time * 2 + at) * 0.1;
  const edge = rim(sheet, colours.pale, 2, 0.9, 0.7);
  sheet.add(
    haze(sheet, seed + 9, colours.main, 0.5, { top: 420, bottom: 1000 }, -time * 18),
    group(`fill="${colours.night}" filter="${edge}"`, crowdRow(random, 850, 46, 0.55, sway(0))),
    group(`fill="#040307" filter="${sheet.blur(2)}"`, crowdRow(random, 960, 96, 0.5, sway(1))),
  );
};

function hang(random: Random, colours: Palette, depth: number, lean: number, time: number): Head[] {
  const { y, height, count, size } = ROWS[depth] ?? ROWS[0];
  return Array.from({ length: count }, (_, index) => {
    const share = (index + 0.5) / count;
    const turn = random.between(-16, 16) + Math.sin(time * 1.1 + index * 1.3 + depth) * 12;
    return {
      x: -60 + share * 1720,
      y: y + height + size * 1.1 + lean * (share - 0.5),
      angle: 90 + (0.5 - share) * (50 + depth * 10) + turn,
      size,
      tone: [colours.main, colours.hot, colours.second][(index + depth) % 3] ?? colours.main,
    };
  });
}

function light(heads: readonly Head[], depth: number, { bands }: Moment): Beam[] {
  return heads.map(({ x, y, angle, size, tone }, index) => ({
    from: away([x, y], angle, size),
    angle,
    length: 1100,
    spread: 7 + depth * 3,
    colour: tone,
    power: 0.45 + 0.55 * (bands[index % bands.length] ?? 0.5),
  }));
}

/** Base, yoke and the barrel with its lens. */
function movingHead(sheet: Sheet, colours: Palette, { x, y, angle, size, tone }: Head, power: number): string {
  const lens = away([x, y], angle, size * 0.8);
  const housing = group(
    `transform="translate(${n(x)} ${n(y)}) scale(${size})" fill="#050409" stroke="${colours.deep}" stroke-width="0.05"`,
    '<rect x="-0.7" y="-1.5" width="1.4" height="0.6" rx="0.12"/>',
    '<path d="M-1 -1H1L0.92 0.25H0.66V-0.7H-0.66V0.25H-0.92Z"/>',
    `<g transform="rotate(${n(angle - 90)})"><rect x="-0.6" y="-0.8" width="1.2" height="1.6" rx="0.45"/></g>`,
  );
  return housing + disc(...lens, size * 0.46, `fill="${tone}"`) + lamp(sheet, lens, size * 0.32, tone, power);
}
