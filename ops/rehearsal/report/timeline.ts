import { amount, inWords } from '../checks.ts';
import type { StepResult } from '../night.ts';
import type { Sample } from '../series.ts';
import {
  across,
  type Box,
  decades,
  line,
  linear,
  logarithmic,
  rect,
  round,
  type Scale,
  svg,
  text,
  ticks,
} from './svg.ts';

interface Course {
  steps: StepResult[];
  samples: Sample[];
  /** ms. */
  took: number;
}

const LEFT = 64;
const RIGHT = 18;
const HEAD = 26; // numbers of the steps
const FOOT = 24; // time
const GAP = 40;
const PANELS = { pages: 170, viewers: 80 };
const FASTEST = 1; // ms
const LIMIT = 1000; // ms

/** The whole night: how fast pages were, how many viewers there were, over time, with the steps behind. */
export function timeline(course: Course, width: number): string {
  const inside = { left: LEFT, width: width - LEFT - RIGHT };
  const pages: Box = { ...inside, top: HEAD, height: PANELS.pages };
  const viewers: Box = { ...inside, top: HEAD + PANELS.pages + GAP, height: PANELS.viewers };
  const bottom = viewers.top + viewers.height;
  const time = linear(0, course.took, LEFT, inside.width);
  return svg(width, bottom + FOOT, 'Как открывались страницы и сколько было зрителей по ходу ночи', [
    ...course.steps.map((step, at) => band(step, at, course, time, bottom)),
    ...pagesPanel(course.samples, pages, time),
    ...viewersPanel(course.samples, viewers, time),
    ...timeAxis(course.took, time, bottom, width),
  ]);
}

/** Behind both panels, from the step's begin to the next one's. */
function band({ at, state }: StepResult, index: number, { steps, took }: Course, time: Scale, bottom: number): string {
  const left = time(at);
  const width = time(steps[index + 1]?.at ?? took) - left;
  const name = state === 'failed' ? 'band bad' : index % 2 === 0 ? 'band even' : 'band';
  const isWide = width >= 15;
  return [
    rect({ left, top: 0, width, height: bottom }, name),
    isWide ? text(left + width / 2, 16, String(index + 1), state === 'failed' ? 'number bad' : 'number', 'middle') : '',
  ].join('');
}

function pagesPanel(samples: Sample[], box: Box, time: Scale): string[] {
  const slowest = Math.max(LIMIT * 2, ...samples.map(({ p99 = 0 }) => p99));
  const level = levelIn(box, slowest);
  const failed = samples.filter((sample) => sample.failed > 0);
  const points = (of: 'p50' | 'p99') =>
    samples.map((sample): [number, number] | undefined =>
      sample[of] === undefined ? undefined : [time(sample.at), level(sample[of])],
    );
  return [
    ...decades(FASTEST, slowest).flatMap((value) => [
      across(box, level(value)),
      text(box.left - 8, level(value) + 4, inWords(value), 'tick', 'end'),
    ]),
    across(box, level(LIMIT), 'limit'),
    line(points('p50'), 'p50'),
    line(points('p99'), 'p99'),
    ...failed.map(({ at }) => cross(time(at), box.top + box.height - 7)),
  ];
}

/** Slow is up. */
function levelIn(box: Box, slowest: number): Scale {
  const part = logarithmic(FASTEST, slowest, 0, box.height);
  return (value) => round(box.top + box.height - part(value));
}

function cross(x: number, y: number): string {
  return `<path class="failed" d="M${round(x - 3)} ${y - 3}l6 6m0-6l-6 6"/>`;
}

function viewersPanel(samples: Sample[], box: Box, time: Scale): string[] {
  const most = Math.max(1, ...samples.map(({ connected }) => connected));
  const part = linear(0, most, 0, box.height);
  const y = (value: number) => round(box.top + box.height - part(value));
  const top = samples.map(({ at, connected }) => `L${time(at)} ${y(connected)}`).join('');
  const base = y(0);
  const first = time(samples[0]?.at ?? 0);
  const last = time(samples.at(-1)?.at ?? 0);
  return [
    ...[0, most].flatMap((value) => [
      across(box, y(value)),
      text(box.left - 8, y(value) + 4, amount(value), 'tick', 'end'),
    ]),
    `<path class="area" d="M${first} ${base}${top}L${last} ${base}Z"/>`,
    text(box.left, box.top - 9, 'Зрителей на связи', 'caption'),
  ];
}

function timeAxis(took: number, time: Scale, bottom: number, width: number): string[] {
  const seconds = ticks(took / 1000, width > 600 ? 10 : 4);
  return seconds.map((each) => {
    const words = `${Math.floor(each / 60)}:${String(Math.round(each % 60)).padStart(2, '0')}`;
    return text(time(each * 1000), bottom + 18, words, 'tick', 'middle');
  });
}
