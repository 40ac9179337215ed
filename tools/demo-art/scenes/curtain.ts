import { beams, glow, haze, lamp } from '../drawing/light.ts';
import {
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

const FLOOR = 730;

/** The minute before it starts: velvet, a slit of light, the row of lamps at the edge of the stage. */
export const curtain: Scene = (sheet, random, colours, { time }) => {
  const gap = 800 + random.between(-60, 60);
  const seed = random.whole(1, 900);
  sheet.add(
    full(`fill="${colours.pale}"`),
    full(`fill="${sheet.oval(gap, 560, 300, 2, [0, '#ffffff'], [0.4, colours.hot], [1, colours.main])}"`),
    half(sheet, random, colours, gap, -1),
    half(sheet, random, colours, gap, 1),
    valance(sheet, colours),
    full(`fill="${sheet.oval(gap, 560, 900, 0.9, [0, '#000', 0], [0.55, '#000', 0.3], [1, '#000', 0.86])}"`),
    floor(sheet, colours, gap),
    beams(
      sheet,
      [
        { from: [gap - 330, -60], angle: 66, length: 1000, spread: 17, colour: colours.pale, power: 0.75 },
        { from: [gap + 360, -60], angle: 115, length: 1000, spread: 15, colour: colours.hot, power: 0.6 },
      ],
      { seed, drift: time * 12 },
      9,
    ),
    glow(sheet, [gap, FLOOR + 20], 460, colours.pale, 0.6, 0.2),
    haze(sheet, seed + 3, colours.hot, 0.4, { top: 480, bottom: 900 }, time * 14),
    footlights(sheet, colours),
  );
};

/** Velvet is many narrow strips whose tone follows the folds; the folds are gathered towards the side. */
function half(sheet: Sheet, random: Random, colours: Palette, gap: number, side: number): string {
  const strips: string[] = [];
  const count = 150;
  const folds = random.between(8.5, 10.5);
  const turn = random.between(0, 6);
  const edge = (share: number, y: number): number => {
    const open = 14 + 210 * Math.max(0, (y - 200) / 600) ** 1.7;
    return gap + side * (open + (860 - open * 0.55) * share);
  };
  for (let index = 0; index < count; index += 1) {
    const share = index / count;
    const wave = Math.sin(share * 6.28 * folds + turn + 0.9 * Math.sin(share * 9)) * 0.5 + 0.5;
    const fine = Math.sin(share * 6.28 * folds * 2.3 + turn) * 0.5 + 0.5;
    const tone = Math.min(1, 0.1 + 0.78 * wave ** 1.6 + 0.14 * fine);
    const line = (at: number): Point[] =>
      [0, 150, 300, 450, 600, 740].map((y) => [edge(at, y) + Math.sin(y / 130 + at * 20) * 5, y]);
    const outline = [...line(share), ...line(share + 1.6 / count).reverse()];
    strips.push(poly(`fill="${mix(colours.night, colours.main, tone)}"`, ...outline));
  }
  const sheen = sheet.linear(
    [gap, 0],
    [gap + side * 420, 0],
    [0, colours.hot, 0.75],
    [0.25, colours.hot, 0.2],
    [1, colours.hot, 0],
  );
  return (
    group(`filter="${sheet.blur(0.7)}"`, ...strips) +
    lit(
      '',
      poly(
        `fill="${sheen}"`,
        [edge(0, 0), 0],
        [edge(0, 300), 300],
        [edge(0, 520), 520],
        [edge(0, 740), 740],
        [edge(0.5, 740), 740],
        [edge(0.5, 0), 0],
      ),
    )
  );
}

function valance(sheet: Sheet, colours: Palette): string {
  const swags: string[] = [];
  for (let index = 0; index < 6; index += 1) {
    const x = index * 290 - 70;
    for (let fold = 9; fold >= 0; fold -= 1) {
      const depth = 60 + fold * 13;
      const tone = 0.15 + 0.6 * (fold % 2) + 0.03 * fold;
      swags.push(
        `<path d="M${x} -10Q${x + 145} ${depth * 1.9} ${x + 290} -10Z" fill="${mix(colours.night, colours.main, tone * 0.8)}"/>`,
      );
    }
    swags.push(
      `<path d="M${x} -10Q${x + 145} 336 ${x + 290} -10" transform="translate(0 0)" fill="none" stroke="${colours.hot}" stroke-width="5" stroke-dasharray="3 5" opacity="0.8"/>`,
    );
  }
  return group(`filter="${sheet.blur(0.6)}"`, ...swags);
}

function floor(sheet: Sheet, colours: Palette, gap: number): string {
  const boards: string[] = [];
  for (let index = -26; index <= 26; index += 1) {
    boards.push(
      `<path d="M${n(gap + index * 38)} ${FLOOR}L${n(gap + index * 96)} 900" stroke="#000" stroke-width="${index % 2 ? 1.4 : 2.4}" opacity="0.6"/>`,
    );
  }
  const wood = sheet.linear([0, FLOOR], [0, 900], [0, mix(colours.deep, colours.hot, 0.35)], [1, colours.night]);
  return (
    box(-10, FLOOR, 1620, 200, `fill="${wood}"`) +
    lit(
      '',
      poly(
        `fill="${sheet.linear([0, FLOOR], [0, 900], [0, colours.pale, 0.95], [1, colours.hot, 0.1])}" filter="${sheet.blur(10)}"`,
        [gap - 60, FLOOR],
        [gap + 60, FLOOR],
        [gap + 330, 900],
        [gap - 330, 900],
      ),
    ) +
    group('', ...boards)
  );
}

function footlights(sheet: Sheet, colours: Palette): string {
  const lamps = Array.from({ length: 13 }, (_, index) => {
    const x = 20 + index * 130;
    return (
      glow(sheet, [x, 838], 190, colours.hot, 0.5, 1.2) +
      `<path d="M${x - 36} 874A36 36 0 0 1 ${x + 36} 874Z" fill="#0a070a" stroke="${colours.hot}" stroke-width="2"/>` +
      lamp(sheet, [x, 836], 8, colours.hot, 0.9)
    );
  });
  return group('', ...lamps, box(-10, 868, 1620, 60, 'fill="#060406"'), disc(-100, -100, 1, ''));
}

/** A colour between two, for shading by hand. */
function mix(dark: string, light: string, share: number): string {
  const channel = (index: number) => {
    const [from, to] = [dark, light].map((hex) => Number.parseInt(hex.slice(1 + index * 2, 3 + index * 2), 16));
    return Math.round((from ?? 0) + ((to ?? 0) - (from ?? 0)) * share);
  };
  return `rgb(${channel(0)},${channel(1)},${channel(2)})`;
}
