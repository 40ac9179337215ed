import type { Family } from './text.ts';

/** Upper bounds in seconds: from cached responses to photo uploads over a slow network. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export class Histogram {
  readonly #counts: number[] = Array.from({ length: BOUNDS.length + 1 }, () => 0);
  #sum = 0;

  observe(seconds: number): void {
    let at = 0;
    while (at < BOUNDS.length && seconds > (BOUNDS[at] ?? 0)) at += 1;
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
    this.#sum += seconds;
  }

  samples(labels: Record<string, string>): Family['samples'] {
    let below = 0;
    const buckets = this.#counts.map((count, at) => {
      below += count;
      return { suffix: '_bucket' as const, labels: { ...labels, le: String(BOUNDS[at] ?? '+Inf') }, value: below };
    });
    return [...buckets, { suffix: '_sum', labels, value: this.#sum }, { suffix: '_count', labels, value: below }];
  }
}
