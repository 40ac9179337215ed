import { bokeh, glow } from '../drawing/light.ts';
import { limb } from '../drawing/people.ts';
import { box, disc, full, group, lit, n, type Palette, type Random, type Scene, type Sheet } from '../drawing/scene.ts';

const TABLE = 735;

/** A dressing room a quarter of an hour before: the mirror, its bulbs, brushes and flowers. */
export const mirror: Scene = (sheet, random, colours) => {
  const x = 800 + random.pick([-1, 1]) * random.between(60, 150);
  const glass = { left: x - 430, top: 110, width: 860, height: 560 };
  const pane = `x="${n(glass.left)}" y="${glass.top}" width="${glass.width}" height="${glass.height}" rx="46"`;
  const inside = sheet.clip(`<rect ${pane}/>`);
  sheet.add(
    full(`fill="${sheet.linear([0, 0], [0, TABLE], [0, colours.night], [1, colours.deep])}"`),
    glow(sheet, [x, 380], 1100, colours.main, 0.5, 0.75),
    wallpaper(random, colours),
    `<rect x="${n(glass.left - 62)}" y="48" width="984" height="684" rx="84" fill="#0c080b" stroke="${colours.hot}" stroke-opacity="0.35" stroke-width="3"/>`,
    `<rect ${pane} fill="${sheet.linear([glass.left, 100], [glass.left + 860, 680], [0, colours.deep], [0.5, colours.night], [1, colours.deep])}"/>`,
    group(
      `clip-path="${inside}"`,
      glow(sheet, [x + 120, 430], 620, colours.main, 0.85),
      glow(sheet, [x - 320, 220], 480, colours.second, 0.9),
      bokeh(sheet, random, [colours.hot, colours.main, colours.second, colours.pale], {
        count: 42,
        top: 100,
        bottom: 620,
        small: 10,
        large: 58,
        power: 0.6,
        soft: 2.4,
      }),
      rack(sheet, random, colours, x),
      `<path d="M${n(glass.left)} 100L${n(glass.left + 300)} 100L${n(glass.left - 40)} 700Z" fill="#fff" opacity="0.05"/>`,
      `<path d="M${n(glass.left + 360)} 100L${n(glass.left + 430)} 100L${n(glass.left + 90)} 700L${n(glass.left + 20)} 700Z" fill="#fff" opacity="0.05"/>`,
    ),
    `<rect ${pane} fill="none" stroke="${colours.pale}" stroke-opacity="0.35" stroke-width="3"/>`,
  );
  for (let index = 0; index < 9; index += 1) sheet.add(bulb(sheet, colours, x - 424 + index * 106, 79));
  for (let index = 0; index < 5; index += 1)
    sheet.add(bulb(sheet, colours, x - 461, 196 + index * 112), bulb(sheet, colours, x + 461, 196 + index * 112));
  sheet.add(table(sheet, colours, x), still(random, colours, x));
};

function bulb(sheet: Sheet, colours: Palette, x: number, y: number): string {
  return (
    glow(sheet, [x, y], 170, colours.hot, 0.42) +
    disc(
      x,
      y,
      31,
      `fill="${sheet.radial(x, y, 31, [0, '#ffffff'], [0.5, colours.pale], [0.85, colours.hot], [1, colours.main])}"`,
    ) +
    disc(x - 9, y - 10, 7, 'fill="#fff" opacity="0.9"')
  );
}

function wallpaper(random: Random, colours: Palette): string {
  const stripes: string[] = [];
  for (let x = 0; x < 1600; x += 64)
    stripes.push(box(x, -10, 30, TABLE + 10, `opacity="${random.between(0.03, 0.08).toFixed(2)}"`));
  return group(`fill="${colours.main}"`, ...stripes);
}

