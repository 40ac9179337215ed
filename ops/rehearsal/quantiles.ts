/** Of durations in ms. */
export interface Quantiles {
  count: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

/** Nearest rank; undefined of nothing. */
export function quantilesOf(times: number[]): Quantiles | undefined {
  if (times.length === 0) return undefined;
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}
