import { type Beam, beams, glow, haze, lamp } from '../drawing/light.ts';
import type { Palette } from '../drawing/palettes.ts';
import { truss } from '../drawing/rig.ts';
import type { Scene } from '../drawing/scene.ts';
import { disc, full, group, n, type Sheet } from '../drawing/sheet.ts';

/** Under the grid: trusses one behind another, the moving heads all looking down at us. */
export const rigging: Scene = (sheet, random, colours, { time, bands, pulse }) => {
  const tilt = random.between(-70, 70);
  const seed = random.whole(1, 900);
  sheet.add(
    full(`fill="${sheet.linear([0, 0], [0, 900], [[0, colours.night], [0.5, colours.deep], [1, colours.night]])}"`),
    glow(sheet, [800, 980], 1200, colours.main, 0.9, 0.6),
    glow(sheet, [800 - tilt * 6, 200], 900, colours.second, 0.6, 0.6),
    haze(sheet, seed + 1, colours.second, 0.6, { top: -80, bottom: 980 }, time * 14),
  );
  const rows = [
    { y: 96, height: 26, count: 11, size: 15, soft: 2.2 },
    { y: 190, height: 44, count: 8, size: 27, soft: 1.1 },
    { y: 330, height: 80, count: 5, size: 52, soft: 0 },
  ];
  rows.forEach((row, depth) => {
    const heads = Array.from({ length: row.count }, (_, index) => {
      const share = (index + 0.5) / row.count;
      return { x: -60 + share * 1720, y: row.y + row.height + row.size * 1.1 + tilt * (share - 0.5) * (0.4 + depth * 0.3), angle: 90 + (0.5 - share) * (50 + depth * 10) + random.between(-16, 16) + Math.sin(time * 1.1 + index * 1.3 + depth) * 12 };
    });
    const slope = tilt * (0.4 + depth * 0.3) * 0.5;
    const light: Beam[] = heads.map((head, index) => ({ from: [head.x + Math.cos((head.angle * Math.PI) / 180) * row.size, head.y + Math.sin((head.angle * Math.PI) / 180) * row.size] as const, angle: head.angle, length: 1100, spread: 7 + depth * 3, colour: [colours.main, colours.hot, colours.second][(index + depth) % 3] ?? '', power: 0.45 + 0.55 * (bands[index % bands.length] ?? 0.5) }));
    sheet.add(
      group(`filter="${sheet.blur(row.soft || 0.3)}"`, truss([-80, row.y - slope], [1680, row.y + slope], row.height, colours.deep)),
      beams(sheet, light, { seed: seed + depth, drift: time * 14 }, 4 + depth * 2),
      ...heads.map((head, index) => movingHead(sheet, colours, head, row.size, [colours.main, colours.hot, colours.second][(index + depth) % 3] ?? '', 0.7 + pulse * 0.3)),
    );
  });
  sheet.add(haze(sheet, seed + 9, colours.main, 0.5, { top: 420, bottom: 1000 }, -time * 18));
};

function movingHead(sheet: Sheet, colours: Palette, head: { x: number; y: number; angle: number }, size: number, tone: string, power: number): string {
  const lens = [Math.cos((head.angle * Math.PI) / 180) * size * 0.8, Math.sin((head.angle * Math.PI) / 180) * size * 0.8] as const;
  return (
    group(
      `transform="translate(${n(head.x)} ${n(head.y)})" fill="#050409" stroke="${colours.deep}" stroke-width="${n(size * 0.05)}"`,
      `<rect x="${n(-size * 0.7)}" y="${n(-size * 1.5)}" width="${n(size * 1.4)}" height="${n(size * 0.6)}" rx="${n(size * 0.12)}"/>`,
      `<path d="M${n(-size)} ${n(-size)}L${n(size)} ${n(-size)}L${n(size * 0.92)} ${n(size * 0.25)}L${n(size * 0.66)} ${n(size * 0.25)}L${n(size * 0.66)} ${n(-size * 0.7)}L${n(-size * 0.66)} ${n(-size * 0.7)}L${n(-size * 0.66)} ${n(size * 0.25)}L${n(-size * 0.92)} ${n(size * 0.25)}Z"/>`,
      `<g transform="rotate(${n(head.angle - 90)})"><rect x="${n(-size * 0.6)}" y="${n(-size * 0.8)}" width="${n(size * 1.2)}" height="${n(size * 1.6)}" rx="${n(size * 0.45)}"/></g>`,
    ) +
    disc(head.x + lens[0], head.y + lens[1], size * 0.46, `fill="${tone}"`) +
    lamp(sheet, [head.x + lens[0], head.y + lens[1]], size * 0.32, tone, power)
  );
}
