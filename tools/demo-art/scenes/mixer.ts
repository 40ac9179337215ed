import { camera } from '../drawing/camera.ts';
import { bokeh, glow } from '../drawing/light.ts';
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

const STRIPS = 26;
const ZOOM = 1120;
const UNLIT = '#2a2832';
const GREY = '#55525f'; // Caps of the five knobs of a strip that have no colour of their own

/** The desk while it is drawn: `parts` are things, `lights` shine. */
type Desk = {
  sheet: Sheet;
  colours: Palette;
  at(x: number, z: number, y?: number): Point;
  depth(x: number, z: number): number;
  parts: string[];
  lights: string[];
};

/** The sound desk in the dark hall: faders, knobs, level meters, the stage far behind as soft light. */
export const mixer: Scene = (sheet, random, colours, { bands }) => {
  const side = random.pick([-1, 1]);
  const view = camera([side * -2.6, 4.1, -4.3], [side * 0.4, -0.2, 1.7], ZOOM, side * 0.06);
  const desk: Desk = {
    sheet,
    colours,
    at: (x, z, y = 0) => view.show([x, y, z]),
    depth: (x, z) => view.depth([x, 0, z]),
    parts: [],
    lights: [],
  };
  const lights = [colours.main, colours.hot, colours.second, colours.pale];
  const metal = sheet.linear([0, 900], [0, 250], [0, '#17151d'], [0.6, '#0d0c12'], [1, colours.deep]);
  sheet.add(
    full(`fill="${sheet.linear([0, 0], [0, 900], [0, colours.deep], [0.4, colours.night], [1, '#000'])}"`),
    glow(sheet, [800 + side * 240, 40], 900, colours.main, 0.9, 0.5),
    glow(sheet, [800 - side * 420, 60], 720, colours.second, 0.95, 0.6),
    bokeh(sheet, random, lights, { count: 46, top: -30, bottom: 270, small: 10, large: 66, power: 0.55, soft: 2 }),
    plate(desk, `fill="${metal}"`, 0, 14, [-3, 6.4]),
  );
  for (let index = 0; index < STRIPS; index += 1)
    strip(desk, random, (index - STRIPS / 2) * 0.72, bands[index % 8] ?? 0.5);
  sheet.add(...inFocus(desk));
};

/** Near and far edges fall out of focus; the stage throws its colour over the far end. */
function inFocus({ sheet, colours, parts, lights }: Desk): string[] {
  const drawn = group('', ...parts) + lit(`filter="${sheet.blur(7)}"`, ...lights) + lit('', ...lights);
  const sharp = sheet.linear(
    [0, 900],
    [0, 210],
    [0, '#fff'],
    [0.16, '#888'],
    [0.32, '#000'],
    [0.62, '#000'],
    [0.86, '#fff'],
  );
  return [
    drawn,
    group(`mask="${sheet.mask(full(`fill="${sharp}"`))}"`, group(`filter="${sheet.blur(5)}"`, drawn)),
    lit('', full(`fill="${sheet.linear([0, 260], [0, 620], [0, colours.main, 0.4], [1, colours.second, 0])}"`)),
    full(`fill="${sheet.oval(800, 520, 980, 0.7, [0, '#000', 0], [0.6, '#000', 0.1], [1, '#000', 0.7])}"`),
  ];
}

/** One channel from the player up: switch, fader, keys, five knobs, meter. */
function strip(desk: Desk, random: Random, x: number, level: number): void {
  const { colours } = desk;
  desk.parts.push(plate(desk, 'fill="#000" opacity="0.8"', x - 0.35, 0.008, [-3, 6.3]));
  fader(desk, x, -1.1 + random.between(0.15, 0.85) * 2.1);
  meter(desk, x, level + random.between(-0.2, 0.2));
  for (const [row, cap] of [colours.second, colours.main, colours.hot, GREY, GREY].entries()) {
    knob(desk, x, 2.15 + row * 0.62, random.between(-2.3, 2.3), cap);
  }
  key(desk, x - 0.15, 1.62, random.pick([colours.hot, colours.main, colours.second, UNLIT]));
  key(desk, x + 0.15, 1.62, UNLIT);
  key(desk, x, -1.55, random.chance(0.3) ? colours.hot : UNLIT);
}

