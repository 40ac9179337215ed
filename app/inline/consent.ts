/**
 * The visitor's decision about cookies. `<html>` carries it as `data-consent` (`unset`, `accepted`, `declined`), and `data-prompt`
 * while the banner is shown: on every fresh load until the answer is yes. Buttons name what they do in `data-consent-does`.
 * Nothing is stored before a decision, for the session only what is named as ours after it. Stands in the page as text, so it may use nothing from outside itself.
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
      // A browser that stores nothing is asked again next time.
    }
    const banner = document.getElementById('consent');
    const hadFocus = banner?.contains(document.activeElement);
    delete page.dataset.prompt;
    if (hadFocus) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    document.dispatchEvent(new Event('rampa:consent'));
  }

  // The router notes scroll positions and transitions of its own when a page is left.
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (key, value) {
    const isOurs = page.dataset.consent !== 'unset' && key.startsWith('rampa.');
    if (this !== sessionStorage || isOurs) setItem.call(this, key, value);
  };

  const before = stored();
  page.dataset.consent = before === 'true' ? 'accepted' : before === 'false' ? 'declined' : 'unset';
  if (before !== 'true') page.dataset.prompt = '';

  document.addEventListener('click', (event) => {
    const source = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-consent-does]') : null;
    const action = source?.dataset.consentDoes;
    if (action === 'accept' || action === 'decline') decide(action === 'accept');
    if (action === 'open') {
      event.preventDefault();
      page.dataset.prompt = '';
      document.getElementById('consent')?.focus();
    }
    if (action === 'explain') {
      const banner = document.getElementById('consent');
      source?.setAttribute('aria-expanded', String(banner?.toggleAttribute('data-explained')));
    }
  });
}
