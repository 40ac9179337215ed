/**
 * Cookie consent. `<html data-consent>` is `unset`, `accepted` or `declined`; `data-prompt` while the banner is shown:
 * on every load until accepted. It is `slim`, a strip at the top of the page, in the panel and after a refusal, else
 * `full`, a sheet at the foot of the window. Buttons have `data-consent-does`. Before a decision nothing is stored; after
 * it only `rampa.` keys go to sessionStorage. Stringified into the page: no outside references.
 */
export function watchConsent(): void {
  const page = document.documentElement;
  const KEY = 'cookieConsent';

  function stored(): string | null {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  }

  function decide(accepted: boolean): void {
    page.dataset.consent = accepted ? 'accepted' : 'declined';
    try {
      localStorage.setItem(KEY, String(accepted));
    } catch {
      // Storage is disabled: the banner is shown again on the next load.
    }
    close();
    document.dispatchEvent(new Event('rampa:consent'));
  }

  function close(): void {
    const banner = document.getElementById('consent');
    const hadFocus = banner?.contains(document.activeElement);
    delete page.dataset.prompt;
    if (hadFocus) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }

  // React Router writes scroll positions and transitions to sessionStorage.
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (key, value) {
    const isOurs = page.dataset.consent !== 'unset' && key.startsWith('rampa.');
    if (this !== sessionStorage || isOurs) setItem.call(this, key, value);
  };

  const before = stored();
  page.dataset.consent = before === 'true' ? 'accepted' : before === 'false' ? 'declined' : 'unset';
  const isPanel = /^\/admin(\/|$)/.test(location.pathname);
  if (before !== 'true') page.dataset.prompt = before === 'false' || isPanel ? 'slim' : 'full';

  document.addEventListener('click', (event) => {
    const source = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-consent-does]') : null;
    const action = source?.dataset.consentDoes;
    if (action === 'accept' || action === 'decline') decide(action === 'accept');
    if (action === 'close') close();
    if (action === 'open' || action === 'reach') {
      event.preventDefault();
      if (action === 'open') page.dataset.prompt = 'full';
      document.getElementById('consent')?.focus();
    }
    if (action === 'explain') {
      const banner = document.getElementById('consent');
      source?.setAttribute('aria-expanded', String(banner?.toggleAttribute('data-explained')));
    }
  });
}
