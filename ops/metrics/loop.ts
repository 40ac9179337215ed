import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { counter, type Family, gauge } from './text.ts';

/** Sampling interval in ms, subtracted from the measured delay. */
const RESOLUTION = 20;
const STRETCH = 60_000; // ms; the last whole period is shown, so that no scrape misses a peak

interface Delay {
  p50: number;
  p99: number;
  max: number;
}

export function createLoopMeter() {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
  histogram.enable();
  let last: Delay | undefined;
  const timer = setInterval(() => {
    last = read();
    histogram.reset();
  }, STRETCH);
  timer.unref();

  function read(): Delay {
    const beyond = (ns: number) => Math.max(0, ns / 1e9 - RESOLUTION / 1000);
    if (histogram.count === 0) return { p50: 0, p99: 0, max: 0 };
    return { p50: beyond(histogram.percentile(50)), p99: beyond(histogram.percentile(99)), max: beyond(histogram.max) };
  }

  function delay(): Delay {
    const now = read();
    if (!last) return now;
    return { p50: last.p50, p99: Math.max(last.p99, now.p99), max: Math.max(last.max, now.max) };
  }

  return {
    delay,
    stop(): void {
      clearInterval(timer);
      histogram.disable();
    },
    families(): Family[] {
      const { p50, p99, max } = delay();
      const { active, utilization } = performance.eventLoopUtilization();
      return [
        gauge('nodejs_eventloop_lag_p50_seconds', 'Delay of the event loop in the last minute, median.', p50),
        gauge('nodejs_eventloop_lag_p99_seconds', 'Delay of the event loop in the last minute, 99th percentile.', p99),
        gauge('nodejs_eventloop_lag_max_seconds', 'Delay of the event loop in the last minute, the longest.', max),
        gauge(
          'nodejs_eventloop_utilization',
          'Share of time in which the event loop worked, since the start.',
          utilization,
        ),
        counter('rampa_eventloop_active_seconds_total', 'Time in which the event loop worked.', active / 1000),
      ];
    },
  };
}
