import type { Draft } from './draft.ts';
import { changeJournal, type JournalEntry, LOCKS, openJournal } from './journal-store.ts';

/** Typing is written down at most so much later, in ms. */
const WRITE_WITHIN = 1000;

/** Keeps what is typed on one screen in this browser until the server has it. */
export class Journal {
  readonly key = newKey();
  #state: 'idle' | 'kept' | 'failed' = 'idle';
  readonly #draft: Draft;
  /** Entries of former screens that were taken over: they go together with this one. */
  #absorbed: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #release: () => void = () => {};
  readonly #stopListening: () => void;

  constructor(draft: Draft) {
    this.#draft = draft;
    this.#hold();
    const stop = draft.subscribe(() => this.#plan());
    const hide = () => document.visibilityState === 'hidden' && this.flush();
    const leave = () => this.flush();
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hide);
    this.#stopListening = () => {
      stop();
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hide);
    };
    // Opened ahead: a page that is being closed has no time for it.
    void openJournal().catch(() => this.#fail());
  }

  /** Whether the browser refuses to keep anything. */
  get isBroken(): boolean {
    return this.#state === 'failed';
  }

  /** Writes down what there is, or takes the entry away when the server has it all. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const entry = this.#draft.isDirty ? this.#entry() : undefined;
    if (!entry && this.#state === 'idle' && this.#absorbed.length === 0) return;
    this.#state = entry ? 'kept' : 'idle';
    const keys = entry ? [] : [this.key, ...this.#absorbed.splice(0)];
    void changeJournal(entry, keys).catch(() => this.#fail());
  }

  /** The text of another entry is on this screen now. */
  absorb({ key }: JournalEntry): void {
    this.#absorbed.push(key);
    this.flush();
  }

  close(): void {
    this.flush();
    this.#stopListening();
    this.#release();
  }

  #plan(): void {
    this.#timer ??= setTimeout(() => this.flush(), WRITE_WITHIN);
  }

  #entry(): JournalEntry {
    const { article, base } = this.#draft;
    return {
      key: this.key,
      articleId: article?.id ?? null,
      slug: article?.slug ?? '',
      at: new Date().toISOString(),
      base,
      fields: this.#draft.now(),
    };
  }

  /** As long as this screen lives nobody is offered its text. */
  #hold(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#release = resolve;
    void navigator.locks?.request(LOCKS + this.key, () => promise);
  }

  #fail(): void {
    this.#state = 'failed';
    this.#draft.touch();
  }
}

/** Works on plain http too, where `crypto.randomUUID` is missing. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
