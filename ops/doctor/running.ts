import type { Family } from '../metrics/text.ts';

/** What the running server says of itself; figures that it does not give are undefined. */
export interface Running {
  version: string | undefined;
  node: string | undefined;
  /** In ms. */
  startedAt: number;
  eventClients: number;
  eventRoom: number;
  eventsRefused: number;
  shed: number;
  /** Delay of the event loop, in ms. */
  delay: number;
  /** Resident memory, in bytes. */
  memory: number;
  openFilesLimit: number | undefined;
  imageCrashes: number;
  clockJumps: number;
  isForwardedUntrusted: boolean;
  isForwardedTrusted: boolean;
}

/** One value by the name of its series. */
export interface Value {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Reads the figures of this very process, or of another one's `/metrics`, in the same way. */
export function runningFrom(values: Value[]): Running {
  const find = (name: string) => values.find((each) => each.name === name);
  const number = (name: string) => find(name)?.value ?? 0;
  return {
    version: find('rampa_build_info')?.labels.version,
    node: find('rampa_build_info')?.labels.node,
    startedAt: number('process_start_time_seconds') * 1000,
    eventClients: number('rampa_event_clients'),
    eventRoom: number('rampa_event_clients_max'),
    eventsRefused: number('rampa_event_clients_refused_total'),
    shed: number('rampa_http_requests_shed_total'),
    delay: number('nodejs_eventloop_lag_p99_seconds') * 1000,
    memory: number('process_resident_memory_bytes'),
    openFilesLimit: find('process_max_fds')?.value,
    imageCrashes: number('rampa_pictures_child_crashes_total'),
    clockJumps: number('rampa_clock_jumps_total'),
    isForwardedUntrusted: number('rampa_proxy_untrusted') > 0,
    isForwardedTrusted: number('rampa_proxy_trusted') > 0,
  };
}

export function valuesOf(families: Family[]): Value[] {
  return families.flatMap(({ name, samples }) =>
    samples.map(({ suffix = '', labels = {}, value }) => ({ name: name + suffix, labels, value })),
  );
}

/** The values of a text that `/metrics` of this program answered. */
export function parseValues(text: string): Value[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (!name || value === undefined) return [];
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', text = '']) => [key, text]);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value.replace('Inf', 'Infinity')) }];
  });
}
