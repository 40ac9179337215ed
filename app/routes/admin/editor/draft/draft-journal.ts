import type { Draft } from './draft.ts';
import { changeJournal, type JournalEntry, keysOf, LOCKS, openJournal, setAside } from './draft-journal-store.ts';

/** Typing is written down so much later, and at the first idle moment then, in ms. */
const WRITE_AFTER = 1000;
const IDLE_WITHIN = 500;

/** Keeps what is typed on one screen in this browser until the server has it. */
export class Journal {
  readonly key = newKey();
  /** When the last copy was on the disk; undefined while there is none. */
  keptAt: Date | undefined;
  /** The browser refuses to keep anything. */
  isBroken = false;
  readonly #draft: Draft;
  /** Entries of former screens whose text is on this one: they go when the server has it. */
  readonly #absorbed: string[] = [];
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasEntry = false;

  constructor(draft: Draft) {
    this.#draft = draft;
  }

  /** From now on changes are written down, also when the page goes. Gives the way to stop. */
  start(): () => void {
    const stop = new AbortController();
    const { signal } = stop;
    const unsubscribe = this.#draft.subscribe(() => this.#plan());
    addEventListener('pagehide', () => this.#leave(), { signal });
    document.addEventListener('visibilitychange', () => document.hidden && this.flush(), { signal });
    this.#hold(signal);
    // Opened ahead: a page that is being closed has no time for it.
    openJournal().catch(() => this.#tell(true));
    return () => {
      this.flush();
      unsubscribe();
      stop.abort();
    };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Writes down what the server does not have, or takes this screen's entry away when there is nothing of the kind. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#draft.isDirty) this.#write(this.#entry(), []);
    else if (this.#hasEntry) this.#write(undefined, [this.key]);
  }

  /** The server has stored the draft: what it was made of may go, unless something was typed meanwhile. */
  settle(): void {
    if (!this.#draft.isDirty && this.#absorbed.length > 0) this.#write(undefined, this.#absorbed.splice(0));
    this.flush();
  }

  /** What is on this screen becomes an entry of its own: another text is about to take its place. */
  park(): JournalEntry {
    const entry = { ...this.#entry(), key: newKey() };
    this.#absorbed.length = 0;
    this.#write(entry, []);
    return entry;
  }

  /** The text of another entry is on this screen now. */
  absorb(entry: JournalEntry): void {
    this.#absorbed.push(...keysOf(entry));
    this.flush();
  }

  /** Browsers may drop what a closing page writes to its database, even when it was handed over in time. */
  #leave(): void {
    if (this.#draft.isDirty) setAside(this.#entry());
    this.flush();
  }

  #write(entry: JournalEntry | undefined, gone: string[]): void {
    this.#hasEntry = entry?.key === this.key || (this.#hasEntry && !gone.includes(this.key));
    changeJournal(entry, gone).then(
      () => this.#tell(false, entry && new Date(entry.at)),
      () => this.#tell(true),
    );
  }

  #tell(isBroken: boolean, keptAt?: Date): void {
    this.isBroken = isBroken;
    this.keptAt = keptAt;
    for (const listener of this.#listeners) listener();
  }

  /** Writing the text out takes a few milliseconds: they are found between two keystrokes. */
  #plan(): void {
    const write = () => this.#timer !== undefined && this.flush();
    this.#timer ??= setTimeout(() => {
      if ('requestIdleCallback' in window) requestIdleCallback(write, { timeout: IDLE_WITHIN });
      else write();
    }, WRITE_AFTER);
  }

  #entry(): JournalEntry {
    const { article, base, unanswered } = this.#draft;
    return {
      key: this.key,
      articleId: article?.id ?? null,
      slug: article?.slug ?? '',
      at: new Date().toISOString(),
      base,
      fields: this.#draft.now(),
      unanswered,
      covers: [...this.#absorbed],
    };
  }

  /** As long as this screen lives nobody else is offered its text. */
  #hold(signal: AbortSignal): void {
    const gone = new Promise((resolve) => signal.addEventListener('abort', resolve));
    void navigator.locks?.request(LOCKS + this.key, () => gone);
  }
}

/** Works on plain http too, where `crypto.randomUUID` is missing. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
