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
