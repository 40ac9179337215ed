import type { Draft } from './draft.ts';
import {
  changeLocalDrafts,
  keysOf,
  LOCKS,
  type LocalDraftEntry,
  openLocalDrafts,
  storeOnPagehide,
} from './local-draft-store.ts';

/** Throttle of its writes, then the longest wait for an idle moment. In ms. */
const DEBOUNCE = 1000;
const IDLE_TIMEOUT = 500;

/** Local draft of one screen: keeps unsaved typing in this browser until it is saved. */
export class LocalDraft {
  readonly key = newKey();
  readonly #draft: Draft;
  readonly #report: (isBroken: boolean) => void;
  /** Keys of earlier entries whose text is on this screen: removed after the next save. */
  readonly #absorbed: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasEntry = false;

  /** `onWritten`: whether the browser could not keep it. */
  constructor(draft: Draft, onWritten: (isBroken: boolean) => void) {
    this.#draft = draft;
    this.#report = onWritten;
  }

  /** Starts writing changes, also on `pagehide`. Returns the stop function. */
  start(): () => void {
    const stop = new AbortController();
    const { signal } = stop;
    const unsubscribe = this.#draft.subscribe(() => this.#plan());
    addEventListener('pagehide', () => this.#writeOnPagehide(), { signal });
    document.addEventListener('visibilitychange', () => document.hidden && this.flush(), { signal });
    this.#holdLock(signal);
    // Opened early: a page being closed has no time for it.
    openLocalDrafts().catch(() => this.#report(true));
    return () => {
      this.flush();
      unsubscribe();
      stop.abort();
    };
  }

  /** Writes unsaved changes now, or removes this screen's entry when there are none. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#draft.isDirty) this.#write(this.#entry(), []);
    else if (this.#hasEntry) this.#write(undefined, [this.key]);
  }

  /** Resolves when unsaved changes are on disk; rejects where they cannot be. */
  async keep(): Promise<void> {
    if (!this.#draft.isDirty) return;
    this.#hasEntry = true;
    await changeLocalDrafts(this.#entry(), []);
  }

  /** After a save: removes absorbed entries, unless something was typed meanwhile. */
  settle(): void {
    if (!this.#draft.isDirty && this.#absorbed.length > 0) this.#write(undefined, this.#absorbed.splice(0));
    this.flush();
  }

  /** Moves the text to an entry of its own: another text is about to replace it. */
  park(): LocalDraftEntry {
    const entry = { ...this.#entry(), key: newKey() };
    this.#absorbed.length = 0;
    this.#write(entry, []);
    return entry;
  }

  absorb(entry: LocalDraftEntry): void {
    this.#absorbed.push(...keysOf(entry));
    this.flush();
  }

  /** Browsers may drop IndexedDB writes of a page being closed. */
  #writeOnPagehide(): void {
    if (this.#draft.isDirty) storeOnPagehide(this.#entry());
    this.flush();
  }

  #write(entry: LocalDraftEntry | undefined, gone: string[]): void {
    this.#hasEntry = entry?.key === this.key || (this.#hasEntry && !gone.includes(this.key));
    changeLocalDrafts(entry, gone).then(
      () => this.#report(false),
      () => this.#report(true),
    );
  }

  /** Writing HTML takes a few ms: in idle time, not at a keystroke. */
  #plan(): void {
    const write = () => this.#timer !== undefined && this.flush();
    this.#timer ??= setTimeout(() => {
      if ('requestIdleCallback' in window) requestIdleCallback(write, { timeout: IDLE_TIMEOUT });
      else write();
    }, DEBOUNCE);
  }

  #entry(): LocalDraftEntry {
    const { kind, article, base, unanswered } = this.#draft;
    return {
      key: this.key,
      kind,
      articleId: article?.id ?? null,
      slug: article?.slug ?? '',
      at: new Date().toISOString(),
      base,
      fields: this.#draft.now(),
      unanswered,
      covers: [...this.#absorbed],
    };
  }

  /** While this screen is open, its entry is not offered elsewhere. */
  #holdLock(signal: AbortSignal): void {
    const gone = new Promise((resolve) => signal.addEventListener('abort', resolve));
    void navigator.locks?.request(LOCKS + this.key, () => gone);
  }
}

/** `crypto.randomUUID` is missing without TLS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
