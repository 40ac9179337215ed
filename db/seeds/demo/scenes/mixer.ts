import { camera } from '../drawing/camera.ts';
import { bokeh, glow } from '../drawing/light.ts';
import type { Scene } from '../drawing/scene.ts';
import { box, disc, full, group, lit, n, poly } from '../drawing/sheet.ts';

const STRIPS = 26;

/** The sound desk in the dark hall: faders, knobs, level meters, the stage far behind as soft light. */
export const mixer: Scene = (sheet, random, colours, { bands }) => {
  const side = random.pick([-1, 1]);
  const view = camera([side * -2.6, 4.1, -4.3], [side * 0.4, -0.2, 1.7], 1120, side * 0.06);
  const at = (x: number, z: number, y = 0) => view.show([x, y, z]);
  sheet.add(
    full(`fill="${sheet.linear([0, 0], [0, 900], [[0, colours.deep], [0.4, colours.night], [1, '#000']])}"`),
    glow(sheet, [800 + side * 240, 40], 900, colours.main, 0.9, 0.5),
    glow(sheet, [800 - side * 420, 60], 720, colours.second, 0.95, 0.6),
    bokeh(sheet, random, [colours.main, colours.hot, colours.second, colours.pale], { count: 46, top: -30, bottom: 270, small: 10, large: 66, power: 0.55, soft: 2 }),
    poly([at(-14, -3), at(14, -3), at(14, 6.4), at(-14, 6.4)], `fill="${sheet.linear([0, 900], [0, 250], [[0, '#17151d'], [0.6, '#0d0c12'], [1, colours.deep]])}"`),
  );
  const parts: string[] = [];
  const lights: string[] = [];
  for (let strip = -STRIPS / 2; strip < STRIPS / 2; strip += 1) {
    const x = strip * 0.72;
    parts.push(poly([at(x - 0.36, -3), at(x - 0.345, -3), at(x - 0.345, 6.3), at(x - 0.36, 6.3)], 'fill="#000" opacity="0.8"'));
    fader(x, random.between(0.15, 0.85));
    meter(x, bands[Math.abs(strip) % bands.length] ?? 0.5, random.between(-0.2, 0.2));
    for (let row = 0; row < 5; row += 1) knob(x, 2.15 + row * 0.62, random.between(-2.3, 2.3), row);
    const button = random.pick([colours.hot, colours.main, colours.second, '#2a2832']);
    for (const [offset, colour] of [[-0.15, button], [0.15, '#2a2832']] as const) key(x + offset, 1.62, colour);
    key(x, -1.55, random.chance(0.3) ? colours.hot : '#24222b');
  }
  const desk = group('', ...parts) + lit(`filter="${sheet.blur(7)}"`, ...lights) + lit('', ...lights);
  const focus = sheet.mask(full(`fill="${sheet.linear([0, 900], [0, 210], [[0, '#fff'], [0.16, '#888'], [0.32, '#000'], [0.62, '#000'], [0.86, '#fff']])}"`));
  sheet.add(
    desk,
    group(`mask="${focus}"`, group(`filter="${sheet.blur(5)}"`, desk)),
    lit('', full(`fill="${sheet.linear([0, 260], [0, 620], [[0, colours.main, 0.4], [1, colours.second, 0]])}"`)),
    full(`fill="${sheet.radial(800, 520, 980, [[0, '#000', 0], [0.6, '#000', 0.1], [1, '#000', 0.7]], 0.7)}"`),
  );

  function fader(x: number, share: number): void {
    const z = -1.1 + share * 2.1;
    parts.push(
      poly([at(x - 0.035, -1.25), at(x + 0.035, -1.25), at(x + 0.035, 1.2), at(x - 0.035, 1.2)], 'fill="#000"'),
      poly([at(x - 0.17, z - 0.3), at(x + 0.17, z - 0.3), at(x + 0.17, z + 0.22), at(x - 0.17, z + 0.22)], 'fill="#000" opacity="0.55"'),
      poly([at(x - 0.16, z - 0.22), at(x + 0.16, z - 0.22), at(x + 0.14, z - 0.16, 0.3), at(x - 0.14, z - 0.16, 0.3)], 'fill="#0c0b10"'),
      poly([at(x - 0.14, z - 0.16, 0.3), at(x + 0.14, z - 0.16, 0.3), at(x + 0.14, z + 0.16, 0.3), at(x - 0.14, z + 0.16, 0.3)], `fill="${sheet.linear(at(x, z - 0.16, 0.3), at(x, z + 0.16, 0.3), [[0, '#403d4a'], [0.45, '#6b6778'], [0.5, '#17151d'], [1, '#7d7990']])}"`),
      poly([at(x - 0.14, z - 0.012, 0.3), at(x + 0.14, z - 0.012, 0.3), at(x + 0.14, z + 0.03, 0.3), at(x - 0.14, z + 0.03, 0.3)], `fill="${colours.pale}"`),
    );
    for (let mark = 0; mark < 9; mark += 1) {
      const [px, py] = at(x + 0.2, -1.1 + mark * 0.26);
      parts.push(box(px, py, 9, 1.6, 'fill="#8a8796" opacity="0.6"'));
    }
  }

  function meter(x: number, level: number, wobble: number): void {
    for (let cell = 0; cell < 14; cell += 1) {
      const z = 5.2 + cell * 0.13;
      const on = cell / 14 < level + wobble;
      const colour = cell > 11 ? colours.main : cell > 8 ? colours.hot : colours.second;
      const shape = [at(x - 0.13, z, 0.1), at(x + 0.13, z, 0.1), at(x + 0.13, z + 0.09, 0.1), at(x - 0.13, z + 0.09, 0.1)] as const;
      if (on) lights.push(poly(shape, `fill="${colour}"`));
      else parts.push(poly(shape, `fill="${colour}" opacity="0.12"`));
    }
  }

  function knob(x: number, z: number, turn: number, row: number): void {
    const [px, py] = at(x, z, 0.18);
    const radius = (0.17 * 1180) / view.depth([x, 0.18, z]);
    const cap = [colours.second, colours.main, colours.hot, '#55525f', '#55525f'][row] ?? '';
    parts.push(
      `<ellipse cx="${n(px)}" cy="${n(py + radius * 0.7)}" rx="${n(radius * 1.15)}" ry="${n(radius * 0.8)}" fill="#000" opacity="0.8"/>`,
      `<ellipse cx="${n(px)}" cy="${n(py)}" rx="${n(radius)}" ry="${n(radius * 0.74)}" fill="#1b1922" stroke="#4b4856" stroke-width="1"/>`,
      `<ellipse cx="${n(px)}" cy="${n(py)}" rx="${n(radius * 0.64)}" ry="${n(radius * 0.47)}" fill="${cap}" opacity="0.9"/>`,
      `<path d="M${n(px)} ${n(py)}L${n(px + Math.sin(turn) * radius * 0.9)} ${n(py - Math.cos(turn) * radius * 0.66)}" stroke="#fff" stroke-width="2"/>`,
    );
  }

  function key(x: number, z: number, colour: string): void {
    const [px, py] = at(x, z, 0.05);
    parts.push(poly([at(x - 0.1, z - 0.08, 0.05), at(x + 0.1, z - 0.08, 0.05), at(x + 0.1, z + 0.1, 0.05), at(x - 0.1, z + 0.1, 0.05)], `fill="${colour}"`));
    if (colour !== '#2a2832' && colour !== '#24222b') lights.push(disc(px, py, 22, `fill="${sheet.radial(px, py, 22, [[0, colour, 0.8], [1, colour, 0]])}"`));
  }
};
