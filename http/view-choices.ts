/** The query parameter that gives a page in a view of its own to a browser without JavaScript. */
export const VIEW_PARAMETER = 'view';

/** What people with low vision choose from: of each group one word at most, in the order in which an address names them. */
const VIEW_CHOICES = {
  text: ['150', '200'],
  scheme: ['white', 'black', 'blue', 'beige'],
  spacing: ['wide', 'wider'],
  pictures: ['plain'],
} as const;

export type ViewGroup = keyof typeof VIEW_CHOICES;

/** Everything that is kept for a visitor: the view, and what has no address of its own. */
export const KEPT_CHOICES = { theme: ['light', 'dark'], motion: ['still'], ...VIEW_CHOICES };

/**
 * The words of a view in their one order. Unknown ones, and further ones of a group, do not count, so that there are
 * no more than 90 views of a page, whatever is asked for.
 */
export function readView(asked: string | null): string[] {
  const words = asked?.split('-') ?? [];
  return Object.values(VIEW_CHOICES).flatMap((group) => group.find((word) => words.includes(word)) ?? []);
}

/** The view's one spelling in an address; empty for the site as it is. */
export function spellView(words: readonly string[]): string {
  return words.join('-');
}

/** The same view with another choice in one group: a word of it, or none. */
export function withChoice(words: readonly string[], group: ViewGroup, word: string): string[] {
  const others = words.filter((other) => !(VIEW_CHOICES[group] as readonly string[]).includes(other));
  return readView(spellView([...others, word]));
}

/** The view that a query asks for. */
export function viewIn(search: string): string[] {
  return readView(new URLSearchParams(search).get(VIEW_PARAMETER));
}

/** An address of this site that keeps the view of the page it stands on; others as they are. */
export function keepView(address: string, search: string): string {
  const view = spellView(viewIn(search));
  if (view === '' || !/^\/(?!\/)/.test(address)) return address;
  const [, path, query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(address) ?? [];
  const kept = new URLSearchParams(query);
  kept.set(VIEW_PARAMETER, view);
  return `${path}?${kept}${fragment}`;
}
