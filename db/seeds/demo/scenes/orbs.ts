import { beams, bokeh, glow } from '../drawing/light.ts';
import type { Palette } from '../drawing/palettes.ts';
import type { Scene } from '../drawing/scene.ts';
import { box, disc, full, group, lit, n, type Sheet } from '../drawing/sheet.ts';

const TABLE = 640;

/** The draw: glass balls with a light inside each, on black lacquer. */
export const orbs: Scene = (sheet, random, colours, { time }) => {
  sheet.add(
    full(`fill="${sheet.linear([0, 0], [0, 900], [[0, colours.night], [0.6, colours.deep], [0.71, colours.night], [1, '#020103']])}"`),
    glow(sheet, [800, 420], 1000, colours.second, 0.7, 0.6),
    glow(sheet, [1100, 260], 600, colours.main, 0.6, 0.7),
    beams(
      sheet,
      [70, 84, 97, 110].map((angle, index) => ({ from: [350 + index * 300, -30] as const, angle: angle + random.between(-5, 5), length: 1000, spread: 12, colour: index % 2 ? colours.hot : colours.main, power: 0.7 })),
      { seed: random.whole(1, 900), drift: time * 10 },
      8,
    ),
    bokeh(sheet, random, [colours.main, colours.hot, colours.second, colours.pale], { count: 50, top: 80, bottom: 600, small: 8, large: 54, power: 0.5, soft: 2.4 }),
    box(-10, TABLE - 30, 1620, 300, `fill="${sheet.linear([0, TABLE - 30], [0, 900], [[0, colours.deep, 0.9], [0.2, colours.night], [1, '#010102']])}"`),
  );
  const tones = [colours.main, colours.second, colours.hot, colours.pale];
  const back = Array.from({ length: 7 }, (_, index) => ({ x: 110 + index * 232 + random.between(-40, 40), y: TABLE - 10, radius: random.between(62, 82), tone: random.pick(tones) }));
  const front = [
    { x: 800 + random.between(-60, 60), y: TABLE + 60, radius: 186, tone: colours.hot },
    { x: 380 + random.between(-30, 30), y: TABLE + 84, radius: 132, tone: colours.main },
    { x: 1210 + random.between(-30, 30), y: TABLE + 76, radius: 144, tone: colours.second },
    { x: 1480, y: TABLE + 130, radius: 108, tone: colours.main },
    { x: 110, y: TABLE + 140, radius: 104, tone: colours.second },
  ];
  for (const [balls, soft] of [[back, 2.2], [front, 0]] as const) {
    for (const ball of balls) {
      const shape = orb(sheet, colours, ball);
      sheet.add(
        group(`opacity="0.5" filter="${sheet.blur(6)}" mask="${fade(sheet, ball)}"`, group(`transform="translate(0 ${n(ball.y * 2)}) scale(1 -1)"`, shape)),
        glow(sheet, [ball.x, ball.y], ball.radius * 2.2, ball.tone, 0.45, 0.3),
        soft > 0 ? group(`filter="${sheet.blur(soft)}"`, shape) : shape,
      );
    }
  }
};

type Ball = { x: number; y: number; radius: number; tone: string };

function fade(sheet: Sheet, { y, radius }: Ball): string {
  return sheet.mask(full(`fill="${sheet.linear([0, y], [0, y + radius * 1.5], [[0, '#fff'], [1, '#000']])}"`));
}

/** Glass: dark rim, light gathered at the far side, a heart, two window highlights. */
function orb(sheet: Sheet, colours: Palette, { x, y: ground, radius, tone }: Ball): string {
  const y = ground - radius;
  const round = sheet.clip(disc(x, y, radius, ''));
  return (
    disc(x, y, radius, `fill="${sheet.radial(x - radius * 0.2, y - radius * 0.3, radius * 1.35, [[0, colours.deep, 0.75], [0.6, colours.night, 0.8], [1, tone, 0.9]])}"`) +
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