function fader(desk: Desk, x: number, z: number): void {
  const { sheet, at, parts, colours } = desk;
  const shine = sheet.linear(
    at(x, z - 0.16, 0.3),
    at(x, z + 0.16, 0.3),
    [0, '#403d4a'],
    [0.45, '#6b6778'],
    [0.5, '#17151d'],
    [1, '#7d7990'],
  );
  parts.push(
    plate(desk, 'fill="#000"', x, 0.035, [-1.25, 1.2]),
    plate(desk, 'fill="#000" opacity="0.55"', x, 0.17, [z - 0.3, z + 0.22]),
    poly(
      'fill="#0c0b10"',
      at(x - 0.16, z - 0.22),
      at(x + 0.16, z - 0.22),
      at(x + 0.14, z - 0.16, 0.3),
      at(x - 0.14, z - 0.16, 0.3),
    ),
    plate(desk, `fill="${shine}"`, x, 0.14, [z - 0.16, z + 0.16], 0.3),
    plate(desk, `fill="${colours.pale}"`, x, 0.14, [z - 0.012, z + 0.03], 0.3),
  );
  for (let mark = 0; mark < 9; mark += 1) {
    const [px, py] = at(x + 0.2, -1.1 + mark * 0.26);
    parts.push(box(px, py, 9, 1.6, 'fill="#8a8796" opacity="0.6"'));
  }
}

function meter(desk: Desk, x: number, level: number): void {
  const { colours } = desk;
  for (let cell = 0; cell < 14; cell += 1) {
    const colour = cell > 11 ? colours.main : cell > 8 ? colours.hot : colours.second;
    const [near, far] = [5.2 + cell * 0.13, 5.29 + cell * 0.13];
    if (cell / 14 < level) desk.lights.push(plate(desk, `fill="${colour}"`, x, 0.13, [near, far], 0.1));
    else desk.parts.push(plate(desk, `fill="${colour}" opacity="0.12"`, x, 0.13, [near, far], 0.1));
  }
}

function knob({ at, depth, parts }: Desk, x: number, z: number, turn: number, cap: string): void {
  const [px, py] = at(x, z, 0.18);
  const radius = (0.17 * ZOOM) / depth(x, z);
  const oval = (y: number, size: number, look: string) =>
    `<ellipse cx="${n(px)}" cy="${n(y)}" rx="${n(radius * size)}" ry="${n(radius * size * 0.73)}" ${look}/>`;
  parts.push(
    oval(py + radius * 0.7, 1.15, 'fill="#000" opacity="0.8"'),
    oval(py, 1, 'fill="#1b1922" stroke="#4b4856" stroke-width="1"'),
    oval(py, 0.64, `fill="${cap}" opacity="0.9"`),
    `<path d="M${n(px)} ${n(py)}l${n(Math.sin(turn) * radius * 0.9)} ${n(-Math.cos(turn) * radius * 0.66)}" stroke="#fff" stroke-width="2"/>`,
  );
}

function key(desk: Desk, x: number, z: number, colour: string): void {
  const { sheet, at, parts, lights } = desk;
  parts.push(plate(desk, `fill="${colour}"`, x, 0.1, [z - 0.08, z + 0.1], 0.05));
  if (colour === UNLIT) return;
  const [px, py] = at(x, z, 0.05);
  lights.push(disc(px, py, 22, `fill="${sheet.radial(px, py, 22, [0, colour, 0.8], [1, colour, 0])}"`));
}

/** A flat rectangle lying on the desk, or `y` above it. */
function plate(
  { at }: Desk,
  look: string,
  x: number,
  half: number,
  [near, far]: readonly [number, number],
  y = 0,
): string {
  return poly(look, at(x - half, near, y), at(x + half, near, y), at(x + half, far, y), at(x - half, far, y));
}
