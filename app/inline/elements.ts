/** `<count-down until>`: its children show until the server's time is known, long after the moment and without one. Stringified: no outside references. */
export function defineCountDown(): void {
  const SECOND = 1000;
  const MINUTE = 60_000;
  const HOUR = 3_600_000;
  const DAY = 86_400_000;
  const LATE = 15 * MINUTE; // a late start counts as beginning: `startPhase`
  const page = document.documentElement;
  const wantsLess = matchMedia('(prefers-reduced-motion: reduce)');

  class CountDown extends HTMLElement {
    static observedAttributes = ['until'];
    /** Server time minus `performance.now()`, which is monotonic. */
    origin = 0;
    timer: ReturnType<typeof setTimeout> | undefined;
    watcher = new MutationObserver(() => this.show());

    connectedCallback(): void {
      document.addEventListener('visibilitychange', this);
      wantsLess.addEventListener('change', this);
      this.watcher.observe(page, { attributeFilter: ['data-still'] });
      this.setClock();
    }

    attributeChangedCallback(): void {
      this.show();
    }

    disconnectedCallback(): void {
      document.removeEventListener('visibilitychange', this);
      wantsLess.removeEventListener('change', this);
      this.watcher.disconnect();
      clearTimeout(this.timer);
    }

    /** `performance.now()` stops while a device sleeps. */
    handleEvent(): void {
      if (!document.hidden) this.setClock();
    }

    async setClock(): Promise<void> {
      const asked = performance.now();
      const answer = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
      const now = performance.now();
      // The Date header has whole seconds: + 0.5 s on average.
      const told = Date.parse(answer?.headers.get('Date') ?? '') + SECOND / 2 - (asked + now) / 2;
      this.origin = told || Date.now() - now;
      this.show();
    }

    show(): void {
      clearTimeout(this.timer);
      if (!this.isConnected || !this.origin) return;
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
      const left = Date.parse(this.getAttribute('until') ?? '') - this.origin - performance.now();
      if (page.hasAttribute('data-still') || !(left > -LATE)) {
        root.replaceChildren(document.createElement('slot'));
        return;
      }
      const hasSeconds = left < HOUR && !wantsLess.matches;
      root.textContent = left > 0 ? `Через ${inWords(left, hasSeconds)}` : 'Вот-вот начнётся';
      this.timer = setTimeout(() => this.show(), (left > 0 ? left % (hasSeconds ? SECOND : MINUTE) : left + LATE) + 1);
    }
  }

  function inWords(left: number, hasSeconds: boolean): string {
    const rounded = hasSeconds ? Math.ceil(left / SECOND) * SECOND : Math.ceil(left / MINUTE) * MINUTE;
    const days = inUnit(rounded / DAY, 'day', 'long');
    const hours = inUnit((rounded % DAY) / HOUR, 'hour', 'short');
    const minutes = days ? '' : inUnit((rounded % HOUR) / MINUTE, 'minute', 'short');
    const seconds = hasSeconds ? inUnit((rounded % MINUTE) / SECOND, 'second', 'short') : '';
    return [days, hours, minutes, seconds].filter(Boolean).join(' ');
  }

  function inUnit(amount: number, unit: string, unitDisplay: 'long' | 'short'): string {
    const whole = Math.floor(amount);
    return whole ? new Intl.NumberFormat('ru', { style: 'unit', unit, unitDisplay }).format(whole) : '';
  }

  customElements.define('count-down', CountDown);
}

/** `<copy-link address>`: its button shares a `share` title, else copies, or shows without TLS. Stringified: no outside references. */
export function defineCopyLink(): void {
  const NOTICE_DURATION = 5000;

  class CopyLink extends HTMLElement {
    connectedCallback(): void {
      if (this.shadowRoot) return;
      const said = document.createElement('span');
      said.setAttribute('part', 'said');
      said.setAttribute('role', 'status');
      const slot = document.createElement('slot');
      this.attachShadow({ mode: 'open' }).append(slot, said);
      let timer: ReturnType<typeof setTimeout> | undefined;
      // Absent without TLS and on most desktops.
      const canShare = 'share' in navigator;
      const title = canShare && this.getAttribute('share');
      // The parser adds the button later.
      slot.addEventListener('slotchange', () => {
        const button = this.querySelector('button');
        if (title && button) button.textContent = 'Поделиться…';
      });
      this.addEventListener('click', async () => {
        clearTimeout(timer);
        const address = this.getAttribute('address') ?? '';
        try {
          if (title) return await navigator.share({ title, url: address });
        } catch (error) {
          if (error instanceof DOMException && error.name === 'AbortError') return;
        }
        try {
          await navigator.clipboard.writeText(address);
          said.textContent = 'Ссылка скопирована';
          timer = setTimeout(() => said.replaceChildren(), NOTICE_DURATION);
        } catch {
          said.textContent = `Скопируйте адрес: ${address}`;
        }
      });
    }
  }

  customElements.define('copy-link', CopyLink);
}

/** `<own-time at wall>`: visitor's time where it is not the site's (`wall`). Stringified: no outside references. */
export function defineLocalTime(): void {
  class OwnTime extends HTMLElement {
    connectedCallback(): void {
      const at = new Date(this.getAttribute('at') ?? '');
      const wall = this.getAttribute('wall') ?? '';
      const own = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
      if (own === wall || this.shadowRoot) return;
      const day = at.toLocaleDateString('ru', { day: 'numeric', month: 'long' });
      const time = at.toLocaleTimeString('ru', { hour: '2-digit', minute: '2-digit' });
      const isSameDay = own.slice(0, 10) === wall.slice(0, 10);
      this.attachShadow({ mode: 'open' }).textContent = `, у\u00a0вас ${isSameDay ? '' : `${day}, `}${time}`;
    }
  }
  customElements.define('own-time', OwnTime);
}

/** `<kept-fold>` in a `details`: the history entry remembers that it is open, so that Back and a reload find the place. Stringified: no outside references. */
export function defineKeptFold(): void {
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
  customElements.define('kept-fold', KeptFold);
}
