/**
 * `<copy-link address>` makes the button in it copy an address, and says so: beside it and to those who listen. Where the browser
 * does not let it (a site without TLS), it shows the address to copy by hand. What it says stands in a shadow tree, which React leaves
 * alone. Stands in the page as text, so it may use nothing from outside itself.
 */
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
