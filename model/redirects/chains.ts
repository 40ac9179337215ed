import { spellPath } from './addresses.ts';
import { decoded } from './decoded.ts';

/** Targets by source. */
export type Rules = ReadonlyMap<string, string>;

const MOST_STEPS = 3;

/** The target for path and query: by both, else by the path with the query appended. */
export function targetFor(rules: Rules, path: string, search: string): string | undefined {
  const target = search ? rules.get(`${path}?${search}`) : undefined;
  if (target !== undefined) return target;
  const ofPath = rules.get(path);
  return ofPath === undefined || search === '' ? ofPath : withQuery(ofPath, search);
}

/** Addresses of the chain from `source` on, included; cut where it closes a loop or becomes too long. */
export function wayFrom(rules: Rules, source: string): string[] {
  const way = [source];
  for (let at = source; way.length <= MOST_STEPS + 1; ) {
    const next = stepFrom(rules, at);
    if (next === undefined) break;
    const isLoop = way.includes(next);
    way.push(next);
    if (isLoop) break;
    at = next;
  }
  return way;
}

/** Reason to refuse a chain; undefined for a valid one. */
export function problemOf(way: string[]): string | undefined {
  const [source, first] = way;
  const shown = way.map(decoded).join(' → ');
  if (source === first) return 'Новый адрес: это тот же самый адрес, переадресация ходила бы по кругу.';
  if (new Set(way).size < way.length) return `Новый адрес: получается круг ${shown}.`;
  if (way.length > MOST_STEPS + 1)
    return `Новый адрес: цепочка слишком длинная (${shown}). Укажите сразу последний адрес.`;
  return undefined;
}

function stepFrom(rules: Rules, address: string): string | undefined {
  if (!address.startsWith('/')) return undefined;
  const { pathname, search } = new URL(address, 'http://site');
  return targetFor(rules, spellPath(pathname), search.slice(1));
}

function withQuery(target: string, search: string): string {
  const [, before = '', fragment = ''] = /^([^#]*)(#.*)?$/.exec(target) ?? [];
  return `${before}${before.includes('?') ? '&' : '?'}${search}${fragment}`;
}
