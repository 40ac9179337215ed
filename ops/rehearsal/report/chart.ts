import { safeAttribute, safeText } from '../../../model/body/vocabulary.ts';
import { lengthText } from '../../../model/text/size.ts';
import { numberText } from '../../doctor/report.ts';
import type { Sample } from '../loads.ts';
import { inWords, type StepResult } from '../night.ts';

const PAGES = { top: 28, height: 170 }; // px; numbers of the steps stand above
const VIEWERS = { top: 232, height: 80 };
const HEIGHT = 340;
const FASTEST = 1; // ms
const LIMIT = 1000;
const NARROWEST = 3; // %; a number has no room in a narrower band

interface Course {
  steps: StepResult[];
  samples: Sample[];
  took: number; // ms
}

/** The whole night: how fast pages were, how many viewers there were, the steps behind. Across it is in percent: it fits every width. */
export function nightChart({ steps, samples, took }: Course): string {
  const x = linear(0, took, 0, 100);
  const slowest = Math.max(LIMIT * 2, ...samples.map(({ p99 = 0 }) => p99));
  const most = Math.max(1, ...samples.map(({ connected }) => connected));
  const ms = upwards(logarithmic(FASTEST, slowest, 0, PAGES.height), PAGES);
  const viewers = upwards(linear(0, most, 0, VIEWERS.height), VIEWERS);
  const curve = (of: 'p50' | 'p99') =>
    line(
      samples.map(({ at, [of]: time }) => (time === undefined ? undefined : ([x(at), ms(time)] as const))),
      of,
    );
  const area = samples.map(({ at, connected }) => `L${x(at)} ${viewers(connected)}`).join('');
  const [from, to] = [x(samples[0]?.at ?? 0), x(samples.at(-1)?.at ?? 0)];
  const drawn = [
    curve('p50'),
    curve('p99'),
    `<path class="area" d="M${from} ${viewers(0)}${area}L${to} ${viewers(0)}Z"/>`,
  ];
  const label = 'Как открывались страницы и сколько было зрителей по ходу ночи';
  return `<svg height="${HEIGHT}" role="img" aria-label="${safeAttribute(label)}">${[
    ...steps.map((step, at) => band(step, at, x(step.at), x(steps[at + 1]?.at ?? took))),
    ...decades(FASTEST, slowest).map((value) => across(ms(value), inWords(value))),
    across(ms(LIMIT), '', 'limit'),
    ...[0, most].map((value) => across(viewers(value), numberText(value))),
    text(0, VIEWERS.top - 17, 'Зрителей на связи', 'caption'),
    `<svg viewBox="0 0 100 ${HEIGHT}" preserveAspectRatio="none" width="100%" height="${HEIGHT}">${drawn.join('')}</svg>`,
    ...samples.flatMap(({ at, failed }) =>
      failed > 0 ? text(x(at), PAGES.top + PAGES.height - 4, '×', 'failed') : [],
    ),
    ...ticks(took / 1000, 4).map((each) => text(x(each * 1000), HEIGHT - 6, lengthText(each), 'tick')),
  ].join('')}</svg>`;
}

/** From the step's begin to the next one's. */
function band({ state }: StepResult, index: number, from: number, to: number): string {
  const name = state === 'failed' ? 'band bad' : index % 2 === 0 ? 'band even' : 'band';
  const number = to - from < NARROWEST ? '' : text((from + to) / 2, 16, String(index + 1), 'number');
  return `<rect class="${name}" x="${from}%" width="${round(to - from)}%" y="0" height="${VIEWERS.top + VIEWERS.height}"/>${number}`;
}

function across(y: number, words: string, name = 'grid'): string {
  return `<line class="${name}" x1="0" x2="100%" y1="${y}" y2="${y}"/>${words && text(0, y - 3, words, 'tick')}`;
}

function text(x: number, y: number, words: string, name: string): string {
  return `<text class="${name}" x="${x}%" y="${round(y)}">${safeText(words)}</text>`;
}

type Scale = (value: number) => number;

function upwards(scale: Scale, { top, height }: { top: number; height: number }): Scale {
  return (value) => round(top + height - scale(value));
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
export function line(points: (readonly [number, number] | undefined)[], name: string): string {
  const path = points.map((point, at) => point && `${at > 0 && points[at - 1] ? 'L' : 'M'}${point[0]} ${point[1]}`);
  return `<path class="${name}" d="${path.join('')}"/>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
