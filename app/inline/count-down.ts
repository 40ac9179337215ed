/**
 * `<count-down until>` shows how long it is still, by the server's clock: the visitor's may be wrong. Until that is known, without
 * scripts and while the visitor keeps the page still, its own words stand there. The last hour ticks by the second, for those who
 * want less motion by the minute. It writes into a shadow tree, which React leaves alone. Stands in the page as text, so it may
 * use nothing from outside itself.
 */
export function defineCountDown(): void {
  const SECOND = 1000;
  const MINUTE = 60_000;
  const HOUR = 3_600_000;
  const DAY = 86_400_000;
  const page = document.documentElement;
  const wantsLess = matchMedia('(prefers-reduced-motion: reduce)');

  class CountDown extends HTMLElement {
    static observedAttributes = ['until'];
    /** Server's time minus `performance.now()`: the page's own clock runs evenly, whatever the visitor's shows. */
    origin = 0;
    timer: ReturnType<typeof setTimeout> | undefined;
    watcher = new MutationObserver(() => this.show());

    connectedCallback(): void {
      document.addEventListener('visibilitychange', this);
      wantsLess.addEventListener('change', this);
      this.watcher.observe(page, { attributeFilter: ['data-still'] });
      this.setClock();
    }

    /** The moment was moved. */
    attributeChangedCallback(): void {
      this.show();
    }

    disconnectedCallback(): void {
      document.removeEventListener('visibilitychange', this);
      wantsLess.removeEventListener('change', this);
      this.watcher.disconnect();
      clearTimeout(this.timer);
    }

    /** A sleeping device stops the page's clock. */
    handleEvent(): void {
      if (!document.hidden) this.setClock();
    }

    async setClock(): Promise<void> {
      const asked = performance.now();
      const answer = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
      const now = performance.now();
      // The header leaves out the part of a second: half of one is right on average.
      const told = Date.parse(answer?.headers.get('Date') ?? '') + SECOND / 2 - (asked + now) / 2;
      this.origin = told || Date.now() - now;
      this.show();
    }

    show(): void {
      clearTimeout(this.timer);
      if (!this.isConnected || !this.origin) return;
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
      if (page.hasAttribute('data-still')) {
        root.replaceChildren(document.createElement('slot'));
        return;
      }
      const left = Date.parse(this.getAttribute('until') ?? '') - this.origin - performance.now();
      const hasSeconds = left < HOUR && !wantsLess.matches;
      root.textContent = left > 0 ? `Через ${inWords(left, hasSeconds)}` : 'Вот-вот начнётся';
      if (left > 0) this.timer = setTimeout(() => this.show(), (left % (hasSeconds ? SECOND : MINUTE)) + 1);
    }
  }

  function inWords(left: number, hasSeconds: boolean): string {
    if (hasSeconds) return new Date(Math.ceil(left / SECOND) * SECOND).toISOString().slice(14, 19);
    const rounded = Math.ceil(left / MINUTE) * MINUTE;
    const days = inUnit(rounded / DAY, 'day', 'long');
    const hours = inUnit((rounded % DAY) / HOUR, 'hour', 'short');
    const minutes = days ? '' : inUnit((rounded % HOUR) / MINUTE, 'minute', 'short');
    return [days, hours, minutes].filter(Boolean).join(' ');
  }

  function inUnit(amount: number, unit: string, unitDisplay: 'long' | 'short'): string {
    const whole = Math.floor(amount);
    return whole ? new Intl.NumberFormat('ru', { style: 'unit', unit, unitDisplay }).format(whole) : '';
  }

  customElements.define('count-down', CountDown);
}
