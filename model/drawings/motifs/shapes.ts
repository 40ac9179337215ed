import type { Motif } from '../cover.ts';
import { ALL, across, defs, down, oval, round, shape, whole } from './paint.ts';

export const beams: Motif = ({ night, dusk, deep, warm, glow, lamp, counter }, chance) => {
  const count = chance.whole(3, 6);
  const meeting = chance.between(480, 1120);
  const spread = chance.between(200, 620);
  const lights = Array.from({ length: count }, (_, at) => {
    const top = 130 + (1340 * at) / (count - 1) + chance.between(-60, 60);
    const foot = meeting + (at / (count - 1) - 0.5) * -spread;
    const wide = chance.between(120, 200);
    const cone = (half: number) => `M${whole(top - 8)} -40h16L${whole(foot + half)} 880H${whole(foot - half)}z`;
    const fill = at % 2 === count % 2 ? 'c' : 'w';
    return shape(fill, cone(wide), 0.6) + shape(fill, cone(wide * 0.55), 0.6) + oval('l', [top, -6], 120);
  });
  const paints = defs(
    round('h', { cx: meeting / 1600, cy: 1, r: 0.95 }, [0, deep], [0.4, dusk], [1, night]),
    down('w', [0, lamp, 0.95], [0.3, glow, 0.6], [1, warm, 0.12]),
    down('c', [0, lamp, 0.9], [0.25, counter, 0.75], [1, counter, 0.08]),
    round('p', {}, [0, lamp, 0.9], [0.4, glow, 0.5], [1, warm, 0]),
    round('l', {}, [0, '#ffffff'], [0.2, lamp, 0.7], [1, glow, 0]),
  );
  return paints + shape('h', ALL) + lights.join('') + oval('p', [meeting, 850], 300 + spread * 0.6, 95);
};

export const curtain: Motif = ({ night, dusk, deep, warm, glow, lamp, counter }, chance) => {
  const count = chance.whole(9, 16);
  const slit = chance.between(500, 1100);
  const half = chance.between(26, 90);
  const fold = 1600 / count;
  const folds = Array.from({ length: count }, (_, at) => {
    const x = fold * at;
    const lean = ((x - slit) / 1600) * 120;
    const bulge = fold * chance.between(1.02, 1.3);
    const top = whole(x - lean * 0.2);
    return shape('f', `M${top} 0h${whole(bulge)}L${whole(x + lean + bulge)} 900H${whole(x + lean)}z`);
  });
  const paints = defs(
    across('f', [0, night], [0.22, dusk], [0.5, deep], [0.68, warm], [0.8, deep], [1, night]),
    down('s', [0, night, 0.9], [0.5, night, 0.3], [0.8, warm, 0.08], [1, glow, 0.5]),
    across('g', [0, warm, 0], [0.3, glow, 0.75], [0.5, lamp], [0.7, glow, 0.75], [1, warm, 0]),
    round('c', { cx: 0.5, cy: 0, r: 0.8 }, [0, counter, 0.55], [1, counter, 0]),
  );
  const light = `M${whole(slit - half)} 0h${whole(half * 2)}l${whole(half)} 900H${whole(slit - half * 2)}z`;
  return paints + shape(dusk, ALL) + folds.join('') + shape('c', ALL) + shape('s', ALL) + shape('g', light);
};

export const equaliser: Motif = ({ night, dusk, deep, warm, glow, lamp, counter, counterDeep }, chance) => {
  const count = chance.whole(11, 19);
  const [peak, width] = [chance.between(0.25, 0.75), chance.between(0.16, 0.34)];
  const step = 1600 / count;
  const bar = step * chance.between(0.5, 0.7);
  const columns = Array.from({ length: count }, (_, at) => {
    const part = (at + 0.5) / count;
    const height = 110 + 620 * Math.exp(-(((part - peak) / width) ** 2)) * chance.between(0.62, 1);
    const x = step * at + (step - bar) / 2;
    const r = whole(bar / 2);
    return `<rect x="${whole(x)}" y="${whole(800 - height)}" width="${whole(bar)}" height="${whole(height)}" rx="${r}"/>`;
  }).join('');
  const paints = defs(
    round('h', { cx: peak, cy: 0.9, r: 0.8 }, [0, deep], [0.5, dusk], [1, night]),
    `<linearGradient id="b" gradientUnits="userSpaceOnUse" y1="60" y2="800" x2="0"><stop stop-color="${lamp}"/><stop offset=".3" stop-color="${glow}"/><stop offset=".6" stop-color="${warm}"/><stop offset="1" stop-color="${counterDeep}"/></linearGradient>`,
    round('v', { cx: 1 - peak, cy: 0.1, r: 0.7 }, [0, counter, 0.4], [1, counter, 0]),
  );
  const likeness = `<use href="#q" transform="matrix(1 0 0 -.25 0 1004)" opacity=".22"/>`;
  return `${paints}${shape('h', ALL)}${shape('v', ALL)}<g id="q" fill="url(#b)">${columns}</g>${likeness}`;
};

