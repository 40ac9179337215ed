type Stop = [at: number, colour: string, alpha?: number];

export const ALL = 'M0 0h1600v900H0z';

/** Vertical gradient. */
export function down(id: string, ...stops: Stop[]): string {
  return `<linearGradient id="${id}" x2="0" y2="1">${stopsOf(stops)}</linearGradient>`;
}

/** Horizontal gradient. */
export function across(id: string, ...stops: Stop[]): string {
  return `<linearGradient id="${id}">${stopsOf(stops)}</linearGradient>`;
}

/** Radial gradient; position and radius as fractions of the box. */
export function round(id: string, { cx = 0.5, cy = 0.5, r = 0.5 }, ...stops: Stop[]): string {
  const place = [cx === 0.5 ? '' : ` cx="${tidy(cx)}"`, cy === 0.5 ? '' : ` cy="${tidy(cy)}"`].join('');
  return `<radialGradient id="${id}"${place}${r === 0.5 ? '' : ` r="${tidy(r)}"`}>${stopsOf(stops)}</radialGradient>`;
}

/** Filled path; `fill` is a colour or a gradient id. */
export function shape(fill: string, d: string, opacity = 1): string {
  return `<path fill="${paint(fill)}" d="${d}"${see(opacity)}/>`;
}

export function line(colour: string, width: number, d: string, opacity = 1): string {
  return `<path fill="none" stroke="${paint(colour)}" stroke-width="${tidy(width)}" d="${d}"${see(opacity)}/>`;
}

export function oval(fill: string, [x, y]: [number, number], rx: number, ry = rx, opacity = 1): string {
  return `<ellipse cx="${whole(x)}" cy="${whole(y)}" rx="${whole(rx)}" ry="${whole(ry)}" fill="${paint(fill)}"${see(opacity)}/>`;
}

export function defs(...parts: string[]): string {
  return `<defs>${parts.join('')}</defs>`;
}

export function whole(value: number): string {
  return String(Math.round(value));
}

function tidy(value: number): string {
  return String(Math.round(value * 100) / 100).replace(/^(-?)0\./, '$1.');
}

function paint(fill: string): string {
  return fill.startsWith('#') ? fill : `url(#${fill})`;
}

function see(opacity: number): string {
  return opacity === 1 ? '' : ` opacity="${tidy(opacity)}"`;
}

function stopsOf(stops: Stop[]): string {
  return stops
    .map(([at, colour, alpha = 1]) => {
      const offset = at === 0 ? '' : ` offset="${tidy(at)}"`;
      return `<stop${offset} stop-color="${colour}"${alpha === 1 ? '' : ` stop-opacity="${tidy(alpha)}"`}/>`;
    })
    .join('');
}
