import { type Beam, beams, glow, haze, rim } from '../drawing/light.ts';
import { performer, poseNames } from '../drawing/performer.ts';
import { box, disc, full, group, lit, n, type Palette, type Random, type Scene, type Sheet } from '../drawing/scene.ts';

const FLOOR = 800;
const LAMP = 400;

/** One voice against the light: a figure before a great lamp, everything else is smoke. */
export const singer: Scene = (sheet, random, colours, { time, pulse }) => {
  const x = random.pick([560, 800, 1040]);
  const pose = random.pick(poseNames);
  const mirrored = random.chance(0.5) ? -1 : 1;
  const seed = random.whole(1, 900);
  const radius = random.between(250, 310) + pulse * 8;
  const figure = (flip: number) =>
    group(
      `transform="translate(${n(x)} ${FLOOR + 10}) scale(${0.66 * mirrored} ${0.66 * flip})" fill="${colours.night}"`,
      performer(sheet, pose),
    );
  sheet.add(
    full(`fill="${sheet.linear([0, 0], [0, 900], [0, colours.night], [0.75, colours.deep], [1, colours.night])}"`),
    glow(sheet, [x, LAMP], 1150, colours.second, 0.85, 0.8),
    glow(sheet, [x, LAMP], 720, colours.main, 0.95 + pulse * 0.05),
    beams(sheet, rays(random, colours, x, time), { seed, drift: Math.sin(time / 3) * 60 }, 7),
    sun(sheet, colours, x, radius),
    haze(sheet, seed + 5, colours.pale, 0.5, { top: 240, bottom: 900 }, Math.sin(time / 4) * 90),
    ...floor(sheet, colours, x, figure(-0.5)),
    group(`filter="${rim(sheet, colours.pale, 2.2, 1.1, 0.85)}"`, figure(1)),
    glow(sheet, [x, LAMP], 420, colours.pale, 0.2),
    haze(sheet, seed + 11, colours.main, 0.75, { top: 560, bottom: 1000 }, -Math.sin(time / 4) * 120),
    lit('', ...dust(random, colours, time)),
  );
};

function rays(random: Random, colours: Palette, x: number, time: number): Beam[] {
  return Array.from({ length: 16 }, (_, index) => ({
    from: [x, LAMP] as const,
    angle: index * 22.5 + random.between(-7, 7) + time * 3,
    length: 1250,
    spread: random.between(3, 11),
    colour: index % 3 === 0 ? colours.hot : colours.main,
    power: random.between(0.35, 0.8),
  }));
}

function sun(sheet: Sheet, colours: Palette, x: number, radius: number): string {
  const heat = sheet.radial(
    x,
    LAMP,
    radius,
    [0, '#ffffff'],
    [0.55, colours.pale],
    [0.9, colours.hot],
    [1, colours.main],
  );
  return (
    disc(x, LAMP, radius, `fill="${heat}"`) +
    disc(x, LAMP, radius * 1.16, `fill="none" stroke="${colours.hot}" stroke-width="3" opacity="0.55"`) +
    disc(x, LAMP, radius * 1.42, `fill="none" stroke="${colours.main}" stroke-width="1.6" opacity="0.4"`)
  );
}

function floor(sheet: Sheet, colours: Palette, x: number, mirrored: string): string[] {
  const shine = sheet.linear(
    [0, FLOOR - 10],
    [0, 900],
    [0, colours.hot, 0.85],
    [0.25, colours.main, 0.35],
    [1, colours.night, 0.1],
  );
  const near = sheet.mask(full(`fill="${sheet.oval(x, FLOOR, 900, 0.5, [0, '#fff'], [1, '#000'])}"`));
  const below = sheet.clip(box(0, FLOOR + 6, 1600, 120, ''));
  return [
    box(-10, FLOOR, 1620, 120, `fill="${colours.night}"`),
    lit(`mask="${near}"`, box(-10, FLOOR, 1620, 120, `fill="${shine}"`)),
    group(`opacity="0.75" filter="${sheet.blur(4)}" clip-path="${below}"`, mirrored),
  ];
}

function dust(random: Random, colours: Palette, time: number): string[] {
  return Array.from({ length: 90 }, () => {
    const [x, y, size] = [random.between(0, 1600), random.between(0, 860), random.between(0.6, 2.6)];
    const look = `fill="${colours.pale}" opacity="${random.between(0.15, 0.8).toFixed(2)}"`;
    return disc(x + Math.sin(time / 2 + y) * 14, y - ((time * 9) % 60), size, look);
  });
}
