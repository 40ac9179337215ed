import { inWords } from '../checks.ts';
import type { StepResult } from '../night.ts';
import type { Quantiles } from '../quantiles.ts';
import { decades, logarithmic, round, type Scale, svg, text } from './svg.ts';

const ROW = 34;
const HEAD = 22;
const FASTEST = 1; // ms
const LIMIT = 1000; // ms

/** How long viewers waited for what was announced: half, 95 % and 99 % of them, a row for each step. */
export function heardChart(steps: StepResult[], width: number): string {
  const rows = steps.flatMap((step) => (step.heard ? [{ step, heard: step.heard }] : []));
  const isNarrow = width < 600;
  const left = isNarrow ? 20 : 200;
  const rowHeight = isNarrow ? ROW + 14 : ROW;
  const slowest = Math.max(LIMIT * 10, ...rows.map(({ heard }) => heard.max));
  const x = logarithmic(FASTEST, slowest, left, width - left - 70);
  const height = HEAD + rows.length * rowHeight + 4;
  return svg(width, height, 'За сколько зрители узнавали о каждом событии', [
    ...decades(FASTEST, slowest).map((value) => axis(x(value), value, height)),
    `<line class="limit" x1="${x(LIMIT)}" x2="${x(LIMIT)}" y1="${HEAD}" y2="${height}"/>`,
    ...rows.map(({ step, heard }, at) => {
      const top = HEAD + at * rowHeight;
      const y = top + rowHeight - ROW / 2;
      const label = isNarrow ? text(0, top + 14, step.title, 'label') : text(0, y + 4, step.title, 'label');
      return label + dots(heard, x, y, step.state === 'failed');
    }),
  ]);
}

function axis(x: number, value: number, height: number): string {
  return `<line class="grid" x1="${x}" x2="${x}" y1="${HEAD - 4}" y2="${height}"/>${text(x, HEAD - 9, inWords(value), 'tick', 'middle')}`;
}

function dots({ p50, p95, p99 }: Quantiles, x: Scale, y: number, isBad: boolean): string {
  return [
    `<line class="span" x1="${x(p50)}" x2="${x(p99)}" y1="${y}" y2="${y}"/>`,
    dot(x(p50), y, 'p50'),
    dot(x(p95), y, 'p95'),
    dot(x(p99), y, 'p99'),
    text(x(p99) + 12, round(y + 4), inWords(p99), isBad ? 'value bad' : 'value'),
  ].join('');
}

function dot(x: number, y: number, name: string): string {
  return `<circle class="dot ${name}" cx="${x}" cy="${y}" r="5"/>`;
}
