/** `<copy-link address>`: its button copies an address, or shows it without TLS. Stringified: no outside references. */
export function defineCopyLink(): void {
  const SHOWN_FOR = 5000;

  class CopyLink extends HTMLElement {
    connectedCallback(): void {
      if (this.shadowRoot) return;
      const said = document.createElement('span');
      said.setAttribute('part', 'said');
      said.setAttribute('role', 'status');
      this.attachShadow({ mode: 'open' }).append(document.createElement('slot'), said);
      let timer: ReturnType<typeof setTimeout> | undefined;
      this.addEventListener('click', async () => {
        clearTimeout(timer);
        const address = this.getAttribute('address') ?? '';
        try {
          await navigator.clipboard.writeText(address);
          said.textContent = 'Ссылка скопирована';
          timer = setTimeout(() => said.replaceChildren(), SHOWN_FOR);
        } catch {
          said.textContent = `Скопируйте адрес: ${address}`;
        }
      });
    }
  }

  customElements.define('copy-link', CopyLink);
}