export const waves: Motif = ({ night, dusk, deep, warm, glow, lamp, counter, counterDeep }, chance) => {
  const colours = chance.one([
    [counterDeep, counter, deep, warm, glow],
    [dusk, deep, warm, glow, counter],
    [dusk, counterDeep, deep, warm, glow],
  ]);
  const sun = chance.between(380, 1220);
  const hills = colours.map((colour, at) => {
    const y = 400 + at * 92;
    const [a, b, c] = [chance.between(-170, 170), chance.between(-170, 170), chance.between(-60, 60)];
    const d = `M-20 ${whole(y + c)}C330 ${whole(y + a)} 520 ${whole(y + b)} 820 ${whole(y)}S1300 ${whole(y - a)} 1620 ${whole(y - c)}V920H-20z`;
    return shape(colour, d) + shape('s', d);
  });
  const paints = defs(
    round('h', { cx: sun / 1600, cy: 0.4, r: 0.8 }, [0, counterDeep], [0.5, dusk], [1, night]),
    round('l', {}, [0, lamp], [0.3, glow, 0.75], [1, warm, 0]),
    down('s', [0, '#ffffff', 0.22], [0.14, '#ffffff', 0], [0.75, night, 0.75], [1, night, 0.95]),
  );
  return paints + shape('h', ALL) + oval('l', [sun, 330], chance.between(260, 420)) + hills.join('');
};

export const mirrorBall: Motif = ({ night, dusk, deep, warm, glow, lamp, counter }, chance) => {
  const [x, y] = [chance.between(500, 1100), chance.between(290, 370)];
  const spots = Array.from({ length: 3 }, (_, row) => {
    const reach = 260 + row * chance.between(190, 280);
    const count = 8 + row * 4;
    const start = chance.between(0, 1);
    const places = Array.from({ length: count }, (_unused, at): [number, number] => {
      const angle = ((at + start) / count) * Math.PI * 2;
      return [x + Math.cos(angle) * reach * 1.25, y + Math.sin(angle) * reach * 0.85];
    });
    const seen = places.filter(([left, top]) => left > -60 && left < 1660 && top > -40 && top < 940);
    const ovals = seen.map((place, at) => oval((at + row) % 3 === 0 ? 'c' : 'w', place, 26 + row * 17, 18 + row * 10));
    return `<g opacity="${1 - row * 0.2}">${ovals.join('')}</g>`;
  });
  const ball = 96;
  const paints = defs(
    round('h', { cx: x / 1600, cy: y / 900, r: 0.85 }, [0, deep], [0.4, dusk], [1, night]),
    round('w', {}, [0, lamp], [0.6, glow, 0.85], [1, warm, 0.05]),
    round('c', {}, [0, lamp, 0.9], [0.6, counter, 0.9], [1, counter, 0.05]),
    round('b', { cx: 0.36, cy: 0.3, r: 0.8 }, [0, '#ffffff'], [0.3, glow], [0.65, deep], [1, night]),
  );
  const cord = shape(night, `M${whole(x - 2)} 0h4v${whole(y)}h-4z`);
  return paints + shape('h', ALL) + spots.join('') + cord + oval('b', [x, y], ball);
};

export const haze: Motif = ({ night, dusk, deep, warm, glow, lamp, counter }, chance) => {
  const discs = Array.from({ length: chance.whole(9, 14) }, (_, at) => {
    const radius = chance.between(46, 200);
    const place: [number, number] = [chance.between(0, 1600), chance.between(40, 760)];
    return oval(chance.one(['w', 'w', 'c', 'd']), place, radius, radius, 0.25 + (at % 4) * 0.15);
  });
  const floor = chance.between(0.2, 0.8);
  const paints = defs(
    round('h', { cx: floor, cy: 0.9, r: 0.9 }, [0, deep], [0.45, dusk], [1, night]),
    round('w', {}, [0, glow, 0.55], [0.86, glow, 0.7], [0.94, lamp, 0.9], [1, warm, 0]),
    round('c', {}, [0, counter, 0.5], [0.86, counter, 0.75], [0.95, lamp, 0.5], [1, counter, 0]),
    round('d', {}, [0, warm, 0.6], [0.9, warm, 0.8], [1, deep, 0]),
    down('f', [0, night, 0], [0.6, night, 0.1], [1, night, 0.85]),
  );
  return paints + shape('h', ALL) + discs.join('') + shape('f', ALL);
};
