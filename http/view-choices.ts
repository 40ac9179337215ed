export const VIEW_PARAMETER = 'view';

const VIEW_CHOICES = {
  text: ['150', '200'],
  scheme: ['white', 'black', 'blue', 'beige'],
  spacing: ['wide', 'wider'],
  pictures: ['plain'],
} as const;

export type ViewGroup = keyof typeof VIEW_CHOICES;

export const KEPT_CHOICES = { theme: ['light', 'dark'], motion: ['still'], ...VIEW_CHOICES };

/** Canonical words of a view, at most one per group: at most 90 views per page. */
export function readView(asked: string | null): string[] {
  const words = asked?.split('-') ?? [];
  return Object.values(VIEW_CHOICES).flatMap((group) => group.find((word) => words.includes(word)) ?? []);
}

/** Canonical text of a view; empty for the default. */
export function normalizeView(words: readonly string[]): string {
  return words.join('-');
}

export function withChoice(words: readonly string[], group: ViewGroup, word: string): string[] {
  const others = words.filter((other) => !(VIEW_CHOICES[group] as readonly string[]).includes(other));
  return readView(normalizeView([...others, word]));
}

/** A visitor's choices in a query, with or without the question mark. `view`: canonical words. */
export function readChoices(search: string) {
  const query = new URLSearchParams(search);
  return { view: readView(query.get(VIEW_PARAMETER)), isSpoilerFree: hidesSpoilers(query) };
}

export type Choices = ReturnType<typeof readChoices>;

/** Adds the choices to a URL of this site; other URLs are unchanged. */
export function withChoices(address: string, { view = [], isSpoilerFree }: Partial<Choices>): string {
  if ((view.length === 0 && !isSpoilerFree) || !/^\/(?!\/)/.test(address)) return address;
  const [, path, query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(address) ?? [];
  const parameters = new URLSearchParams(query);
  if (view.length > 0) parameters.set(VIEW_PARAMETER, normalizeView(view));
  if (isSpoilerFree) parameters.set(...SPOILER_FREE);
  return `${path}?${parameters}${fragment}`;
}

/** `?spoilers=hide`: pages that do not reveal how the contest ended. */

const PARAMETER = 'spoilers';
const HIDE = 'hide';
const COOKIE = /(?:^|;\s*)rampa\.spoilers=hide(?:;|$)/;

export const SPOILER_FREE = [PARAMETER, HIDE] as const;

/** `search`: query of the address, with or without the question mark, or its parameters. */
export function hidesSpoilers(search: string | URLSearchParams): boolean {
  const parameters = typeof search === 'string' ? new URLSearchParams(search) : search;
  return parameters.get(PARAMETER) === HIDE;
}

/** Whether the cookie asks for a redirect to spoiler-free pages. */
export function prefersSpoilerFree(cookie: string | undefined): boolean {
  return cookie !== undefined && COOKIE.test(cookie);
}

/** URL of the page with or without spoilers. */
export function withSpoilers(isHidden: boolean, pathname: string, search: string): string {
  const query = new URLSearchParams(search);
  if (isHidden) query.set(...SPOILER_FREE);
  else query.delete(PARAMETER);
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}
