import { setTimeout as sleep } from 'node:timers/promises';
import type { Desk } from './operator.ts';
import type { Quantiles } from './quantiles.ts';
import type { Server } from './server.ts';
import type { Crowd } from './viewers/crowd.ts';
import type { Loads } from './viewers/loads.ts';

/** Something that has to hold in a step. */
export interface Check {
  name: string;
  expected: string;
  measured: string;
  isGood: boolean;
  /** A time of this machine, not a fact about the site. */
  isTime: boolean;
  /** What to do, where it does not hold. */
  advice?: string;
}

export interface Outcome {
  checks: Check[];
  /** How long each viewer waited for what happened, in ms. */
  heard?: number[];
  /** Why there was nothing to play. */
  skipped?: string;
}

export interface Step {
  id: string;
  title: string;
  /** What happens, for the report. */
  about: string;
  /** Minutes of the night since the step before. */
  after: number;
  /** While the server is away, pages cannot be answered. */
  isOutage?: true;
  run: (night: Night) => Promise<Outcome>;
}

export interface StepResult {
  id: string;
  title: string;
  about: string;
  state: 'passed' | 'failed' | 'skipped';
  /** Of a skipped one. */
  why?: string;
  /** Since the rehearsal began, in ms. */
  at: number;
  took: number;
  checks: Check[];
  heard?: Quantiles;
}

export interface Show {
  id: number;
  title: string;
  /** Ids of contestants in their order, without the withdrawn. */
  order: number[];
}

/** What the steps play with. */
export interface Night {
  server: Server;
  /** Where the copy lies. */
  folder: string;
  desk: Desk;
  crowd: Crowd;
  loads: Loads;
  /** Addresses that viewers look at. */
  pages: string[];
  show: Show;
  /** How many times faster than in a real night people act. */
  speed: number;
  /** Timeout of a step, in ms. */
  patience: number;
}

/** Minutes of the night in ms of the rehearsal. */
export function minutes({ speed }: Pick<Night, 'speed'>, count: number): number {
  return (count * 60_000) / speed;
}

/** Until a Unix time in ms; one that has passed is now. */
export async function sleepUntil(moment: number): Promise<void> {
  const left = moment - Date.now();
  if (left > 0) await sleep(left);
}