/** Costumes on a rail, seen in the mirror and a little out of focus. */
function rack(sheet: Sheet, random: Random, colours: Palette, x: number): string {
  const parts = [box(x - 60, 250, 460, 6, `fill="${colours.pale}" opacity="0.6"`)];
  for (let index = 0; index < 9; index += 1) {
    const at = x - 40 + index * 48;
    const tone = random.pick([colours.night, colours.main, colours.second, colours.deep, colours.hot]);
    const length = random.between(210, 330);
    const flare = random.between(28, 62);
    parts.push(
      `<path d="M${n(at)} 252L${n(at)} 268" stroke="#ddd" stroke-width="3"/>` +
        `<path d="M${n(at - 20)} 282Q${n(at)} 262 ${n(at + 20)} 282L${n(at + 16)} 360L${n(at + flare)} ${n(270 + length)}Q${n(at)} ${n(286 + length)} ${n(at - flare)} ${n(270 + length)}L${n(at - 16)} 360Z" fill="${tone}" opacity="0.88"/>`,
    );
  }
  return group(`filter="${sheet.blur(2.6)}"`, ...parts);
}

function table(sheet: Sheet, colours: Palette, x: number): string {
  return (
    box(-10, TABLE - 6, 1620, 200, `fill="${sheet.linear([0, TABLE], [0, 900], [0, colours.deep], [1, '#030203'])}"`) +
    lit(
      '',
      box(-10, TABLE - 6, 1620, 5, `fill="${colours.hot}" opacity="0.6"`),
      `<ellipse cx="${n(x)}" cy="${TABLE + 40}" rx="560" ry="60" fill="${sheet.oval(x, TABLE + 40, 560, 0.12, [0, colours.hot, 0.75], [1, colours.main, 0])}"/>`,
    )
  );
}

function still(random: Random, colours: Palette, x: number): string {
  const cup = x - 330;
  const brushes = Array.from({ length: 7 }, (_, index) => {
    const [lean, length] = [(index - 3) * 15 + random.between(-6, 6), random.between(120, 190)];
    const tip = [cup + lean * 1.9, TABLE - 60 - length] as const;
    return (
      limb([cup + lean * 0.3, TABLE - 40, 7], [tip[0], tip[1], 6]) +
      limb([tip[0], tip[1], 15], [tip[0] + lean * 0.16, tip[1] - 34, index % 2 ? 30 : 10])
    );
  });
  const vase = x + 350;
  const stems = Array.from({ length: 9 }, (_, index) => {
    const [dx, up] = [(index - 4) * random.between(22, 34), random.between(190, 300)];
    const [fx, fy] = [vase + dx, TABLE - up];
    const petals = Array.from({ length: 7 }, (_, petal) =>
      disc(
        fx + Math.cos(petal * 0.9) * 17,
        fy + Math.sin(petal * 0.9) * 14,
        17,
        `fill="${petal % 2 ? colours.main : colours.hot}" opacity="0.85"`,
      ),
    );
    return `<path d="M${n(vase)} ${TABLE - 70}Q${n(vase + dx * 0.3)} ${n(fy + 90)} ${n(fx)} ${n(fy)}" stroke="#0d1a12" stroke-width="6" fill="none"/>${petals.join('')}${disc(fx, fy, 9, `fill="${colours.night}" opacity="0.7"`)}`;
  });
  return (
    group(
      'fill="#0b070b"',
      ...brushes,
      `<path d="M${n(cup - 46)} ${TABLE - 92}L${n(cup + 46)} ${TABLE - 92}L${n(cup + 36)} ${TABLE + 26}L${n(cup - 36)} ${TABLE + 26}Z"/>`,
    ) +
    box(cup + 30, TABLE - 88, 5, 100, `fill="${colours.hot}" opacity="0.8"`) +
    group('', ...stems) +
    `<path d="M${n(vase - 44)} ${TABLE - 100}Q${n(vase - 78)} ${TABLE - 10} ${n(vase - 40)} ${TABLE + 30}L${n(vase + 40)} ${TABLE + 30}Q${n(vase + 78)} ${TABLE - 10} ${n(vase + 44)} ${TABLE - 100}Z" fill="#120c12" stroke="${colours.hot}" stroke-opacity="0.6" stroke-width="3"/>` +
    group(
      'fill="#0a070a"',
      box(cup + 120, TABLE - 62, 44, 92, 'rx="8"'),
      box(cup + 132, TABLE - 92, 20, 34, 'rx="4"'),
      box(cup + 190, TABLE - 26, 96, 54, 'rx="14"'),
      limb([vase - 210, TABLE + 22, 22], [vase - 130, TABLE + 14, 22]),
    ) +
    box(cup + 156, TABLE - 58, 4, 80, `fill="${colours.hot}" opacity="0.7"`)
  );
}
