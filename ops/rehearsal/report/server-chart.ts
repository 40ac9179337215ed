import { inWords } from '../checks.ts';
import type { Sample } from '../series.ts';
import { across, type Box, line, linear, round, svg, text } from './svg.ts';

const LEFT = 64;
const RIGHT = 18;
const PANEL = 80;
const HEAD = 24;
const MEGABYTE = 1024 * 1024;

/** Memory of the server, and by how much its event loop is late. */
export function serverChart(samples: Sample[], took: number, width: number): string {
  const panel = (index: number): Box => ({
    left: LEFT,
    top: HEAD + index * (PANEL + HEAD + 6),
    width: width - LEFT - RIGHT,
    height: PANEL,
  });
  const memory = {
    of: 'memory',
    title: 'Память сервера',
    words: (value: number) => `${Math.round(value / MEGABYTE)} МБ`,
  } as const;
  const delay = { of: 'delay', title: 'Задержка цикла событий, 99 %', words: inWords } as const;
  return svg(width, panel(1).top + PANEL + 8, 'Память сервера и задержка его цикла событий', [
    ...curve(samples, took, panel(0), memory),
    ...curve(samples, took, panel(1), delay),
  ]);
}

interface Shown {
  of: 'memory' | 'delay';
  title: string;
  words: (value: number) => string;
}

function curve(samples: Sample[], took: number, box: Box, { of, title, words }: Shown): string[] {
  const most = Math.max(1, ...samples.map((sample) => sample[of] ?? 0));
  const x = linear(0, took, box.left, box.width);
  const part = linear(0, most, 0, box.height);
  const y = (value: number) => round(box.top + box.height - part(value));
  const points = samples.map((sample): [number, number] | undefined =>
    sample[of] === undefined ? undefined : [x(sample.at), y(sample[of])],
  );
  return [
    ...[0, most].flatMap((value) => [
      across(box, y(value)),
      text(box.left - 8, y(value) + 4, value === 0 ? '0' : words(value), 'tick', 'end'),
    ]),
    text(box.left, box.top - 9, title, 'caption'),
    line(points, 'plain'),
  ];
}
