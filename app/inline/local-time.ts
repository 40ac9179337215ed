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
