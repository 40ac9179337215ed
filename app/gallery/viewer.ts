import './viewer.css';

/** Minimum length of a swipe, in px. */
const SWIPE = 48;
const SWIPE_AWAY = 96;

/** Shows the pictures of a gallery, starting with that of `link`, in a dialog above the page. */
export function openViewer(link: HTMLAnchorElement): void {
  new Viewer(link).open();
}

class Viewer {
  readonly #links: HTMLAnchorElement[];
  #at: number;
  readonly #dialog = make('dialog', 'viewer stage');
  readonly #count = make('span', 'count');
  readonly #caption = make('span', 'hidden');
  readonly #stage = make('div', 'picture');
  readonly #words = make('figcaption', 'words');
  readonly #back = arrow('back', 'Предыдущее фото', 'M15 5l-7 7 7 7', () => this.#showAt(this.#at - 1));
  readonly #on = arrow('on', 'Следующее фото', 'M9 5l7 7-7 7', () => this.#showAt(this.#at + 1));

  constructor(link: HTMLAnchorElement) {
    const gallery = link.closest('.gallery');
    this.#links = [...(gallery?.querySelectorAll<HTMLAnchorElement>(':scope > .image > a') ?? [])];
    this.#at = this.#links.indexOf(link);
    const name = gallery?.querySelector(':scope > figcaption')?.textContent;
    this.#dialog.ariaLabel = name ? `Фотогалерея: ${name}` : 'Фотогалерея';
    this.#dialog.tabIndex = -1;
    const status = make('p', 'status');
    status.role = 'status';
    status.append(this.#count, this.#caption);
    this.#words.ariaLive = 'polite';
    const figure = make('figure', 'shown');
    figure.append(this.#stage, this.#words);
    const close = () => this.#dialog.close();
    const cross = arrow('close', 'Закрыть', 'M6 6l12 12M18 6L6 18', close);
    this.#dialog.append(status, cross, figure, this.#back, this.#on);
    this.#dialog.addEventListener('keydown', (event) => this.#handleKey(event));
    followFinger(this.#stage, (by) => this.#showAt(this.#at + by), close);
  }

  open(): void {
    document.body.append(this.#dialog);
    this.#show();
    this.#dialog.showModal();
    this.#dialog.focus();
    const stop = new AbortController();
    // The page behind the dialog may have changed, for example by «Back».
    addEventListener('popstate', () => this.#dialog.close(), { signal: stop.signal });
    this.#dialog.addEventListener('close', () => {
      stop.abort();
      this.#dialog.remove();
      this.#links[this.#at]?.focus();
    });
  }

  #handleKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const { length } = this.#links;
    const at = { ArrowLeft: this.#at - 1, ArrowRight: this.#at + 1, Home: 0, End: length - 1 }[event.key];
    if (at === undefined) return;
    event.preventDefault();
    this.#showAt(at);
  }

  #showAt(at: number): void {
    if (at === this.#at || at < 0 || at >= this.#links.length) return;
    this.#at = at;
    this.#show();
  }

  #show(): void {
    const link = this.#links[this.#at];
    const thumb = link?.querySelector('img');
    if (!link || !thumb) return;
    const last = this.#links.length - 1;
    this.#count.textContent = `${this.#at + 1} из ${last + 1}`;
    this.#caption.textContent = thumb.alt && `. ${thumb.alt}`;
    const below = make('img', 'below');
    below.src = thumb.currentSrc || thumb.src;
    below.alt = '';
    this.#stage.replaceChildren(below, largeOf(link, thumb));
    const words = link.parentElement?.querySelector('figcaption');
    this.#words.replaceChildren(...(words?.cloneNode(true).childNodes ?? []));
    this.#back.ariaDisabled = String(this.#at === 0);
    this.#on.ariaDisabled = String(this.#at === last);
    for (const near of [this.#links[this.#at + 1], this.#links[this.#at - 1]]) {
      const image = near?.querySelector('img');
      // Preload: it is in the browser's cache when it is shown.
      if (near && image)
        largeOf(near, image)
          .decode()
          .catch(() => {});
    }
  }
}

function largeOf(link: HTMLAnchorElement, thumb: HTMLImageElement): HTMLImageElement {
  const image = make('img', 'large');
  image.alt = thumb.alt;
  const shape = (thumb.naturalWidth || thumb.width || 3) / (thumb.naturalHeight || thumb.height || 2);
  image.sizes = `min(100vw, ${Math.round(100 * shape)}vh)`;
  image.srcset = thumb.srcset;
  image.src = link.href;
  image.draggable = false;
  return image;
}

/** The picture follows a finger sideways; a swipe turns pages, one down closes. With pinch zoom the browser pans. */
function followFinger(stage: HTMLElement, turn: (by: 1 | -1) => void, close: () => void): void {
  let from: { id: number; x: number; y: number } | undefined;
  const isEnlarged = () => (visualViewport?.scale ?? 1) > 1.01;
  const end = () => {
    from = undefined;
    stage.style.removeProperty('translate');
  };
  stage.addEventListener('pointerdown', ({ pointerId: id, pointerType, isPrimary, clientX: x, clientY: y }) => {
    end();
    if (isPrimary && pointerType !== 'mouse' && !isEnlarged()) from = { id, x, y };
  });
  stage.addEventListener('pointermove', ({ pointerId, clientX }) => {
    if (from?.id === pointerId) stage.style.translate = `${clientX - from.x}px`;
  });
  stage.addEventListener('pointerup', ({ pointerId, clientX, clientY }) => {
    if (from?.id !== pointerId) return;
    const [x, y] = [clientX - from.x, clientY - from.y];
    end();
    if (Math.abs(x) > SWIPE && Math.abs(x) > Math.abs(y)) turn(x < 0 ? 1 : -1);
    else if (y > SWIPE_AWAY) close();
  });
  stage.addEventListener('pointercancel', end);
  visualViewport?.addEventListener('resize', () => stage.toggleAttribute('data-enlarged', isEnlarged()));
}

function make<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = className;
  return element;
}

function arrow(className: string, label: string, path: string, act: () => void): HTMLButtonElement {
  const button = make('button', className);
  button.type = 'button';
  button.ariaLabel = label;
  button.title = label;
  button.innerHTML = `<svg viewBox="0 0 24 24" width="24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`;
  button.onclick = act;
  return button;
}
