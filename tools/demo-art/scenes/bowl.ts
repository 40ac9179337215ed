import { type Beam, beams, glow, haze, lamp } from '../drawing/light.ts';
import { truss } from '../drawing/rig.ts';
import { disc, full, group, lit, n, type Palette, type Random, type Scene, type Sheet } from '../drawing/scene.ts';

const SQUASH = 0.42;

/** The whole hall from the top row: a round stage in a sea of small lights. */
export const bowl: Scene = (sheet, random, colours, { time, pulse }) => {
  const centre = { x: 800 + random.between(-120, 120), y: 560 };
  const seed = random.whole(1, 900);
  sheet.add(
    full(`fill="${sheet.linear([0, 0], [0, 900], [0, colours.night], [0.5, colours.deep], [1, colours.night])}"`),
    glow(sheet, [centre.x, centre.y - 60], 1100, colours.second, 0.85, 0.6),
    glow(sheet, [centre.x, centre.y], 640, colours.main, 0.9, 0.6),
    ...tiers(sheet, random, colours, centre, time),
    stage(sheet, colours, centre, pulse),
    truss([centre.x - 460, 66], [centre.x + 460, 66], 30, colours.deep),
    beams(sheet, fan(colours, random, centre, time), { seed, drift: time * 12 }, 6),
    ...Array.from({ length: 8 }, (_, index) =>
      lamp(
        sheet,
        [centre.x - 406 + index * 116, 104],
        5 + (index % 2) * 3,
        index % 2 ? colours.hot : colours.pale,
        0.9,
      ),
    ),
    haze(sheet, seed + 4, colours.main, 0.6, { top: 60, bottom: 760 }, time * 14),
    glow(sheet, [centre.x, centre.y - 20], 300, colours.pale, 0.8, 0.5),
  );
};

function tiers(
  sheet: Sheet,
  random: Random,
  colours: Palette,
  centre: { x: number; y: number },
  time: number,
): string[] {
  const parts: string[] = [];
  const lights: string[] = [];
  for (let tier = 0; tier < 20; tier += 1) {
    const radius = 330 + tier * 44 + Math.floor(tier / 6) * 42;
    const rise = tier * tier * 0.55;
    parts.push(
      `<ellipse cx="${n(centre.x)}" cy="${n(centre.y - rise)}" rx="${n(radius)}" ry="${n(radius * SQUASH)}" fill="none" stroke="${colours.night}" stroke-width="${n(10 + tier * 0.6)}" opacity="0.5"/>`,
    );
    const seats = Math.round(radius * 0.36);
    for (let seat = 0; seat < seats; seat += 1) {
      const turn = (seat / seats) * 6.283 + random.between(-0.008, 0.008);
      if (!random.chance(0.62)) continue;
      const [x, y] = [centre.x + Math.cos(turn) * radius, centre.y - rise + Math.sin(turn) * radius * SQUASH];
      const near = 0.6 + (y / 900) * 1.3;
      const tone = random.chance(0.12) ? colours.hot : random.chance(0.2) ? colours.main : colours.pale;
      const power = random.between(0.4, 1) * (0.8 + 0.25 * Math.sin(time * 3 + turn * 6));
      if (x > -10 && x < 1610 && y > -10 && y < 910)
        lights.push(disc(x, y, random.between(1, 2.3) * near, `fill="${tone}" opacity="${power.toFixed(2)}"`));
    }
  }
  return [group('', ...parts), lit(`filter="${sheet.blur(3.4)}"`, ...lights), lit('', ...lights)];
}

function stage(sheet: Sheet, colours: Palette, { x, y }: { x: number; y: number }, pulse: number): string {
  const ring = (radius: number, lift: number, attributes: string) =>
    `<ellipse cx="${n(x)}" cy="${n(y - lift)}" rx="${n(radius)}" ry="${n(radius * SQUASH)}" ${attributes}/>`;
  return (
    ring(268, -16, `fill="${colours.night}"`) +
    ring(
      262,
      0,
      `fill="${sheet.oval(x, y, 262, SQUASH, [0, '#ffffff'], [0.32, colours.pale], [0.62, colours.hot], [0.86, colours.main], [1, colours.second])}"`,
    ) +
    [232, 190, 146, 100]
      .map((radius, index) =>
        ring(radius, 0, `fill="none" stroke="${colours.night}" stroke-width="2.5" opacity="${0.55 - index * 0.1}"`),
      )
      .join('') +
    ring(264, 0, `fill="none" stroke="${colours.pale}" stroke-width="${n(4 + pulse * 3)}"`) +
    ring(300, -18, `fill="none" stroke="${colours.hot}" stroke-width="2" opacity="0.7"`) +
    group(
      `fill="${colours.night}"`,
      ...[-58, -18, 30, 66].map(
        (dx, index) =>
          `<ellipse cx="${n(x + dx)}" cy="${n(y - 22 + (index % 2) * 16)}" rx="5" ry="15"/><circle cx="${n(x + dx)}" cy="${n(y - 42 + (index % 2) * 16)}" r="5"/>`,
      ),
    )
  );
}

function fan(colours: Palette, random: Random, { x }: { x: number }, time: number): Beam[] {
  return Array.from({ length: 8 }, (_, index) => ({
    from: [x - 406 + index * 116, 104] as const,
    angle: 90 + (3.5 - index) * 8 + random.between(-5, 5) + Math.sin(time + index) * 6,
    length: 640,
    spread: random.between(9, 14),
    colour: [colours.pale, colours.hot, colours.main][index % 3] ?? '',
    power: 0.95,
  }));
}
