import type { Family } from '../metrics/text.ts';

/** Figures of a running server; `startedAt` in Unix ms, `memory` in bytes. */
export type Running = ReturnType<typeof runningFrom>;

export interface Value {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** From this process's own metrics or a parsed `/metrics`; missing figures are 0 or undefined. */
export function runningFrom(values: Value[]) {
  const find = (name: string) => values.find((each) => each.name === name);
  const number = (name: string) => find(name)?.value ?? 0;
  return {
    version: find('rampa_build_info')?.labels.version,
    node: find('rampa_build_info')?.labels.node,
    startedAt: number('process_start_time_seconds') * 1000,
    memory: number('process_resident_memory_bytes'),
    isForwardedUntrusted: number('rampa_proxy_untrusted') > 0,
    isForwardedTrusted: number('rampa_proxy_trusted') > 0,
  };
}

export function valuesOf(families: Family[]): Value[] {
  return families.flatMap(({ name, samples }) =>
    samples.map(({ suffix = '', labels = {}, value }) => ({ name: name + suffix, labels, value })),
  );
}

/** Parses a rampa `/metrics` response; not a general Prometheus parser. */
export function parseValues(text: string): Value[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (!name || value === undefined) return [];
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', text = '']) => [key, text]);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value.replace('Inf', 'Infinity')) }];
  });
}
