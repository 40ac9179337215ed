import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../errors.ts';
import { minutes, type Night, type Outcome, pagesOpened, quantilesOf, type Step, type StepResult } from './night.ts';
import { arrival, start, streamOff, streamOn, urgentLine } from './steps/opening.ts';
import { account, results } from './steps/results.ts';
import { databaseStalls, onStage, serverDies } from './steps/stage.ts';
import { voteCloses, voteOpens } from './steps/vote.ts';

/** The night, in its order. */
export const NIGHT: Step[] = [
  start,
  arrival,
  streamOn,
  urgentLine,
  onStage,
  voteOpens,
  databaseStalls,
  serverDies,
  voteCloses,
  results,
  streamOff,
  account,
];

export interface Played {
  step: StepResult;
  number: number;
  of: number;
}

interface Playing {
  night: Night;
  steps: Step[];
  begun: number; // Unix time in ms
  begins: (step: Step, number: number) => void; // Before each step
  played: (played: Played) => void;
}

/** Plays all steps; a failed one does not end the night, only a server that is gone does. */
export async function play({ night, steps, begun, begins, played }: Playing): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const [at, step] of steps.entries()) {
    const isGone = at > 0 && !night.server.isRunning;
    begins(step, at);
    if (!isGone) await sleep(minutes(night, step.after));
    const result = isGone ? skipped(step, begun, 'Сервер не работает.') : await playOne(night, step, begun);
    results.push(result);
    played({ step: result, number: at + 1, of: steps.length });
  }
  return results;
}

async function playOne(night: Night, step: Step, begun: number): Promise<StepResult> {
  const from = Date.now();
  const known = night.loads.all.length;
  const outcome = await step.run(night).catch(failure);
  const { checks, heard, skipped: why } = outcome;
  if (why !== undefined) return skipped(step, begun, why);
  const all = [...checks, ...pagesOpened(night.loads.all.slice(known), step.isOutage)];
  const quantiles = heard && quantilesOf(heard);
  return {
    ...describe(step, begun, from),
    state: all.every(({ isGood }) => isGood) ? 'passed' : 'failed',
    checks: all,
    ...(quantiles && { heard: quantiles }),
  };
}

function failure(error: unknown): Outcome {
  const check = {
    name: 'Шаг не сыгран',
    expected: 'сыгран до конца',
    measured: messageOf(error),
    isGood: false,
    isTime: false,
    advice: 'Посмотрите журнал сервера и наберите rampa doctor; если причина не видна, пришлите отчёт разработчикам.',
  };
  return { checks: [check] };
}

function skipped(step: Step, begun: number, why: string): StepResult {
  return { ...describe(step, begun, Date.now()), state: 'skipped', why, checks: [] };
}

function describe({ id, title, about }: Step, begun: number, from: number) {
  return { id, title, about, at: from - begun, took: Date.now() - from };
}
