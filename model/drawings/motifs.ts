import type { Motif } from './cover.ts';

const ALL = 'M0 0h1600v900H0z';

export const beams: Motif = ({ night, dusk, deep, warm, glow, lamp, counter }, chance) => {
  const count = chance.whole(3, 6);
  const meeting = chance.between(320, 1280);
  const spread = chance.between(-640, 640); // Below 0 the beams do not cross
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
  return paints + shape('h', ALL) + lights.join('') + oval('p', [meeting, 850], 300 + Math.abs(spread) * 0.6, 95);
};

export const arcs: Motif = ({ night, dusk, deep, warm, glow, lamp, counterDeep }, chance) => {
  const count = chance.whole(5, 9);
  const [x, y] = [chance.between(120, 1480), chance.between(740, 1010)];
  const [outer, inner] = [chance.between(560, 1080), chance.between(60, 160)];
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

type Stop = [at: number, colour: string, alpha?: number];

/** Vertical gradient. */
function down(id: string, ...stops: Stop[]): string {
  return `<linearGradient id="${id}" x2="0" y2="1">${stopsOf(stops)}</linearGradient>`;
}

/** Horizontal gradient. */
function across(id: string, ...stops: Stop[]): string {
  return `<linearGradient id="${id}">${stopsOf(stops)}</linearGradient>`;
}

/** Radial gradient; position and radius as fractions of the box. */
function round(id: string, { cx = 0.5, cy = 0.5, r = 0.5 }, ...stops: Stop[]): string {
  const place = [cx === 0.5 ? '' : ` cx="${tidy(cx)}"`, cy === 0.5 ? '' : ` cy="${tidy(cy)}"`].join('');
  return `<radialGradient id="${id}"${place}${r === 0.5 ? '' : ` r="${tidy(r)}"`}>${stopsOf(stops)}</radialGradient>`;
}

/** Filled path; `fill` is a colour or a gradient id. */
function shape(fill: string, d: string, opacity = 1): string {
  return `<path fill="${paint(fill)}" d="${d}"${opacity === 1 ? '' : ` opacity="${tidy(opacity)}"`}/>`;
}

function oval(fill: string, [x, y]: [number, number], rx: number, ry = rx): string {
  return `<ellipse cx="${whole(x)}" cy="${whole(y)}" rx="${whole(rx)}" ry="${whole(ry)}" fill="${paint(fill)}"/>`;
}

const defs = (...parts: string[]) => `<defs>${parts.join('')}</defs>`;
const paint = (fill: string) => (fill.startsWith('#') ? fill : `url(#${fill})`);
const whole = (value: number) => String(Math.round(value));
const tidy = (value: number) => String(Math.round(value * 100) / 100).replace(/^(-?)0\./, '$1.');

function stopsOf(stops: Stop[]): string {
  return stops
    .map(([at, colour, alpha = 1]) => {
      const offset = at === 0 ? '' : ` offset="${tidy(at)}"`;
      return `<stop${offset} stop-color="${colour}"${alpha === 1 ? '' : ` stop-opacity="${tidy(alpha)}"`}/>`;
    })
    .join('');
}
