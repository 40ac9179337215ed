import { camera, type Place } from '../drawing/camera.ts';
import { bokeh, glow, haze } from '../drawing/light.ts';
import type { Scene } from '../drawing/scene.ts';
import { disc, full, group, lit, poly } from '../drawing/sheet.ts';

const KEYS = 44;
const BLACK_AFTER = [true, true, false, true, true, true, false];

/** Piano keys running away into the dark, coloured light lying across them. */
export const piano: Scene = (sheet, random, colours, { time, bands }) => {
  const side = random.pick([-1, 1]);
  const eye: Place = [side * -1.5, random.between(4.3, 5), -4.4];
  const view = camera(eye, [side * 3.1, -0.2, 1.9], 1220, side * random.between(0.04, 0.12));
  const at = (x: number, y: number, z: number) => view.show([x * side, y, z]);
  sheet.add(
    full(`fill="${sheet.linear([0, 0], [0, 900], [[0, colours.night], [0.5, colours.deep], [1, '#000']])}"`),
    glow(sheet, [800 + side * 500, 60], 900, colours.second, 0.8),
    glow(sheet, [800 - side * 420, 120], 700, colours.main, 0.6),
    bokeh(sheet, random, [colours.main, colours.hot, colours.second, colours.pale], { count: 36, top: -20, bottom: 330, small: 10, large: 70, power: 0.5, soft: 2 }),
  );
  const ivory = sheet.linear(at(-6, 0, 0), at(24, 0, 3), [
    [0, colours.second],
    [0.14, colours.main],
    [0.3, colours.pale],
    [0.42, colours.pale],
    [0.56, colours.hot],
    [0.72, colours.main],
    [0.88, colours.second],
    [1, colours.deep],
  ]);
  const whites: string[] = [];
  const blacks: string[] = [];
  for (let key = KEYS; key >= -16; key -= 1) {
    const struck = random.chance(0.1) ? 0.14 * (0.5 + (bands[Math.abs(key) % bands.length] ?? 0) * 0.5) : 0;
    const [left, right] = [key * 0.62 + 0.02, key * 0.62 + 0.6];
    whites.push(
      poly([at(left, -struck, 0), at(right, -struck, 0), at(right, -0.5, 0), at(left, -0.5, 0)], `fill="${colours.night}"`),
      poly([at(left, -struck, 0), at(right, -struck, 0), at(right, 0, 4.4), at(left, 0, 4.4)], `fill="${ivory}"`),
      poly([at(left, -struck, 0), at(right, -struck, 0), at(right, -struck, 0.05), at(left, -struck, 0.05)], `fill="#fff" opacity="0.7"`),
    );
    if (struck > 0) whites.push(poly([at(right, -struck, 0), at(right, 0, 0), at(right, 0, 4.4)], 'fill="#000" opacity="0.6"'));
  }
  for (let key = KEYS; key >= -16; key -= 1) {
    if (!BLACK_AFTER[((key % 7) + 7) % 7]) continue;
    const [left, right, top] = [key * 0.62 + 0.44, key * 0.62 + 0.8, 0.36];
    blacks.push(
      poly([at(left - 0.24, 0.01, 1.5), at(right, 0.01, 1.5), at(right, 0.01, 4.4), at(left - 0.24, 0.01, 4.4)], 'fill="#000" opacity="0.35"'),
      poly([at(left, 0, 1.5), at(right, 0, 1.5), at(right - 0.04, top, 1.75), at(left + 0.04, top, 1.75)], `fill="${sheet.linear(at(left, 0, 1.5), at(left, top, 1.75), [[0, '#060509'], [1, colours.deep]])}"`),
      poly([at(left, 0, 1.5), at(left + 0.04, top, 1.75), at(left + 0.04, top, 4.4), at(left, 0, 4.4)], `fill="#0b0a10"`),
      poly([at(left + 0.04, top, 1.75), at(right - 0.04, top, 1.75), at(right - 0.04, top, 4.4), at(left + 0.04, top, 4.4)], `fill="#131119"`),
      lit('', poly([at(left + 0.07, top, 1.78), at(left + 0.15, top, 1.78), at(left + 0.15, top, 4.2), at(left + 0.07, top, 4.2)], `fill="${colours.hot}" opacity="0.6"`)),
    );
  }
  const fallboard = poly([at(-16, 0, 4.4), at(40, 0, 4.4), at(40, 3.4, 4.7), at(-16, 3.4, 4.7)], `fill="${sheet.linear(at(0, 0, 4.4), at(0, 3, 4.6), [[0, '#000'], [0.3, '#0a080e'], [1, colours.deep, 0.2]])}"`);
  const near = sheet.mask(full(`fill="${sheet.linear([800 - side * 760, 860], [800 + side * 420, 330], [[0, '#fff'], [0.22, '#000'], [0.62, '#000'], [0.95, '#fff']])}"`));
  const keys = group('', fallboard, ...whites, ...blacks);
  sheet.add(
    keys,
    group(`mask="${near}"`, group(`filter="${sheet.blur(7)}"`, keys)),
    lit(`filter="${sheet.blur(60)}"`, disc(...at(6, 0, 2), 160, `fill="${colours.hot}" opacity="0.7"`), disc(...at(13, 0, 2), 130, `fill="${colours.second}" opacity="0.8"`)),
    full(`fill="${sheet.radial(...at(5, 0, 1.5), 900, [[0, '#000', 0], [0.5, '#000', 0.12], [1, '#000', 0.75]], 0.8)}"`),
    haze(sheet, random.whole(1, 900), colours.second, 0.35, { top: 0, bottom: 620 }, time * 14),
  );
};
