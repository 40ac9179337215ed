import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../errors.ts';
import type { Progress } from './copy.ts';
import { fact, minutes, type Night, pagesOpened, quantilesOf, type Step, type StepResult } from './night.ts';
import { arrival, start, streamOff, streamOn, urgentLine } from './steps/opening.ts';
import { account, results } from './steps/results.ts';
import { databaseStalls, onStage, serverDies } from './steps/stage.ts';
import { voteCloses, voteOpens } from './steps/vote.ts';

/** The night, in its order. */
export const SCRIPT: Step[] = [
  ...[start, arrival, streamOn, urgentLine, onStage, voteOpens],
  ...[databaseStalls, serverDies, voteCloses, results, streamOff, account],
];

interface Playing {
  steps: Step[];
  begun: number; // Unix time in ms
  progress: Progress;
  played: (result: StepResult) => void;
}

/** Plays all steps; a failed one does not end the night, only a server that is gone does. */
export async function play(night: Night, { steps, begun, progress, played }: Playing): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const [at, step] of steps.entries()) {
    const isGone = at > 0 && !night.server.isRunning;
    progress(step.title, at, steps.length);
    if (!isGone) await sleep(minutes(night, step.after));
    const from = Date.now();
    const outcome = isGone ? SKIPPED : await playOne(night, step);
    const { id, title, about } = step;
    results.push({ id, title, about, at: from - begun, took: Date.now() - from, ...outcome });
    played(results[at] as StepResult);
  }
  return results;
}

const SKIPPED = { state: 'skipped' as const, why: 'Сервер не работает.', checks: [] };

async function playOne(night: Night, step: Step): Promise<Pick<StepResult, 'state' | 'checks' | 'latencies'>> {
  const known = night.loads.all.length;
  const { checks, latencies = [] } = await step
    .run(night)
    .catch((error) => ({ checks: [failure(error)], latencies: [] }));
  const all = [...checks, ...pagesOpened(night.loads.all.slice(known), step.isOutage)];
  const quantiles = quantilesOf(latencies);
  const state = all.every(({ isGood }) => isGood) ? 'passed' : 'failed';
  return { state, checks: all, ...(quantiles && { latencies: quantiles }) };
}

function failure(error: unknown) {
  return fact('Шаг не сыгран', false, {
    expected: 'сыгран до конца',
    measured: messageOf(error),
    advice: 'Посмотрите журнал сервера и наберите rampa doctor; если причина не видна, пришлите отчёт разработчикам.',
  });
}
