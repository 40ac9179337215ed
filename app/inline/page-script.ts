import { KEPT_CHOICES } from '../../http/view-choices.ts';
import { showView, watchView } from './view.ts';
import { deferLayout, waitForWatch } from './waiting.ts';

/** Our only inline script; runs before hydration and the first paint. The same on all pages, apart from `livePageScript`. */
export const pageScript = import.meta.env.SSR
  ? `(${watchConsent})();(${watchView})(${JSON.stringify(KEPT_CHOICES)},${showView});(${watchHeader})();(${deferLayout})();(${defineElements})();`
  : '';

/** For documents rendered while the stream is on. */
export const livePageScript = import.meta.env.SSR ? `${pageScript}(${waitForWatch})();` : '';

/**
 * Cookie consent. `<html data-consent>` is `unset`, `accepted` or `declined`; `data-prompt` while the banner is shown:
 * on every load until accepted. It is `slim`, a strip at the top of the page, in the panel and after a refusal, else
 * `full`, a sheet at the foot of the window. Buttons have `data-consent-does`. Before a decision nothing is stored; after
 * it only `rampa.` keys go to sessionStorage. Stringified into the page: no outside references.
 */
function watchConsent(): void {
  const page = document.documentElement;
  const KEY = 'cookieConsent';

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

  let before: string | null = null;
  try {
    before = localStorage.getItem(KEY);
  } catch {
    // Storage is disabled.
  }
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

/** `scrolled` past 50 px; the menu closes on navigation and when focus leaves it. Stringified: no outside references. */
function watchHeader(): void {
  const SCROLLED_AFTER = 50;
  const openMenu = () => document.querySelector<HTMLElement>('[data-header] :popover-open');
  const closeMenu = () => openMenu()?.hidePopover();

  function showScrolled(): void {
    document.querySelector('[data-header]')?.classList.toggle('scrolled', scrollY > SCROLLED_AFTER);
    placeMenu(openMenu());
  }

  function placeMenu(menu: HTMLElement | null): void {
    const end = document.querySelector('[data-header]')?.getBoundingClientRect().bottom ?? 0;
    menu?.style.setProperty('--menu', `${end}px`);
  }

  /** The menu, or «Ещё» in it. */
  function menuOf({ target }: Event): HTMLElement | null {
    return target instanceof HTMLElement && target.matches('[data-header] [popover]') ? target : null;
  }

  function showToggled(event: Event): void {
    const menu = menuOf(event);
    if (!menu) return;
    // An open view panel would move the header, to which the menu is aligned.
    if (openMenu()) document.getElementById('view')?.removeAttribute('open');
    placeMenu(menu);
    const button = document.querySelector(`[popovertarget="${menu.id}"]`);
    button?.setAttribute('aria-expanded', String(menu.matches(':popover-open')));
  }

  addEventListener('scroll', showScrolled, { passive: true });
  // In the next frame: reading scrollY sooner would force a layout before the fonts are there.
  addEventListener('pageshow', () => requestAnimationFrame(showScrolled));
  addEventListener('popstate', closeMenu);
  document.addEventListener('DOMContentLoaded', () => {
    for (const button of document.querySelectorAll('[data-header] [popovertarget]'))
      button.setAttribute('aria-expanded', 'false');
  });
  // Toggle events do not bubble.
  document.addEventListener('beforetoggle', (event) => placeMenu(menuOf(event)), true);
  document.addEventListener('toggle', showToggled, true);
  document.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('#menu a')) closeMenu();
  });
  document.addEventListener('focusin', (event) => {
    const open = openMenu();
    const own = `#${open?.id}, [popovertarget="${open?.id}"]`;
    if (!(event.target instanceof Element && event.target.closest(own))) closeMenu();
  });
}

/** Stringified: no outside references. */
function defineElements(): void {
  /** `<own-time at wall>`: visitor's time where it is not the site's (`wall`). */
  class OwnTime extends HTMLElement {
    connectedCallback(): void {
      const at = new Date(this.getAttribute('at') ?? '');
      const wall = this.getAttribute('wall') ?? '';
      const own = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
      if (own === wall || this.shadowRoot) return;
      const time = at.toLocaleTimeString('ru', { hour: '2-digit', minute: '2-digit' });
      const isSameDay = own.slice(0, 10) === wall.slice(0, 10);
      const day = isSameDay ? '' : `${at.toLocaleDateString('ru', { day: 'numeric', month: 'long' })}, `;
      this.attachShadow({ mode: 'open' }).textContent = `, у\u00a0вас ${day}${time}`;
    }
  }

  /** `<kept-fold>` in a `details`: the history entry remembers that it is open, so that Back and a reload find the place. */
  class KeptFold extends HTMLElement {
    connectedCallback(): void {
      const fold = this.closest('details');
      if (!fold) return;
      if (history.state?.unfolded) fold.open = true;
      fold.addEventListener('toggle', () => {
        const hasFocus = document.activeElement?.parentElement === fold;
        history.replaceState({ ...history.state, unfolded: fold.open }, '');
        // The summary may be gone.
        if (hasFocus && !document.activeElement?.checkVisibility())
          fold.querySelector('a')?.focus({ preventScroll: true });
      });
    }
  }

  customElements.define('own-time', OwnTime);
  customElements.define('kept-fold', KeptFold);
}
