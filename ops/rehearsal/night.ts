import { setTimeout as sleep } from 'node:timers/promises';
import { type Dated, stateAt, withReceived } from '../../model/live/fold.ts';
import { numberText } from '../doctor/report.ts';
import type { Load, Loads } from './loads.ts';
import type { Desk } from './operator.ts';
import type { Server } from './server.ts';
import type { ReceivedEvent, Viewer, Viewers } from './viewers.ts';

/** A condition that must hold in a step. */
export interface Check {
  name: string;
  expected: string;
  measured: string;
  isGood: boolean;
  advice?: string; // What to do if it fails
}

export interface Outcome {
  checks: Check[];
  latencies?: number[]; // Delivery latency of each viewer, in ms
}

export interface Step {
  id: string;
  title: string;
  about: string; // Description for the report
  after: number; // Minutes of the night since the previous step
  isOutage?: true; // The server is down: failed page loads are expected
  run: (night: Night) => Promise<Outcome>;
}

export interface StepResult extends Pick<Step, 'id' | 'title' | 'about'> {
  state: 'passed' | 'failed' | 'skipped';
  why?: string; // Reason for a skip
  at: number; // Since the rehearsal began, in ms
  took: number;
  checks: Check[];
  latencies?: NonNullable<ReturnType<typeof quantilesOf>>;
}

export interface Show {
  id: number;
  title: string;
  order: number[]; // Running order of contestant ids, without withdrawn ones
}

/** Context of the steps. */
export interface Night {
  server: Server;
  folder: string; // Folder of the copy
  desk: Desk;
  crowd: Viewers;
  loads: Loads;
  pages: string[]; // Addresses that viewers look at
  show: Show;
  speed: number; // Acceleration of the night
  timeout: number; // Timeout of a step, in ms
}

/** ms. The control desk's guarantee, see docs/operations.md; a slower page is noticeable. */
const EVENT_DEADLINE = 1000;
const PAGE_DEADLINE = 1000;
const PAGE_AFTER_OUTAGE = 3000;

const SLOW =
  'Посмотрите, чем ещё занята машина (top), и повторите, когда она свободна. Если так будет снова, дайте серверу больше ядер или уменьшите --speed: зрители придут не так густо.';
const NOT_RECEIVED =
  'Посмотрите журнал сервера и число разрешённых открытых файлов (ulimit -n). За прокси проверьте, что он не копит ответы /api/live.';

/** A check with its result and texts. */
export function toCheck(
  name: string,
  isGood: boolean,
  texts: { expected: string; measured: string; advice?: string },
): Check {
  return { name, isGood, ...texts };
}

/** Converts minutes of the night to ms of the rehearsal. */
export function minutes({ speed }: Pick<Night, 'speed'>, count: number): number {
  return (count * 60_000) / speed;
}

/** Sleeps until a Unix time in ms; returns at once if it has passed. */
export async function sleepUntil(moment: number): Promise<void> {
  const left = moment - Date.now();
  if (left > 0) await sleep(left);
}

function checkLatency(name: string, times: number[], limit: number): Check {
  const found = quantilesOf(times);
  const expected = `99 % за ${inWords(limit)}`;
  if (!found) return { name, expected, measured: 'мерить нечего', isGood: true };
  const measured = `половина за ${inWords(found.p50)}, 99 % за ${inWords(found.p99)}`;
  return { name, expected, measured, isGood: found.p99 <= limit, advice: SLOW };
}

/** Checks delivery of consecutive presses, each measured from its own time. */
export function deliveryInRounds(rounds: { press: { at: number }; received: ReceivedEvent[] }[], count: number) {
  const received = rounds.flatMap((round) => round.received.map((each) => ({ ...each, at: each.at - round.press.at })));
  return deliveryOf(received, count * rounds.length, 0);
}

/** Runs `act` and checks that all viewers receive a matching event of `topic`. */
export async function receivedBy<T>(
  night: Night,
  topic: string,
  act: () => Promise<unknown>,
  fits: (data: T) => boolean,
): Promise<{ received: ReceivedEvent[]; checks: Check[]; latencies: number[] }> {
  const subscription = night.crowd.listen(topic);
  const from = Date.now();
  await act();
  const received = await subscription.first(fits, night.timeout);
  return { received, ...deliveryOf(received, night.crowd.viewers.length, from) };
}

/** Checks that all `count` viewers got the event in time. `from`: Unix time in ms. */
export function deliveryOf(
  received: ReceivedEvent[],
  count: number,
  from: number,
): { checks: Check[]; latencies: number[] } {
  const latencies = received.map(({ at }) => Math.max(0, at - from));
  const everybody = toCheck('Узнали все', received.length === count, {
    expected: numberText(count),
    measured: numberText(received.length),
    advice: NOT_RECEIVED,
  });
  return { checks: [everybody, checkLatency('Узнали быстро', latencies, EVENT_DEADLINE)], latencies };
}

/** Checks that pages were answered in time. `isOutage`: after a restart with a cold cache. */
export function pagesOpened(loads: Load[], isOutage = false): Check[] {
  if (loads.length === 0) return [];
  const answered = loads.filter(({ status }) => status === 200).map(({ took }) => took);
  const quick = checkLatency('Страницы открываются быстро', answered, isOutage ? PAGE_AFTER_OUTAGE : PAGE_DEADLINE);
  if (isOutage) return answered.length > 0 ? [quick] : [];
  const [first, ...others] = loads.filter(({ status }) => status !== 200);
  const all = toCheck('Страницы открываются', first === undefined, {
    expected: 'ни одной ошибки',
    measured: first
      ? `ошибок ${others.length + 1} из ${loads.length}, первая: ${first.path} — ${first.status || 'нет ответа'}`
      : `${numberText(loads.length)} без ошибок`,
    advice: 'Откройте эту страницу сами; причину называет журнал сервера (сведения о запросе с этим адресом).',
  });
  return [all, quick];
}

/** Formats ms: «340 мс», «1,03 с», «24 с». */
export function inWords(time: number): string {
  if (time < 1000) return `${Math.round(time)}\u00a0мс`;
  const maximumFractionDigits = time < 2000 ? 2 : time < 10_000 ? 1 : 0;
  return `${new Intl.NumberFormat('ru', { maximumFractionDigits }).format(time / 1000)}\u00a0с`;
}

/** Quantiles of durations in ms by nearest rank; undefined without any. */
export function quantilesOf(times: number[]) {
  if (times.length === 0) return undefined;
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

/** What each viewer's page shows of the stage, computed by the pages' own function. */
export class SpoilerCheck {
  readonly #known = new WeakMap<Viewer, Dated<number>[]>();

  receive({ viewer, name, data }: Pick<ReceivedEvent, 'viewer' | 'name' | 'data'>): void {
    if (name !== 'stage') return;
    const { seq, since } = data as { seq: number; since: string | null };
    const at = since ? Date.parse(since) : Number.NEGATIVE_INFINITY;
    this.#known.set(viewer, withReceived(this.#known.get(viewer) ?? [], { state: seq, at }));
  }

  /** `early`: shown before the viewer's video reaches the press; `late`: received after that. Unix times in ms. */
  judge(viewer: Viewer, { seq, pressed, receivedAt }: { seq: number; pressed: number; receivedAt: number }) {
    const known = this.#known.get(viewer) ?? [];
    if ((stateAt(known, pressed - 1) ?? 0) >= seq) return 'early';
    return receivedAt > pressed + viewer.lag ? 'late' : 'on time';
  }
}
