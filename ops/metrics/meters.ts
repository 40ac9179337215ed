import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { LogEvent } from 'kysely';
import { isBusy, isDuplicate, isUnavailable } from '../../db/errors.ts';
import { createProxySigns } from '../proxy-detection.ts';
import { createRequestMeter } from './requests.ts';
import { byLabel, counter, type Family, gauge } from './text.ts';

export type Meters = ReturnType<typeof createMeters>;

const RESOLUTION = 20; // Sampling interval in ms, subtracted from the measured delay
const PERIOD = 60_000; // ms; the last whole period is shown, so that no scrape misses a peak

export function createMeters() {
  const loop = createLoopMeter();
  return {
    requests: createRequestMeter(),
    queries: createQueryMeter(),
    signs: createProxySigns(),
    loop,
    stop: () => loop.stop(),
  };
}

export function proxyFamilies(signs: Meters['signs']): Family[] {
  const { untrusted, isForwardedTrusted } = signs.seen();
  return [
    gauge(
      'rampa_proxy_untrusted',
      'Whether a forwarding header came from a peer that is not in TRUST_PROXY: 1 or 0.',
      untrusted ? 1 : 0,
    ),
    gauge(
      'rampa_proxy_trusted',
      'Whether a proxy of TRUST_PROXY has forwarded a request: 1 or 0.',
      Number(isForwardedTrusted),
    ),
  ];
}

function createLoopMeter() {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
  histogram.enable();
  let last: ReturnType<typeof read> | undefined;
  const timer = setInterval(() => {
    last = read();
    histogram.reset();
  }, PERIOD);
  timer.unref();

  function read() {
    const beyond = (ns: number) => Math.max(0, ns / 1e9 - RESOLUTION / 1000);
    if (histogram.count === 0) return { p50: 0, p99: 0, max: 0 };
    return { p50: beyond(histogram.percentile(50)), p99: beyond(histogram.percentile(99)), max: beyond(histogram.max) };
  }

  return {
    stop(): void {
      clearInterval(timer);
      histogram.disable();
    },
    families(): Family[] {
      const now = read();
      const p50 = last?.p50 ?? now.p50;
      const [p99, max] = [Math.max(last?.p99 ?? 0, now.p99), Math.max(last?.max ?? 0, now.max)];
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

function createQueryMeter() {
  let queries = 0;
  let seconds = 0;
  let busy = 0;
  let away = 0;
  let failed = 0;
  return {
    log({ level, queryDurationMillis, ...event }: LogEvent): void {
      queries += 1;
      seconds += queryDurationMillis / 1000;
      if (level !== 'error' || !('error' in event)) return;
      if (isBusy(event.error)) busy += 1;
      else if (isUnavailable(event.error)) away += 1;
      // A unique violation is not the database's fault.
      else if (!isDuplicate(event.error)) failed += 1;
    },
    families: (): Family[] => [
      counter('rampa_database_queries_total', 'Queries sent to the database, failed ones included.', queries),
      counter('rampa_database_query_seconds_total', 'Time that queries took.', seconds),
      counter(
        'rampa_database_busy_total',
        'Queries that met a lock or lost a race; their change is tried again.',
        busy,
      ),
      byLabel(
        'counter',
        'rampa_database_errors_total',
        'Queries that failed: away means that the database could not be read, query that it refused.',
        'reason',
        { away, query: failed },
      ),
    ],
  };
}
