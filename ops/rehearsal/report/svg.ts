/** Plain functions that write SVG; lengths are in its own units, one to a pixel. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export type Scale = (value: number) => number;

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Values from `from` to `to` onto `start` to `start + length`; clamped. */
export function linear(from: number, to: number, start: number, length: number): Scale {
  const part = (value: number) => (to === from ? 0 : (value - from) / (to - from));
  return (value) => round(start + Math.min(1, Math.max(0, part(value))) * length);
}

/** The same by powers of ten; `from` is above 0. */
export function logarithmic(from: number, to: number, start: number, length: number): Scale {
  const scale = linear(Math.log10(from), Math.log10(to), start, length);
  return (value) => scale(Math.log10(Math.max(value, from)));
}

/** About `count` round values from 0 up to `most`. */
export function ticks(most: number, count: number): number[] {
  const rough = Math.max(most, 1) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10) * power;
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, at) => at * step);
}

/** Powers of ten that lie between. */
export function decades(from: number, to: number): number[] {
  const first = Math.ceil(Math.log10(from) - 1e-9);
  return Array.from({ length: Math.floor(Math.log10(to) + 1e-9) - first + 1 }, (_, at) => 10 ** (first + at));
}

/** A line through points; undefined breaks it. */
export function line(points: ([number, number] | undefined)[], name: string): string {
  let isOpen = false;
  const path = points.map((point) => {
    const sign = isOpen ? 'L' : 'M';
    isOpen = point !== undefined;
    return point ? `${sign}${point[0]} ${point[1]}` : '';
  });
  return `<path class="${name}" d="${path.join('')}"/>`;
}

export function text(x: number, y: number, words: string, name = '', anchor = 'start'): string {
  return `<text class="${name}" x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${escapeHtml(words)}</text>`;
}

export function rect({ left, top, width, height }: Box, name: string): string {
  return `<rect class="${name}" x="${round(left)}" y="${round(top)}" width="${round(Math.max(0, width))}" height="${round(Math.max(0, height))}"/>`;
}

export function across(box: Box, y: number, name = 'grid'): string {
  return `<line class="${name}" x1="${box.left}" x2="${box.left + box.width}" y1="${y}" y2="${y}"/>`;
}

export function svg(width: number, height: number, label: string, parts: string[]): string {
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeHtml(label)}">${parts.join('')}</svg>`;
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
