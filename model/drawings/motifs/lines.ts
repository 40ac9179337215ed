import type { Motif } from '../cover.ts';
import { ALL, across, defs, down, line, oval, round, shape, whole } from './paint.ts';

export const arcs: Motif = ({ night, dusk, deep, warm, glow, lamp, counterDeep }, chance) => {
  const count = chance.whole(5, 9);
  const [x, y] = [chance.between(420, 1250), chance.between(860, 1010)];
  const [outer, inner] = [chance.between(880, 1080), chance.between(80, 150)];
  const colours = [dusk, counterDeep, deep, deep, warm, warm, glow, glow, lamp];
  const rings = Array.from({ length: count }, (_, at) => {
    const radius = outer + ((inner - outer) * at) / (count - 1);
    const colour = colours[Math.round((at / (count - 1)) * 8)] ?? warm;
    return oval(colour, [x, y], radius) + oval('s', [x, y], radius);
  });
  const paints = defs(
    round('h', { cx: x / 1600, cy: 1, r: 1 }, [0, dusk], [1, night]),
    down('s', [0, '#ffffff', 0.2], [0.42, '#ffffff', 0], [1, '#000000', 0.3]),
  );
  return paints + shape('h', ALL) + rings.join('');
};

export const strings: Motif = ({ night, dusk, warm, glow, lamp, counter }, chance) => {
  const count = chance.whole(9, 15);
  const from = chance.between(240, 660);
  const [low, high] = [chance.between(-80, 120), chance.between(760, 1000)];
  const swing = chance.between(90, 260);
  const threads = Array.from({ length: count }, (_, at) => {
    const part = at / (count - 1);
    const end = low + (high - low) * part;
    const bend = swing * Math.sin(part * Math.PI * 2 + from);
    const d = `M-20 ${whole(from + part * 60)}C500 ${whole(from - bend)} 950 ${whole(end + bend)} 1620 ${whole(end)}`;
    return line(at % 3 === 1 ? 'c' : 'w', 3 + 9 * Math.sin(part * Math.PI), d, 0.45 + 0.5 * part);
  });
  const paints = defs(
    round('h', { cx: 0, cy: from / 900, r: 0.9 }, [0, warm, 0.75], [0.35, dusk, 0.9], [1, night]),
    across('w', [0, lamp], [0.5, glow], [1, warm, 0.15]),
    across('c', [0, lamp], [0.6, counter], [1, counter, 0.1]),
    round('l', {}, [0, '#ffffff'], [0.3, lamp, 0.8], [1, glow, 0]),
  );
  return paints + shape('h', ALL) + threads.join('') + oval('l', [0, from + 30], 190);
};

export const footlights: Motif = ({ night, dusk, deep, warm, glow, lamp, counterDeep }, chance) => {
  const count = chance.whole(5, 11);
  const floor = chance.between(690, 770);
  const spot = chance.between(300, 1300);
  const step = 1600 / count;
  const lamps = Array.from({ length: count }, (_, at) => {
    const x = step * (at + 0.5);
    const near = 1 - Math.abs(x - spot) / 1600;
    const radius = step * (0.24 + 0.16 * near);
    const dome = `M${whole(x - radius)} ${whole(floor)}a${whole(radius)} ${whole(radius)} 0 0 1 ${whole(radius * 2)} 0z`;
    const ray = `M${whole(x - radius * 0.5)} ${whole(floor)}L${whole(x - step * 0.9)} 0h${whole(step * 1.8)}L${whole(x + radius * 0.5)} ${whole(floor)}z`;
    return shape('b', ray, 0.25 + 0.6 * near ** 3) + shape('w', dome);
  });
  const paints = defs(
    round('h', { cx: spot / 1600, cy: 0.8, r: 0.75 }, [0, deep], [0.5, dusk], [1, night]),
    down('b', [0, counterDeep, 0], [1, glow, 0.55]),
    down('w', [0, lamp], [0.55, glow], [1, warm]),
    down('f', [0, warm, 0.5], [0.4, night, 0.9], [1, night]),
  );
  const edge = `M0 ${whole(floor)}h1600v${whole(900 - floor)}H0z`;
  return paints + shape('h', ALL) + lamps.join('') + shape(night, edge) + shape('f', edge);
};

export const halo: Motif = ({ night, dusk, warm, glow, lamp, counter, counterDeep }, chance) => {
  const [x, y] = [chance.between(520, 1080), chance.between(330, 430)];
  const radius = chance.between(190, 290);
  const squeeze = chance.between(0.6, 1);
  const turn = chance.between(-24, 24);
  const paints = defs(
    round('h', { cx: x / 1600, cy: y / 900, r: 0.8 }, [0, counterDeep], [0.45, dusk], [1, night]),
    round('p', {}, [0, glow, 0.75], [0.45, warm, 0.4], [1, warm, 0]),
    round('v', { cx: 0.1, cy: 0.9, r: 0.7 }, [0, counter, 0.5], [1, counter, 0]),
    round(
      'r',
      {},
      [0.2, warm, 0],
      [0.48, warm, 0.16],
      [0.555, glow, 0.6],
      [0.575, lamp],
      [0.6, lamp],
      [0.62, glow, 0.6],
      [0.72, warm, 0.2],
      [1, warm, 0],
    ),
  );
  const place = `translate(${whole(x)} ${whole(y)}) rotate(${whole(turn)})`;
  return (
    paints +
    shape('h', ALL) +
    shape('v', ALL) +
    `<g transform="${place}">${oval('r', [0, 0], radius / 0.58, (radius / 0.58) * squeeze)}</g>` +
    oval('p', [x, 850], radius * 2.1, 90)
  );
};
