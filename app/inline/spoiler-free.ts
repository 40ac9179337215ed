/**
 * Keeps the choice of pages without spoilers in a cookie for a month, until «Показать всё»; stored only after a consent
 * decision. Stringified into the page: no outside references.
 */
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
