import { beams, glow, haze, rim } from '../drawing/light.ts';
import { crowdRow } from '../drawing/people.ts';
import { full, group, n, type Palette, type Random, type Scene, type Sheet } from '../drawing/scene.ts';

/** The last chord: paper rain in the light, everybody's hands up. */
export const confetti: Scene = (sheet, random, colours, { time, pulse }) => {
  const x = 800 + random.between(-220, 220);
  const seed = random.whole(1, 900);
  sheet.add(
    full(`fill="${sheet.linear([0, 0], [0, 900], [0, colours.deep], [0.6, colours.deep], [1, colours.night])}"`),
    glow(sheet, [x, 520], 1150, colours.main, 0.95, 0.75),
    glow(sheet, [x, 470], 620, colours.hot, 0.95 + pulse * 0.05, 0.8),
    glow(sheet, [x, 480], 300, colours.pale, 0.95),
    beams(
      sheet,
      Array.from({ length: 13 }, (_, index) => ({
        from: [x, 500] as const,
        angle: -180 + index * 15 + random.between(-4, 4) + Math.sin(time + index) * 2,
        length: 1250,
        spread: random.between(5, 9),
        colour: index % 2 ? colours.hot : colours.pale,
        power: 0.75,
      })),
      { seed, drift: time * 12 },
      7,
    ),
    rain(sheet, random, colours, { count: 190, small: 5, large: 10, blur: 0.8, time, speed: 34 }),
    haze(sheet, seed + 3, colours.hot, 0.45, { top: 300, bottom: 900 }, time * 12),
    group(
      `fill="${colours.night}" filter="${rim(sheet, colours.pale, 2, 0.8, 0.8)}"`,
      crowdRow(random, 724, 44, 0.75, Math.sin(time * 2) * 0.12),
    ),
    glow(sheet, [x, 690], 760, colours.hot, 0.4, 0.2),
    group(
      `fill="${colours.night}" filter="${rim(sheet, colours.hot, 3, 1.2, 0.85)}"`,
      crowdRow(random, 838, 84, 0.8, Math.sin(time * 2 + 1) * 0.12),
    ),
    rain(sheet, random, colours, { count: 110, small: 10, large: 20, blur: 0.4, time, speed: 60 }),
    group(`fill="#050308" filter="${sheet.blur(3)}"`, crowdRow(random, 1010, 150, 0.7, Math.sin(time * 2 + 2) * 0.1)),
    rain(sheet, random, colours, { count: 34, small: 26, large: 60, blur: 6, time, speed: 120 }),
  );
};

function rain(
  sheet: Sheet,
  random: Random,
  colours: Palette,
  look: { count: number; small: number; large: number; blur: number; time: number; speed: number },
): string {
  const papers = Array.from({ length: look.count }, () => {
    const size = random.between(look.small, look.large);
    const colour = random.pick([colours.hot, colours.pale, colours.main, colours.second, '#ffffff', colours.hot]);
    const [x0, y0, turn, flip] = [
      random.between(-40, 1640),
      random.between(-60, 960),
      random.between(0, 360),
      random.between(-1, 1),
    ];
    const y = ((y0 + look.time * look.speed + 60) % 1020) - 60;
    const x = x0 + Math.sin(look.time * 1.4 + y0) * size;
    const squash = Math.sin(flip * 3 + look.time * 3.1);
    const shade = 0.45 + 0.55 * Math.abs(squash);
    const curl = size * 0.3;
    return (
      `<path d="M${n(-size)} ${n(-size * 0.5)}Q0 ${n(-size * 0.5 - curl)} ${n(size)} ${n(-size * 0.5)}L${n(size)} ${n(size * 0.5)}Q0 ${n(size * 0.5 - curl)} ${n(-size)} ${n(size * 0.5)}Z" ` +
      `transform="translate(${n(x)} ${n(y)}) rotate(${n(turn + look.time * 70 * flip)}) scale(1 ${squash.toFixed(2)})" fill="${colour}" opacity="${shade.toFixed(2)}"/>`
    );
  });
  return group(`filter="${sheet.blur(look.blur)}"`, ...papers);
}
