import { beams, glow, haze, rim } from '../drawing/light.ts';
import { performer, poseNames } from '../drawing/performer.ts';
import type { Scene } from '../drawing/scene.ts';
import { box, disc, full, group, lit, n } from '../drawing/sheet.ts';

const FLOOR = 800;

/** One voice against the light: a figure before a great lamp, everything else is smoke. */
export const singer: Scene = (sheet, random, colours, { time, pulse }) => {
  const x = random.pick([560, 800, 1040]);
  const pose = random.pick(poseNames);
  const mirrored = random.chance(0.5) ? -1 : 1;
  const seed = random.whole(1, 900);
  const lamp = { y: 400, radius: random.between(250, 310) + pulse * 8 };
  sheet.add(
    full(`fill="${sheet.linear([0, 0], [0, 900], [[0, colours.night], [0.75, colours.deep], [1, colours.night]])}"`),
    glow(sheet, [x, lamp.y], 1150, colours.second, 0.85, 0.8),
    glow(sheet, [x, lamp.y], 720, colours.main, 0.95 + pulse * 0.05),
    beams(
      sheet,
      Array.from({ length: 16 }, (_, index) => ({
        from: [x, lamp.y] as const,
        angle: index * 22.5 + random.between(-7, 7) + time * 3,
        length: 1250,
        spread: random.between(3, 11),
        colour: index % 3 === 0 ? colours.hot : colours.main,
        power: random.between(0.35, 0.8),
      })),
      { seed, drift: Math.sin(time / 3) * 60 },
      7,
    ),
    disc(x, lamp.y, lamp.radius, `fill="${sheet.radial(x, lamp.y, lamp.radius, [[0, '#ffffff'], [0.55, colours.pale], [0.9, colours.hot], [1, colours.main]])}"`),
    disc(x, lamp.y, lamp.radius * 1.16, `fill="none" stroke="${colours.hot}" stroke-width="3" opacity="0.55"`),
    disc(x, lamp.y, lamp.radius * 1.42, `fill="none" stroke="${colours.main}" stroke-width="1.6" opacity="0.4"`),
    haze(sheet, seed + 5, colours.pale, 0.5, { top: 240, bottom: 900 }, Math.sin(time / 4) * 90),
  );
  const ground = sheet.linear([0, FLOOR - 10], [0, 900], [[0, colours.hot, 0.85], [0.25, colours.main, 0.35], [1, colours.night, 0.1]]);
  const figure = (flip: number, fill: string) =>
    group(`transform="translate(${n(x)} ${FLOOR + 10}) scale(${0.66 * mirrored} ${0.66 * flip})" fill="${fill}"`, performer(sheet, pose));
  sheet.add(
    box(-10, FLOOR, 1620, 120, `fill="${colours.night}"`),
    lit(`mask="${sheet.mask(full(`fill="${sheet.radial(x, FLOOR, 900, [[0, '#fff'], [1, '#000']], 0.5)}"`))}"`, box(-10, FLOOR, 1620, 120, `fill="${ground}"`)),
    group(`opacity="0.75" filter="${sheet.blur(4)}" clip-path="${sheet.clip(box(0, FLOOR + 6, 1600, 120, ''))}"`, figure(-0.5, colours.night)),
    group(`filter="${rim(sheet, colours.pale, 2.2, 1.1, 0.85)}"`, figure(1, colours.night)),
    glow(sheet, [x, lamp.y], 420, colours.pale, 0.2),
    haze(sheet, seed + 11, colours.main, 0.75, { top: 560, bottom: 1000 }, -Math.sin(time / 4) * 120),
  );
  const dust = Array.from({ length: 90 }, () => {
    const [px, py, r] = [random.between(0, 1600), random.between(0, 860), random.between(0.6, 2.6)];
    return disc(px + Math.sin(time / 2 + py) * 14, py - ((time * 9) % 60), r, `fill="${colours.pale}" opacity="${random.between(0.15, 0.8).toFixed(2)}"`);
  });
  sheet.add(lit('', ...dust));
};
