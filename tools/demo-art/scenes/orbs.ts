import { type Beam, beams, bokeh, glow } from '../drawing/light.ts';
import { box, disc, full, group, lit, n, type Palette, type Random, type Scene, type Sheet } from '../drawing/scene.ts';

const TABLE = 640;

/** A glass ball: where it lies, how large it is, the colour of its light. */
type Ball = { x: number; y: number; radius: number; tone: string };

/** The draw: glass balls with a light inside each, on black lacquer. */
export const orbs: Scene = (sheet, random, colours, { time }) => {
  const tones = [colours.main, colours.second, colours.hot, colours.pale];
  const lacquer = sheet.linear([0, TABLE - 30], [0, 900], [0, colours.deep, 0.9], [0.2, colours.night], [1, '#010102']);
  const spots = fromAbove(random, colours);
  sheet.add(
    full(`fill="${sheet.linear([0, 0], [0, 640], [0, colours.night], [0.85, colours.deep], [1, colours.night])}"`),
    glow(sheet, [800, 420], 1000, colours.second, 0.7, 0.6),
    glow(sheet, [1100, 260], 600, colours.main, 0.6, 0.7),
    beams(sheet, spots, { seed: random.whole(1, 900), drift: time * 10 }, 8),
    bokeh(sheet, random, tones, { count: 50, top: 80, bottom: 600, small: 8, large: 54, power: 0.5, soft: 2.4 }),
    box(-10, TABLE - 30, 1620, 300, `fill="${lacquer}"`),
  );
  for (const ball of far(random, tones)) sheet.add(...onTable(sheet, colours, ball, 2.2));
  for (const ball of near(random, colours)) sheet.add(...onTable(sheet, colours, ball, 0));
};

function fromAbove(random: Random, colours: Palette): Beam[] {
  return [70, 84, 97, 110].map((angle, index) => ({
    from: [350 + index * 300, -30] as const,
    angle: angle + random.between(-5, 5),
    length: 1000,
    spread: 12,
    colour: index % 2 ? colours.hot : colours.main,
    power: 0.7,
  }));
}

function far(random: Random, tones: readonly string[]): Ball[] {
  return Array.from({ length: 7 }, (_, index) => ({
    x: 110 + index * 232 + random.between(-40, 40),
    y: TABLE - 10,
    radius: random.between(62, 82),
    tone: random.pick(tones),
  }));
}

function near(random: Random, colours: Palette): Ball[] {
  return [
    { x: 800 + random.between(-60, 60), y: TABLE + 60, radius: 186, tone: colours.hot },
    { x: 380 + random.between(-30, 30), y: TABLE + 84, radius: 132, tone: colours.main },
    { x: 1210 + random.between(-30, 30), y: TABLE + 76, radius: 144, tone: colours.second },
    { x: 1480, y: TABLE + 130, radius: 108, tone: colours.main },
    { x: 110, y: TABLE + 140, radius: 104, tone: colours.second },
  ];
}

/** The ball, its light on the table and its fading mirror image. */
function onTable(sheet: Sheet, colours: Palette, ball: Ball, soft: number): string[] {
  const { x, y, radius, tone } = ball;
  const shape = orb(sheet, colours, ball);
  const fading = sheet.mask(full(`fill="${sheet.linear([0, y], [0, y + radius * 1.5], [0, '#fff'], [1, '#000'])}"`));
  const turned = group(`transform="translate(0 ${n(y * 2)}) scale(1 -1)"`, shape);
  return [
    group(`opacity="0.5" filter="${sheet.blur(6)}" mask="${fading}"`, turned),
    glow(sheet, [x, y], radius * 2.2, tone, 0.45, 0.3),
    soft > 0 ? group(`filter="${sheet.blur(soft)}"`, shape) : shape,
  ];
}

/** Glass: dark rim, light gathered at the far side, a heart, two window highlights. */
function orb(sheet: Sheet, colours: Palette, { x, y: ground, radius, tone }: Ball): string {
  const y = ground - radius;
  const round = sheet.clip(disc(x, y, radius, ''));
  return (
    disc(
      x,
      y,
      radius,
      `fill="${sheet.radial(x - radius * 0.2, y - radius * 0.3, radius * 1.35, [0, colours.deep, 0.75], [0.6, colours.night, 0.8], [1, tone, 0.9])}"`,
    ) +
    group(
      `clip-path="${round}"`,
      glow(sheet, [x + radius * 0.25, y + radius * 0.55], radius * 1.15, tone, 0.95),
      glow(sheet, [x - radius * 0.5, y - radius * 0.1], radius * 0.8, colours.second, 0.55),
      `<path d="M${n(x - radius)} ${n(y + radius * 0.2)}Q${n(x)} ${n(y + radius * 0.62)} ${n(x + radius)} ${n(y + radius * 0.08)}" fill="none" stroke="${tone}" stroke-width="${n(radius * 0.05)}" opacity="0.55"/>`,
      disc(x, y, radius * 0.2, `fill="${colours.pale}"`),
      glow(sheet, [x, y], radius * 0.85, tone, 1),
      glow(sheet, [x, y], radius * 0.4, '#ffffff', 1),
    ) +
    lit(
      `filter="${sheet.blur(1.4)}"`,
      `<path d="M${n(x - radius * 0.74)} ${n(y - radius * 0.3)}A${n(radius * 0.8)} ${n(radius * 0.8)} 0 0 1 ${n(x - radius * 0.1)} ${n(y - radius * 0.79)}L${n(x - radius * 0.16)} ${n(y - radius * 0.62)}A${n(radius * 0.62)} ${n(radius * 0.62)} 0 0 0 ${n(x - radius * 0.58)} ${n(y - radius * 0.26)}Z" fill="#fff" opacity="0.75"/>`,
      `<path d="M${n(x + radius * 0.5)} ${n(y + radius * 0.76)}A${n(radius * 0.92)} ${n(radius * 0.92)} 0 0 0 ${n(x + radius * 0.9)} ${n(y + radius * 0.16)}" fill="none" stroke="${colours.pale}" stroke-width="${n(radius * 0.045)}" opacity="0.9"/>`,
    ) +
    disc(x, y, radius - 1, `fill="none" stroke="${tone}" stroke-width="2.4" opacity="0.85"`)
  );
}
