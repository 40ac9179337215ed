import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import { messageOf } from '../../errors.ts';
import { copySite, fillDemo, type Progress, withFolder } from './copy.ts';
import { type Load, Loads } from './loads.ts';
import {
  minutes,
  type Night,
  type Outcome,
  pagesOpened,
  quantilesOf,
  type Step,
  type StepResult,
  toCheck,
} from './night.ts';
import { assertOffAir, chooseShow, Desk } from './operator.ts';
import { Server } from './server.ts';
import { arrival, start, streamOff, streamOn } from './steps/opening.ts';
import { databaseStalls, onStage, serverDies } from './steps/stage.ts';
import { results, voteCloses, voteOpens } from './steps/voting.ts';
import { Viewers } from './viewers.ts';

const BROWSING_INTERVAL = 5; // Minutes of the night between two pages that a viewer opens
const TIMEOUT = 60_000; // ms

const SCRIPT: Step[] = [
  ...[start, arrival, streamOn, onStage, voteOpens],
  ...[databaseStalls, serverDies, voteCloses, results, streamOff],
];

export interface Order {
  config: Pick<Config, 'dataDir' | 'databaseUrl'>;
  isDemo: boolean; // Rehearses the demo festival instead of the site
  viewers: number;
  speed: number;
  isAnyway: boolean; // Plays even during the site's broadcast
  signal: AbortSignal; // Ends everything and removes the copy
  progress: Progress;
  played: (result: StepResult) => void;
  timeout?: number; // In ms
  steps?: Step[];
  /** Called before the first step: tests inject faults. */
  prepared?: (night: Night) => void;
}

export interface Rehearsal {
  at: string; // ISO 8601 UTC
  took: number; // ms
  isPassed: boolean;
  isDemo: boolean;
  viewers: number;
  speed: number;
  show: string;
  /** `away`: pages that failed during the planned outage. */
  load: { pages: number; failed: number; away: number; received: number; reconnected: number };
  steps: StepResult[];
}

/** Plays the night on a copy of the site, with its own servers on loopback. RehearsalError when it cannot begin; rejects with the reason of `signal`. */
export async function rehearse(order: Order): Promise<Rehearsal> {
  return withFolder(async (folder) => {
    const servers: Server[] = [];
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    order.signal.addEventListener('abort', () => reject(order.signal.reason), { once: true });
    try {
      return await Promise.race([rehearseIn(folder, order, servers), aborted]);
    } finally {
      await Promise.all(servers.map((server) => server.end()));
    }
  });
}

async function rehearseIn(folder: string, order: Order, servers: Server[]): Promise<Rehearsal> {
  const { config, isDemo, progress } = order;
  const { dataDir, operator } = isDemo
    ? await fillDemo(folder, progress, servers)
    : await copySite(config, path.join(folder, 'site'), progress);
  progress('Запускаю сервер на копии', 0, 1);
  const server = new Server('rehearsal', { DATA_DIR: dataDir, TMPDIR: folder, TRUST_PROXY: '127.0.0.1/32' });
  servers.push(server);
  await server.start();
  const desk = new Desk(server.origin);
  await desk.signIn(operator);
  if (!order.isDemo && !order.isAnyway) await assertOffAir(desk);
  const { show, pages } = await chooseShow(desk);
  // Warms the cache: a real site has been up for days by then.
  await Promise.all(pages.map((page) => desk.call('GET', page)));
  const { viewers, speed, timeout = TIMEOUT } = order;
  const crowd = new Viewers(viewers, server.origin, speed);
  const loads = new Loads(server.origin);
  const night: Night = { server, folder: dataDir, desk, crowd, loads, pages, show, speed, timeout };
  order.prepared?.(night);
  try {
    return { isDemo, viewers, speed, show: show.title, ...(await playUnderLoad(night, order)) };
  } finally {
    crowd.leave();
    loads.close();
  }
}

async function playUnderLoad(night: Night, order: Order) {
  const { loads, crowd } = night;
  const begun = Date.now();
  const browsing = new AbortController();
  const rate = (crowd.viewers.length * night.speed) / (BROWSING_INTERVAL * 60);
  const browse = loads.generateLoad(pageChooser(night), rate, AbortSignal.any([browsing.signal, order.signal]));
  try {
    const steps = await play(night, order, begun);
    browsing.abort();
    await browse;
    const failed = loads.all.filter(({ status }) => status !== 200);
    const away = failed.filter(outageOf(steps, begun)).length;
    const load = {
      pages: loads.all.length,
      failed: failed.length - away,
      away,
      received: crowd.received,
      reconnected: crowd.lost,
    };
    return {
      at: new Date(begun).toISOString(),
      took: Date.now() - begun,
      isPassed: steps.every(({ state }) => state !== 'failed'),
      load,
      steps,
    };
  } finally {
    browsing.abort();
  }
}

/** Plays all steps; a failed step does not end the night, a dead server does. `begun`: Unix time in ms. */
async function play(night: Night, { steps = SCRIPT, progress, played }: Order, begun: number): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const [at, step] of steps.entries()) {
    const isGone = at > 0 && !night.server.isRunning;
    progress(step.title, at, steps.length);
    if (!isGone) await sleep(minutes(night, step.after));
    const from = Date.now();
    const outcome = isGone ? SKIPPED : await playStep(night, step);
    const { id, title, about } = step;
    const result = { id, title, about, at: from - begun, took: Date.now() - from, ...outcome };
    results.push(result);
    played(result);
  }
  return results;
}

const SKIPPED = { state: 'skipped' as const, why: 'Сервер не работает.', checks: [] };

async function playStep(night: Night, step: Step): Promise<Pick<StepResult, 'state' | 'checks' | 'latencies'>> {
  const known = night.loads.all.length;
  const outcome: Outcome = await step.run(night).catch((error) => ({ checks: [failure(error)] }));
  const { checks, latencies = [] } = outcome;
  const all = [...checks, ...pagesOpened(night.loads.all.slice(known), step.isOutage)];
  const quantiles = quantilesOf(latencies);
  const state = all.every(({ isGood }) => isGood) ? 'passed' : 'failed';
  return { state, checks: all, ...(quantiles && { latencies: quantiles }) };
}

function failure(error: unknown) {
  return toCheck('Шаг не сыгран', false, {
    expected: 'сыгран до конца',
    measured: messageOf(error),
    advice: 'Посмотрите журнал сервера и наберите rampa doctor; если причина не видна, пришлите отчёт разработчикам.',
  });
}

/** Matches loads in progress during the step in which the server dies; `begun`: Unix time in ms. */
function outageOf(steps: StepResult[], begun: number): (load: Load) => boolean {
  const step = steps.find(({ id }) => id === serverDies.id);
  return ({ at, took }) => step !== undefined && at + took - begun >= step.at && at - begun <= step.at + step.took;
}

function pageChooser({ crowd, pages }: Night) {
  let count = 0;
  return () => {
    count += 1;
    const viewer = crowd.viewers[(count * 7) % crowd.viewers.length];
    return { path: pages[count % pages.length] ?? '/', address: viewer?.address ?? '10.255.0.0' };
  };
}
