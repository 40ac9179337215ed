import { camera, type Place } from '../drawing/camera.ts';
import { bokeh, glow, haze } from '../drawing/light.ts';
import { disc, full, group, lit, type Palette, type Point, poly, type Scene, type Sheet } from '../drawing/scene.ts';

const FIRST = -16;
const LAST = 44;
const PITCH = 0.62;
const DEPTH = 4.4;
const BLACK_AFTER = [true, true, false, true, true, true, false];

type At = (x: number, y: number, z: number) => Point;

/** Piano keys running away into the dark, coloured light lying across them. */
export const piano: Scene = (sheet, random, colours, { time, bands }) => {
  const side = random.pick([-1, 1]);
  const eye: Place = [side * -1.5, random.between(4.3, 5), -4.4];
  const view = camera(eye, [side * 3.1, -0.2, 1.9], 1220, side * random.between(0.04, 0.12));
  const at: At = (x, y, z) => view.show([x * side, y, z]);
  const lights = [colours.main, colours.hot, colours.second, colours.pale];
  sheet.add(
    full(`fill="${sheet.linear([0, 0], [0, 900], [0, colours.night], [0.5, colours.deep], [1, '#000'])}"`),
    glow(sheet, [800 + side * 500, 60], 900, colours.second, 0.8),
    glow(sheet, [800 - side * 420, 120], 700, colours.main, 0.6),
    bokeh(sheet, random, lights, { count: 36, top: -20, bottom: 330, small: 10, large: 70, power: 0.5, soft: 2 }),
  );
  const struck = Array.from({ length: LAST - FIRST + 1 }, (_, index) =>
    random.chance(0.1) ? 0.07 * (1 + (bands[index % bands.length] ?? 0)) : 0,
  );
  const keys = group(
    '',
    fallboard(sheet, colours, at),
    ...whites(sheet, colours, at, struck),
    ...blacks(sheet, colours, at),
  );
  sheet.add(
    keys,
    outOfFocus(sheet, keys, side),
    lit(
      `filter="${sheet.blur(60)}"`,
      disc(...at(6, 0, 2), 160, `fill="${colours.hot}" opacity="0.7"`),
      disc(...at(13, 0, 2), 130, `fill="${colours.second}" opacity="0.8"`),
    ),
    full(`fill="${sheet.oval(...at(5, 0, 1.5), 900, 0.8, [0, '#000', 0], [0.5, '#000', 0.12], [1, '#000', 0.75])}"`),
    haze(sheet, random.whole(1, 900), colours.second, 0.35, { top: 0, bottom: 620 }, time * 14),
  );
};

function whites(sheet: Sheet, colours: Palette, at: At, struck: readonly number[]): string[] {
  const ivory = sheet.linear(
    at(-6, 0, 0),
    at(24, 0, 3),
    [0, colours.second],
    [0.14, colours.main],
    [0.3, colours.pale],
    [0.42, colours.pale],
    [0.56, colours.hot],
    [0.72, colours.main],
    [0.88, colours.second],
    [1, colours.deep],
  );
  return struck.toReversed().map((down, index) => {
    const [left, right] = [(LAST - index) * PITCH + 0.02, (LAST - index) * PITCH + 0.6];
    const [nearLeft, nearRight] = [at(left, -down, 0), at(right, -down, 0)];
    const gap = poly('fill="#000" opacity="0.6"', nearRight, at(right, 0, 0), at(right, 0, DEPTH));
    return (
      poly(`fill="${colours.night}"`, nearLeft, nearRight, at(right, -0.5, 0), at(left, -0.5, 0)) +
      poly(`fill="${ivory}"`, nearLeft, nearRight, at(right, 0, DEPTH), at(left, 0, DEPTH)) +
      poly('fill="#fff" opacity="0.7"', nearLeft, nearRight, at(right, -down, 0.05), at(left, -down, 0.05)) +
      (down > 0 ? gap : '')
    );
  });
}

function blacks(sheet: Sheet, colours: Palette, at: At): string[] {
  const drawn: string[] = [];
  for (let key = LAST; key >= FIRST; key -= 1) {
    if (BLACK_AFTER[((key % 7) + 7) % 7]) drawn.push(black(sheet, colours, at, key * PITCH + 0.44));
  }
  return drawn;
}

/** Shadow, front, flank, top and the thin light along the top. */
function black(sheet: Sheet, colours: Palette, at: At, left: number): string {
  const [right, high, near] = [left + 0.36, 0.36, 1.75];
  const flat = (look: string, from: number, to: number, y: number, [front, back]: readonly [number, number]) =>
    poly(look, at(from, y, front), at(to, y, front), at(to, y, back), at(from, y, back));
  const face = sheet.linear(at(left, 0, 1.5), at(left, high, near), [0, '#060509'], [1, colours.deep]);
  const [topLeft, topRight] = [at(left + 0.04, high, near), at(right - 0.04, high, near)];
  return (
    flat('fill="#000" opacity="0.35"', left - 0.24, right, 0.01, [1.5, DEPTH]) +
    poly(`fill="${face}"`, at(left, 0, 1.5), at(right, 0, 1.5), topRight, topLeft) +
    poly('fill="#0b0a10"', at(left, 0, 1.5), topLeft, at(left + 0.04, high, DEPTH), at(left, 0, DEPTH)) +
    flat('fill="#131119"', left + 0.04, right - 0.04, high, [near, DEPTH]) +
    lit('', flat(`fill="${colours.hot}" opacity="0.6"`, left + 0.07, left + 0.15, high, [1.78, 4.2]))
  );
}

function fallboard(sheet: Sheet, colours: Palette, at: At): string {
  const lacquer = sheet.linear(at(0, 0, DEPTH), at(0, 3, 4.6), [0, '#000'], [0.3, '#0a080e'], [1, colours.deep, 0.2]);
  return poly(`fill="${lacquer}"`, at(-16, 0, DEPTH), at(40, 0, DEPTH), at(40, 3.4, 4.7), at(-16, 3.4, 4.7));
}

function outOfFocus(sheet: Sheet, keys: string, side: number): string {
  const [near, far]: [Point, Point] = [
    [800 - side * 760, 860],
    [800 + side * 420, 330],
  ];
  const sharp = sheet.linear(near, far, [0, '#fff'], [0.22, '#000'], [0.62, '#000'], [0.95, '#fff']);
  return group(`mask="${sheet.mask(full(`fill="${sharp}"`))}"`, group(`filter="${sheet.blur(7)}"`, keys));
}
