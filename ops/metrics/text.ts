import { readdir, readFile } from 'node:fs/promises';

export interface Family {
  name: string;
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  samples: Sample[];
}

type Sample = { value: number; labels?: Record<string, string>; suffix?: '_bucket' | '_sum' | '_count' };

/** Version 0.0.4, which every scraper reads. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Prometheus' text format. A family without samples is left out: unknown is not zero. */
export function toText(families: Family[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, type, help, samples }) => {
      const lines = samples.map(
        ({ suffix = '', labels = {}, value }) => `${name}${suffix}${labelText(labels)} ${numberText(value)}`,
      );
      return `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${type}\n${lines.join('\n')}\n`;
    })
    .join('');
}

export function gauge(name: string, help: string, value: number | undefined): Family {
  return { name, type: 'gauge', help, samples: value === undefined ? [] : [{ value }] };
}

export function counter(name: string, help: string, value: number): Family {
  return { name, type: 'counter', help, samples: [{ value }] };
}

export function info(name: string, help: string, labels: Record<string, string>): Family {
  return { name, type: 'gauge', help, samples: [{ labels, value: 1 }] };
}

export function byLabel(
  type: 'counter' | 'gauge',
  name: string,
  help: string,
  label: string,
  values: Record<string, number>,
): Family {
  const samples = Object.entries(values).map(([key, value]) => ({ labels: { [label]: key }, value }));
  return { name, type, help, samples };
}

function labelText(labels: Record<string, string>): string {
  const parts = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`,
  );
  return parts.length > 0 ? `{${parts.join(',')}}` : '';
}

function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
}

export interface Value {
  name: string;
  labels: Record<string, string>;
  value: number;
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

/** Process metrics under prom-client's usual names. */
export async function processFamilies(version: string): Promise<Family[]> {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const [open, limit] = await Promise.all([openFiles(), openFilesLimit()]);
  const started = (Date.now() - process.uptime() * 1000) / 1000;
  return [
    counter('process_cpu_user_seconds_total', 'Processor time of the program itself.', user / 1e6),
    counter('process_cpu_system_seconds_total', 'Processor time of the system on its behalf.', system / 1e6),
    counter('process_cpu_seconds_total', 'Processor time.', (user + system) / 1e6),
    gauge('process_resident_memory_bytes', 'Resident memory.', rss),
    gauge('process_start_time_seconds', 'When the process started, Unix time.', Math.round(started)),
    gauge('process_open_fds', 'Open files and connections.', open),
    gauge('process_max_fds', 'Open files and connections that the system allows.', limit),
    gauge('nodejs_heap_size_used_bytes', 'JavaScript memory in use.', heapUsed),
    gauge('nodejs_heap_size_total_bytes', 'JavaScript memory taken.', heapTotal),
    gauge('nodejs_external_memory_bytes', 'Memory of buffers and of native parts.', external),
    info('rampa_build_info', 'What runs.', { version, node: process.version.slice(1) }),
  ];
}

/** Soft limit of open files; undefined without /proc. */
async function openFilesLimit(): Promise<number | undefined> {
  const text = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const [, soft] = /^Max open files\s+(\S+)/m.exec(text) ?? [];
  return soft === 'unlimited' ? Number.POSITIVE_INFINITY : soft === undefined ? undefined : Number(soft);
}

async function openFiles(): Promise<number | undefined> {
  return readdir('/proc/self/fd').then(
    (names) => names.length,
    () => undefined,
  );
}
