import { readView, spellView, VIEW_PARAMETER } from '../app/ui/view/choices.ts';

/** Path and query of a request's target; the query is what stands behind the first question mark. */
export function splitTarget(url: string): { path: string; search: string } {
  const at = url.indexOf('?');
  return at < 0 ? { path: url, search: '' } : { path: url.slice(0, at), search: url.slice(at + 1) };
}

/** The parameters that count, in the order of their list and a view in its one spelling: nothing else multiplies entries or changes answers. */
export function listedQuery(search: string, names: readonly string[]): string {
  if (search === '' || names.length === 0) return '';
  const given = new URLSearchParams(search);
  const counted = new URLSearchParams(names.flatMap((name) => valuesOf(given, name).map((value) => [name, value])));
  return counted.size > 0 ? `?${counted}` : '';
}

function valuesOf(given: URLSearchParams, name: string): string[] {
  if (name !== VIEW_PARAMETER) return given.getAll(name);
  const view = spellView(readView(given.get(name)));
  return view ? [view] : [];
}
