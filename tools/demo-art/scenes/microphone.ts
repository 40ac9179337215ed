import { bokeh, glow, haze } from '../drawing/light.ts';
import {
  box,
  disc,
  full,
  group,
  lit,
  n,
  type Palette,
  type Point,
  type Scene,
  type Sheet,
  smooth,
} from '../drawing/scene.ts';

const R = 205;

/** A microphone close to the lens, the lights of the hall far out of focus. */
export const microphone: Scene = (sheet, random, colours, { time }) => {
  const side = random.pick([-1, 1]);
  const [x, y] = [800 + side * random.between(150, 260), random.between(330, 380)];
  const lights = [colours.main, colours.second, colours.hot, colours.pale];
  sheet.add(
    full(`fill="${sheet.linear([0, 0], [0, 900], [0, colours.night], [0.6, colours.deep], [1, colours.night])}"`),
    glow(sheet, [800 - side * 380, 420], 900, colours.main, 0.7),
    glow(sheet, [800 + side * 660, 300], 700, colours.second, 0.75),
    bokeh(sheet, random, lights, { count: 34, top: 80, bottom: 720, small: 20, large: 120, power: 0.4, soft: 3 }),
    bokeh(sheet, random, lights, { count: 40, top: 380, bottom: 640, small: 8, large: 40, power: 0.75, soft: 1.4 }),
    haze(sheet, random.whole(1, 900), colours.pale, 0.18, { top: 300, bottom: 900 }, Math.sin(time / 3) * 60),
    group(
      `transform="translate(${n(x)} ${n(y)}) rotate(${n(side * random.between(22, 32))})"`,
      body(sheet, colours, side),
      grille(sheet, colours, side),
    ),
    glow(sheet, [x - side * 170, y - 130], 210, colours.pale, 0.4),
  );
};

function body(sheet: Sheet, colours: Palette, side: number): string {
  const metal = sheet.linear(
    [-170, 0],
    [170, 0],
    [0, side < 0 ? colours.second : colours.hot],
    [0.09, '#1a1820'],
    [0.36, '#3d3a47'],
    [0.48, '#14131a'],
    [0.86, '#0a090d'],
    [0.95, side < 0 ? colours.main : colours.second],
    [1, '#05050a'],
  );
  const ring = sheet.linear(
    [-190, 0],
    [190, 0],
    [0, colours.pale],
    [0.16, '#6d6a78'],
    [0.36, '#f4f1ff'],
    [0.52, '#3a3842'],
    [0.82, '#17161c'],
    [0.96, colours.main],
    [1, colours.pale],
  );
  return (
    `<path d="M-140 190L-92 980L92 980L140 190Z" fill="${metal}"/>` +
    `<path d="M-192 60L-148 206Q0 262 148 206L192 60Z" fill="${metal}"/>` +
    `<path d="M-148 206Q0 262 148 206L144 226Q0 284 -144 226Z" fill="${ring}"/>` +
    box(-24, 420, 48, 96, 'rx="24" fill="#060509"') +
    box(-15, 430, 30, 44, `rx="15" fill="${metal}" stroke="#55515f" stroke-width="1.5"`)
  );
}

/** The wire ball: meridians of a sphere turned twice, so that the wires cross as a mesh. */
function grille(sheet: Sheet, colours: Palette, side: number): string {
  const light = sheet.radial(
    -side * 70,
    -86,
    300,
    [0, '#fffaf0'],
    [0.16, '#b9b4c4'],
    [0.5, '#4a4656'],
    [0.8, '#15131a'],
    [1, '#050408'],
  );
  const wires: string[] = [];
  for (const lean of [38, -38]) {
    for (let step = -11; step <= 11; step += 1) wires.push(`<path d="${meridian(step / 11.6, lean)}"/>`);
  }
  const ball = sheet.clip(disc(0, 0, R, ''));
  const edge = (from: number, colour: string) =>
    disc(
      0,
      0,
      R - 5,
      `fill="none" stroke="${sheet.linear([-R * from, 0], [R * from, 0], [0, colour], [0.4, colour, 0])}" stroke-width="22"`,
    );
  return (
    disc(0, 0, R, 'fill="#040308"') +
    group(
      `clip-path="${ball}" fill="none"`,
      group(`stroke="${light}" stroke-width="8.4"`, ...wires),
      group('stroke="#000" stroke-width="1.6" opacity="0.55"', ...wires),
    ) +
    lit(`clip-path="${ball}" filter="${sheet.blur(8)}"`, edge(1, colours.second), edge(-1, colours.hot)) +
    lit(
      `clip-path="${ball}"`,
      `<ellipse cx="${-side * 78}" cy="-96" rx="64" ry="44" fill="#fff" opacity="0.35" filter="${sheet.blur(14)}"/>`,
    ) +
    `<path d="M-${R - 2} 8Q0 78 ${R - 2} 8L${R - 5} 40Q0 112 -${R - 5} 40Z" fill="#0a090e"/>` +
    `<path d="M-${R} 8Q0 78 ${R} 8L${R - 1} 20Q0 90 -${R - 1} 20Z" fill="${sheet.linear([-R, 0], [R, 0], [0, colours.hot], [0.3, '#fff'], [0.5, '#55515f'], [0.8, '#1c1a22'], [1, colours.second])}"/>`
  );
}

function meridian(offset: number, lean: number): string {
  const points: Point[] = [];
  const [sin, cos] = [Math.sin((lean * Math.PI) / 180), Math.cos((lean * Math.PI) / 180)];
  for (let angle = -90; angle <= 90; angle += 15) {
    const along = Math.sin((angle * Math.PI) / 180) * R;
    const across = Math.sin(offset * 1.5) * R * Math.cos((angle * Math.PI) / 180);
    points.push([along * cos - across * sin, along * sin + across * cos]);
  }
  return smooth(points);
}
