import { bokeh, glow } from '../drawing/light.ts';
import { limb } from '../drawing/people.ts';
import type { Scene } from '../drawing/scene.ts';
import { box, disc, full, group, lit, n, poly, type Point } from '../drawing/sheet.ts';

const R = 620;

/** A record under coloured lamps: the grooves break the light into fans. */
export const vinyl: Scene = (sheet, random, colours, { time }) => {
  const side = random.pick([-1, 1]);
  const centre = { x: 800 + side * random.between(120, 260), y: random.between(540, 640) };
  const turn = random.between(0, 180) + time * 40;
  sheet.add(
    full(`fill="${sheet.linear([0, 0], [1600, 900], [[0, colours.deep], [1, colours.night]])}"`),
    glow(sheet, [800 - side * 560, 120], 760, colours.main, 0.75),
    glow(sheet, [800 + side * 700, 40], 640, colours.second, 0.8),
    bokeh(sheet, random, [colours.main, colours.second, colours.hot], { count: 26, top: -20, bottom: 330, small: 12, large: 62, power: 0.5, soft: 2.4 }),
  );
  const tilt = `transform="translate(${n(centre.x)} ${n(centre.y)}) scale(1 0.62)"`;
  const rings: string[] = [];
  for (let radius = 230; radius < R - 14; radius += 3.4) {
    const gap = random.chance(0.035);
    rings.push(disc(0, 0, radius, `stroke="#fff" stroke-width="${gap ? 3.2 : 1}" opacity="${gap ? 0.02 : random.between(0.03, 0.13).toFixed(2)}"`));
  }
  const face = sheet.clip(disc(0, 0, R - 6, ''));
  const fans = reflections(turn * 0.05);
  sheet.add(
    group(`filter="${sheet.blur(26)}"`, `<ellipse cx="${n(centre.x)}" cy="${n(centre.y + 46)}" rx="${R + 14}" ry="${n(R * 0.63)}" fill="#000" opacity="0.85"/>`),
    group(tilt, disc(0, 14, R, 'fill="#000"'), disc(0, 0, R, 'fill="#0a090d" stroke="#33303a" stroke-width="2"')),
    lit(`filter="${sheet.blur(6)}"`, group(tilt, group(`clip-path="${face}"`, ...fans))),
    group(`${tilt} fill="none"`, ...rings),
    group(tilt, label(), disc(0, 0, 226, 'fill="none" stroke="#000" stroke-width="5" opacity="0.8"')),
  );
  sheet.add(arm());

  /** Each lamp gives two opposite fans that are bright in the middle and die away on both sides. */
  function reflections(shift: number): string[] {
    const lamps = [[24, 15, colours.main, 0.8], [52, 5, colours.hot, 0.9], [78, 12, colours.second, 0.75], [118, 9, colours.main, 0.6], [150, 17, colours.second, 0.7], [141, 3, colours.pale, 0.7]] as const;
    const ray = (degrees: number): Point => [Math.cos((degrees * Math.PI) / 180) * R * 1.3, Math.sin((degrees * Math.PI) / 180) * R * 1.3];
    return lamps.flatMap(([at, width, colour, power]) =>
      Array.from({ length: 46 }, (_, index) => {
        const half = index % 2 ? 180 : 0;
        const away = ((index >> 1) / 11 - 1) * 2.4;
        const degrees = at + shift + half + away * width;
        const strength = power * Math.exp(-away * away);
        return poly([[0, 0], ray(degrees - width * 0.13), ray(degrees + width * 0.13)], `fill="${colour}" opacity="${strength.toFixed(2)}"`);
      }),
    );
  }

  function label(): string {
    const paper = sheet.linear([-200, -200], [200, 200], [[0, colours.hot], [0.5, colours.main], [1, colours.second]]);
    const stripes = Array.from({ length: 7 }, (_, index) => box(-220, -150 + index * 46, 440, 18, `fill="${colours.pale}" opacity="${n(0.5 - index * 0.06)}"`));
    const round = sheet.clip(disc(0, 0, 200, ''));
    return (
      disc(0, 0, 208, 'fill="#050408"') +
      disc(0, 0, 200, `fill="${paper}"`) +
      group(`clip-path="${round}"`, group(`transform="rotate(${n(turn)})"`, ...stripes, disc(0, 0, 96, `fill="${colours.night}" opacity="0.85"`), disc(0, 0, 84, `fill="none" stroke="${colours.pale}" stroke-width="2" opacity="0.7"`))) +
      disc(0, 0, 13, 'fill="#000"') +
      disc(-2, -4, 9, 'fill="#c9c6d2"')
    );
  }

  function arm(): string {
    const x = (value: number) => centre.x + side * -1 * value;
    const metal = sheet.linear([x(700), 0], [x(200), 0], [[0, '#f6f2ff'], [0.5, '#8d8a9c'], [1, '#dcd8ea']]);
    const path = `M${n(x(690))} ${n(centre.y - 420)}Q${n(x(640))} ${n(centre.y - 120)} ${n(x(430))} ${n(centre.y + 40)}`;
    return (
      group(`filter="${sheet.blur(9)}" opacity="0.7"`, `<path d="${path}" transform="translate(10 40)" fill="none" stroke="#000" stroke-width="22"/>`) +
      `<path d="${path}" fill="none" stroke="#15131a" stroke-width="19"/><path d="${path}" fill="none" stroke="${metal}" stroke-width="11"/>` +
      group('fill="#1a1722"', limb([[x(432), centre.y + 38, 34], [x(384), centre.y + 78, 44]])) +
      group(`fill="${colours.hot}"`, limb([[x(388), centre.y + 70, 12], [x(372), centre.y + 86, 10]])) +
      disc(x(690), centre.y - 420, 74, 'fill="#17141d"') +
      disc(x(690), centre.y - 424, 60, `fill="${metal}" opacity="0.8"`)
    );
  }
};
