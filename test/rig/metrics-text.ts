export interface Series {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const NAME = /^[a-z][a-z0-9_]*$/;
const SAMPLE = /^([a-z0-9_]+)(?:\{(.+)\})? (-?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)|\+Inf|NaN)$/;
const LABEL = /^([a-z_][a-z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"$/;

/**
 * Reads Prometheus' text format as strictly as its own checker: every family is announced once, before its values and with a help;
 * counters end in `_total`; the buckets of a histogram grow and end with all. Throws at the first fault.
 */
export function readMetrics(text: string): Series[] {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const types = new Map<string, string>();
  const helps = new Set<string>();
  const seen = new Set<string>();
  const all: Series[] = [];
  for (const line of text.slice(0, -1).split('\n')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (kind === 'HELP') noteHelp(helps, name, rest);
    else if (kind === 'TYPE') types.set(checked(types, helps, name, rest), rest);
    else all.push(sampleOf(line, types, seen));
  }
  for (const [name, type] of types) if (type === 'histogram') assertHistogram(name, all);
  return all;
}

function noteHelp(helps: Set<string>, name: string, help: string): void {
  if (!NAME.test(name) || helps.has(name) || !help.endsWith('.')) throw new Error(`bad HELP of ${name}`);
  helps.add(name);
}

function checked(types: Map<string, string>, helps: Set<string>, name: string, type: string): string {
  if (!helps.has(name) || types.has(name)) throw new Error(`${name} has no help, or two types`);
  if (!['counter', 'gauge', 'histogram'].includes(type)) throw new Error(`${name} is a ${type}`);
  if ((type === 'counter') !== name.endsWith('_total')) throw new Error(`${name} is a ${type} by its type only`);
  return name;
}

function sampleOf(line: string, types: Map<string, string>, seen: Set<string>): Series {
  const [, name = '', labelText = '', valueText = ''] = SAMPLE.exec(line) ?? [];
  const family = types.get(name) ? name : name.replace(/_(bucket|sum|count)$/, '');
  if (!types.has(family) || (family !== name && types.get(family) !== 'histogram')) throw new Error(`stray: ${line}`);
  if ([...types.keys()].at(-1) !== family) throw new Error(`out of its family: ${line}`);
  const key = `${name}{${labelText}}`;
  if (seen.has(key)) throw new Error(`twice: ${key}`);
  seen.add(key);
  return { name, labels: labelsOf(labelText), value: Number(valueText.replace('Inf', 'Infinity')) };
}

function labelsOf(text: string): Record<string, string> {
  if (text === '') return {};
  return Object.fromEntries(
    text.split(/,(?=[a-z_]+=")/).map((part) => {
      const [, name, value] = LABEL.exec(part) ?? [];
      if (name === undefined || value === undefined) throw new Error(`bad label: ${part}`);
      return [name, value];
    }),
  );
}

function assertHistogram(name: string, all: Series[]): void {
  const buckets = all.filter((each) => each.name === `${name}_bucket`);
  for (const [others, set] of Map.groupBy(buckets, ({ labels: { le, ...others } }) => JSON.stringify(others))) {
    const values = set.map(({ value }) => value);
    const count = all.find((each) => each.name === `${name}_count` && JSON.stringify(each.labels) === others);
    const isGrowing = values.every((value, at) => at === 0 || value >= (values[at - 1] ?? 0));
    if (!isGrowing || set.at(-1)?.labels.le !== '+Inf' || values.at(-1) !== count?.value)
      throw new Error(`${name}${others} does not add up`);
  }
}
