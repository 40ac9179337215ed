import type { UploadOptions } from '../../../../../ui/upload.ts';

export interface Sending {
  /** Uploads it and puts it into the text. */
  send: (options: UploadOptions) => Promise<void>;
  running: string; // «Картинка загружается…»
  failed: string; // «Картинка не загрузилась.»
  bar: string; // «Загрузка картинки»
}

interface Told {
  failed: (reason: unknown) => void;
  changed: () => void;
  removed: () => void;
}

export class UploadJob {
  readonly dom = document.createElement('span');
  isRunning = false;
  readonly #sending: Sending;
  readonly #told: Told;
  readonly #preview = document.createElement('img');
  readonly #words = document.createElement('span');
  readonly #bar = document.createElement('progress');
  #stop: AbortController | undefined;

  constructor(file: Blob, sending: Sending, told: Told) {
    this.#sending = sending;
    this.#told = told;
    this.dom.className = 'upload';
    this.dom.contentEditable = 'false';
    this.#preview.src = URL.createObjectURL(file);
    this.#preview.alt = '';
    // Format not supported by this browser.
    this.#preview.onerror = () => this.#preview.remove();
    this.#words.role = 'status';
    this.#bar.max = 1;
    this.#bar.ariaLabel = sending.bar;
  }

  async start(): Promise<void> {
    this.isRunning = true;
    this.#stop = new AbortController();
    this.#words.textContent = this.#sending.running;
    this.#bar.removeAttribute('value');
    this.dom.replaceChildren(
      this.#preview,
      this.#words,
      this.#bar,
      this.#button('Убрать', () => this.#told.removed()),
    );
    this.#told.changed();
    try {
      const { signal } = this.#stop;
      const onProgress = (part: number) => {
        this.#bar.value = part;
      };
      await this.#sending.send({ onProgress, signal });
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#fail(error);
    }
    this.isRunning = false;
    this.#told.changed();
  }

  drop(): void {
    this.#stop?.abort();
    URL.revokeObjectURL(this.#preview.src);
  }

  #fail(error: unknown): void {
    this.#words.textContent = this.#sending.failed;
    this.#bar.remove();
    this.dom.append(this.#button('Повторить', () => void this.start()));
    this.#told.failed(error);
  }

  #button(text: string, act: () => void): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = text;
    button.onclick = act;
    return button;
  }
}
