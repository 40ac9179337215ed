import { type Beam, beams, glow, haze, lamp, rim } from '../drawing/light.ts';
import { crowdRow } from '../drawing/people.ts';
import { performer } from '../drawing/performer.ts';
import { truss } from '../drawing/rig.ts';
import {
  box,
  disc,
  full,
  group,
  lit,
  type Moment,
  n,
  type Palette,
  poly,
  type Random,
  type Scene,
  type Sheet,
} from '../drawing/scene.ts';

const HORIZON = 632;

/** The hall from the middle of the crowd: the stage far off, all lights on. */
export const arena: Scene = (sheet, random, colours, moment) => {
  const centre = 800 + random.between(-110, 110);
  const seed = random.whole(1, 900);
  sheet.add(
    full(`fill="${sheet.linear([0, 0], [0, 900], [0, colours.night], [0.6, colours.deep], [1, '#000'])}"`),
    glow(sheet, [centre, HORIZON - 120], 1050, colours.second, 0.8 + moment.pulse * 0.2, 0.6),
    glow(sheet, [centre, HORIZON - 60], 640, colours.main, 0.95, 0.66),
    haze(sheet, seed + 90, colours.second, 0.55, { top: -100, bottom: 560 }, Math.sin(moment.time / 5) * 80),
    wall(sheet, random, colours, centre, moment),
    truss([centre - 700, 40], [centre + 700, 40], 26, colours.deep),
    truss([centre - 620, 92], [centre + 620, 92], 34, colours.deep),
    beams(sheet, topBeams(random, colours, centre, moment.time), { seed, drift: Math.sin(moment.time / 3) * 60 }),
    beams(
      sheet,
      floorBeams(colours, centre, moment.time),
      { seed: seed + 3, drift: -Math.sin(moment.time / 3) * 60 },
      3,
    ),
  );
  for (let index = 0; index < 9; index += 1) {
    const big = index % 2 === 1;
    sheet.add(lamp(sheet, [centre - 560 + index * 140, 132], big ? 9 : 5, big ? colours.hot : colours.pale, 0.9));
  }
  for (let index = 0; index < 15; index += 1) {
    sheet.add(lamp(sheet, [centre - 630 + index * 90, 72], 2.6, index % 3 ? colours.main : colours.pale, 0.7));
  }
  sheet.add(
    glow(sheet, [centre, HORIZON - 30], 300, colours.pale, 0.95, 0.9),
    group(`fill="#07030c" transform="translate(${n(centre)} ${HORIZON + 4}) scale(0.13)"`, performer(sheet, 'reach')),
    haze(sheet, seed + 7, colours.main, 0.7, { top: 300, bottom: 800 }, Math.sin(moment.time / 4) * 80),
  );
  sheet.add(...crowd(sheet, random, colours, centre, moment.time));
};

function crowd(sheet: Sheet, random: Random, colours: Palette, centre: number, time: number): string[] {
  const phones = Array.from({ length: 26 }, () =>
    disc(random.between(0, 1600), HORIZON + random.between(20, 110), random.between(1.4, 3), `fill="${colours.pale}"`),
  );
  return [
    group(
      `fill="${colours.deep}" filter="${rim(sheet, colours.pale, 1.6, 0.6)}"`,
      crowdRow(random, HORIZON + 48, 20, 0.4),
    ),
    glow(sheet, [centre, HORIZON + 30], 800, colours.main, 0.5, 0.18),
    group(
      `fill="${colours.night}" filter="${rim(sheet, colours.hot, 2, 0.8, 0.75)}"`,
      crowdRow(random, HORIZON + 98, 36, 0.5, Math.sin(time) * 0.1),
    ),
    lit('', ...phones),
    glow(sheet, [centre, HORIZON + 70], 700, colours.main, 0.3, 0.2),
    group(
      `fill="${colours.night}" filter="${rim(sheet, colours.main, 2.6, 1, 0.7)}"`,
      crowdRow(random, HORIZON + 188, 66, 0.5, Math.sin(time + 1) * 0.12),
    ),
    group(`fill="#030206" filter="${sheet.blur(2.4)}"`, crowdRow(random, 1010, 120, 0.36, Math.sin(time + 2) * 0.1)),
  ];
}

function wall(sheet: Sheet, random: Random, colours: Palette, x: number, { bands }: Moment): string {
  const bars: string[] = [];
  for (let index = -14; index <= 14; index += 1) {
    const band = bands[Math.abs(index) % bands.length] ?? 0.5;
    const height = (150 + 90 * Math.cos(index / 5) + random.between(-20, 40)) * (0.6 + band * 0.6);
    const tone = random.pick([colours.main, colours.second, colours.hot, colours.pale]);
    const power = random.between(0.3, 0.85).toFixed(2);
    bars.push(box(x + index * 33 - 7, HORIZON - height, 14, height, `fill="${tone}" opacity="${power}" rx="7"`));
  }
  const floor = poly(
    `fill="${sheet.linear([x - 640, 0], [x + 640, 0], [0, colours.second, 0.2], [0.5, colours.pale, 0.9], [1, colours.second, 0.2])}"`,
    [x - 640, HORIZON + 34],
    [x + 640, HORIZON + 34],
    [x + 500, HORIZON],
    [x - 500, HORIZON],
  );
  return lit(`filter="${sheet.blur(2.5)}"`, ...bars) + floor;
}

function topBeams(random: Random, colours: Palette, x: number, time: number): Beam[] {
  return Array.from({ length: 9 }, (_, index) => ({
    from: [x - 560 + index * 140, 132] as const,
    angle: 90 - (index - 4) * 9 + random.between(-6, 6) + Math.sin(time * 0.8 + index) * 7,
    length: 820,
    spread: random.between(8, 14),
    colour: index % 2 ? colours.hot : index % 3 ? colours.main : colours.second,
    power: 1,
  }));
}

function floorBeams(colours: Palette, x: number, time: number): Beam[] {
  return Array.from({ length: 8 }, (_, index) => ({
    from: [x - 490 + index * 140, HORIZON] as const,
    angle: -90 + (index - 3.5) * 13 + Math.sin(time + index) * 8,
    length: 760,
    spread: 4,
    colour: index % 2 ? colours.second : colours.main,
    power: 0.9,
  }));
}
