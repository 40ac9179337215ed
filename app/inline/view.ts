/**
 * View settings: theme, motion and low vision, as `data-theme`, `data-still` and `data-view` on `<html>`. Buttons have
 * `data-view-does`: `scheme:black` sets, `scheme:` clears, `theme` cycles, `normal` resets. Stored only after a consent
 * decision (either one). A view in the URL wins. Stringified into the page: no outside references.
 */
export function watchView(choices: Record<string, readonly string[]>, show: typeof showView): void {
  const page = document.documentElement;
  const KEY = 'rampa.view';
  const isAddressed = page.dataset.view !== undefined;

  function stored(): string {
    try {
      return localStorage.getItem(KEY) ?? '';
    } catch {
      return '';
    }
  }

  function read(words: readonly string[]): string[] {
    return Object.values(choices).flatMap((group) => group.find((word) => words.includes(word)) ?? []);
  }

  const of = (group: string) => choices[group] ?? [];
  const isOfView = (word: string) => !of('theme').includes(word) && !of('motion').includes(word);
  const beside = (word: string) => !isOfView(word);

  let chosen = read(stored().split(' '));
  if (isAddressed) chosen = read([...chosen.filter(beside), ...(page.dataset.view ?? '').split(' ')]);

  function keep(): void {
    if (page.dataset.consent === 'unset') return;
    try {
      if (chosen.length > 0) localStorage.setItem(KEY, chosen.join(' '));
      else localStorage.removeItem(KEY);
    } catch {
      // Storage is disabled: the choice lasts as long as the document.
    }
  }

  function after(group: string): string {
    const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
    // Reversed in light mode: otherwise the first press would change nothing visible.
    const round = ['', ...(group === 'theme' && !isDark ? [...of(group)].reverse() : of(group))];
    return round[(round.findIndex((word) => word && chosen.includes(word)) + 1 || 1) % round.length] ?? '';
  }

  function choose(does: string): void {
    const [group = '', word = after(group)] = does.split(':');
    chosen =
      does === 'normal' ? chosen.filter(beside) : read([...chosen.filter((other) => !of(group).includes(other)), word]);
    keep();
    show(choices, chosen);
  }

  document.addEventListener('click', (event) => {
    const source = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-view-does]') : null;
    const does = source?.dataset.viewDoes;
    if (!source || !does) return;
    choose(does);
    const isOnTheWay =
      isAddressed && new URLSearchParams(location.search).has('view') && !source.matches('[type=button]');
    if (isOnTheWay) return;
    event.preventDefault();
    if (does === 'normal') document.querySelector<HTMLElement>('#view summary')?.focus();
    // `aria-pressed` announces a pressed button; a button whose name changed needs a live region.
    const said = does.includes(':') ? null : document.querySelector('[data-view-said]');
    if (said) said.textContent = source.innerText;
  });
  document.addEventListener('keydown', (event) => {
    const panel = event.key === 'Escape' ? document.querySelector<HTMLDetailsElement>('#view[open]') : null;
    if (!panel?.contains(document.activeElement)) return;
    panel.open = false;
    panel.querySelector('summary')?.focus();
  });
  document.addEventListener('rampa:consent', keep);
  addEventListener('storage', (event) => {
    if (event.key !== KEY || isAddressed) return;
    chosen = read(stored().split(' '));
    show(choices, chosen);
  });
  document.addEventListener('DOMContentLoaded', () => show(choices, chosen));
  show(choices, chosen);
}

/** Writes the choices to `<html>` and the buttons. Stringified into the page beside `watchView`. */
export function showView(choices: Record<string, readonly string[]>, chosen: readonly string[]): void {
  const page = document.documentElement;
  const of = (group: string) => choices[group] ?? [];
  const isOfView = (word: string) => !of('theme').includes(word) && !of('motion').includes(word);

  function mark(name: string, value: string | undefined): void {
    if (value === undefined) delete page.dataset[name];
    else page.dataset[name] = value;
  }

  const theme = chosen.find((word) => of('theme').includes(word));
  const scheme = chosen.find((word) => of('scheme').includes(word));
  mark('theme', theme);
  mark('still', chosen.includes('still') ? '' : undefined);
  mark('view', chosen.filter(isOfView).join(' ') || undefined);
  const shade = scheme ? (scheme === 'black' ? 'dark' : 'light') : theme;
  for (const [at, colour] of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]').entries()) {
    const own = at === 0 ? 'dark' : 'light';
    colour.media = shade ? (shade === own ? 'all' : 'not all') : `(prefers-color-scheme: ${own})`;
  }
  for (const button of document.querySelectorAll<HTMLElement>('[data-view-does*=":"]')) {
    const [group = '', word = ''] = button.dataset.viewDoes?.split(':') ?? [];
    const isPressed = word ? chosen.includes(word) : !of(group).some((other) => chosen.includes(other));
    button.setAttribute('aria-pressed', String(isPressed));
  }
}

/** Keeps the choice of pages without spoilers for a month, after a consent decision. No outside references. */
export function keepMode(): void {
  const link = document.querySelector('[data-spoilers]');
  const keep = (seconds: number) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs a secure context.
    document.cookie = `rampa.spoilers=hide; path=/; max-age=${seconds}; samesite=lax`;
  };
  const decided = () => document.documentElement.dataset.consent !== 'unset';
  if (decided()) keep(31 * 86_400);
  document.addEventListener('rampa:consent', () => keep(31 * 86_400));
  link?.addEventListener('click', () => keep(0));
}
