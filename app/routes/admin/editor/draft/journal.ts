import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Base, Draft } from './draft.ts';
import type { Fields } from './fields.ts';

/** What somebody typed and the server does not have yet. */
export interface JournalEntry {
  /** Of one screen: two tabs never write the same entry. */
  key: string;
  /** Of the article; null while it is a new one. */
  articleId: number | null;
  slug: string;
  /** When it was typed, ISO 8601. */
  at: string;
  base: Base;
  fields: Fields;
}

interface JournalSchema extends DBSchema {
  unsaved: { key: string; value: JournalEntry; indexes: { article: number } };
}

/** Typing is written down at most so much later, in ms. */
const WRITE_WITHIN = 1000;
const LOCKS = 'rampa.draft.';

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
    void database().catch(() => this.#fail());
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
    void change(entry, keys).catch(() => this.#fail());
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

/** What was left unsaved of an article (null: of new ones) by screens that are gone, the latest first. */
export function leftUnsaved(articleId: number | null): Promise<JournalEntry[]> {
  return leftBehind((entry) => entry.articleId === articleId);
}

/** The same by the address the article had. */
export function leftUnsavedAt(slug: string): Promise<JournalEntry[]> {
  return leftBehind((entry) => entry.slug === slug);
}

async function leftBehind(isMeant: (entry: JournalEntry) => boolean): Promise<JournalEntry[]> {
  const entries = await (await database()).getAll('unsaved');
  const held = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name));
  return entries
    .filter((entry) => isMeant(entry) && !held.has(LOCKS + entry.key))
    .sort((one, other) => other.at.localeCompare(one.at));
}

/** Forgets an entry: the server has its text, or somebody said that it is not needed. */
export async function forget({ key }: Pick<JournalEntry, 'key'>): Promise<void> {
  await change(undefined, [key]);
}

let opened: Promise<IDBPDatabase<JournalSchema>> | undefined;

function database(): Promise<IDBPDatabase<JournalSchema>> {
  opened ??= openDB<JournalSchema>('rampa', 1, {
    upgrade: (db) => void db.createObjectStore('unsaved', { keyPath: 'key' }).createIndex('article', 'articleId'),
    terminated: () => {
      opened = undefined;
    },
  });
  return opened;
}

async function change(entry: JournalEntry | undefined, gone: string[]): Promise<void> {
  const tx = (await database()).transaction('unsaved', 'readwrite', { durability: 'strict' });
  const writes: Promise<unknown>[] = gone.map((key) => tx.store.delete(key));
  if (entry) writes.push(tx.store.put(entry));
  // Not left to the end of the task: a page that is being closed may not reach it.
  tx.commit();
  await Promise.all([...writes, tx.done]);
}

/** Works on plain http too, where `crypto.randomUUID` is missing. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
