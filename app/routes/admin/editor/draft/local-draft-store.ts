import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Kind } from '../../../../../model/articles/kinds.ts';
import { parse } from '../../../../ui/errors/api-error.ts';
import type { Base } from './draft.ts';
import { blankFields, type Fields } from './fields.ts';

/** Prefix of Web Locks: an open screen holds the lock of its entry's key. */
export const LOCKS = 'rampa.draft.';

export interface LocalDraftEntry {
  /** Unique per screen: two tabs never write the same entry. */
  key: string;
  /** Absent in entries older than pages: of an article. */
  kind?: Kind;
  articleId: number | null;
  slug: string;
  at: string;
  base: Base;
  fields: Fields;
  /** Sent by a first save without a response. */
  unanswered?: Fields | undefined;
  /** Keys of entries this one took over or equals: they are not offered. */
  covers?: string[];
}

interface Schema extends DBSchema {
  unsaved: { key: string; value: LocalDraftEntry };
}

/** Local drafts of closed screens, latest first. */
export async function findUnsaved(
  kind: Kind,
  isMeant: (entry: LocalDraftEntry) => boolean,
): Promise<LocalDraftEntry[]> {
  await moveToIndexedDb();
  const entries = (await (await openLocalDrafts()).getAll('unsaved')).map(withBlankFields);
  const held = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name));
  const covered = new Set(entries.flatMap(({ covers = [] }) => covers));
  return entries
    .filter(({ kind: its = 'article' }) => its === kind)
    .filter((entry) => isMeant(entry) && !held.has(LOCKS + entry.key) && !covered.has(entry.key))
    .sort((one, other) => other.at.localeCompare(one.at));
}

/** Entries may be older than some fields. */
function withBlankFields(entry: LocalDraftEntry): LocalDraftEntry {
  const base = { ...entry.base, fields: { ...blankFields(), ...entry.base.fields } };
  return { ...entry, base, fields: { ...blankFields(), ...entry.fields } };
}

export function keysOf(...entries: Pick<LocalDraftEntry, 'key' | 'covers'>[]): string[] {
  return entries.flatMap(({ key, covers = [] }) => [key, ...covers]);
}

const ASIDE = 'rampa.unsaved.';

/** Synchronous write for `pagehide`, to localStorage; the next page moves it into IndexedDB. */
export function storeOnPagehide(entry: LocalDraftEntry): void {
  try {
    localStorage.setItem(ASIDE + entry.key, JSON.stringify(entry));
  } catch {
    // Quota exceeded or storage disabled.
  }
}

async function moveToIndexedDb(): Promise<void> {
  for (const name of Object.keys(localStorage).filter((key) => key.startsWith(ASIDE))) {
    const entry = parse(localStorage.getItem(name) ?? '') as LocalDraftEntry | undefined;
    if (entry?.fields) await changeLocalDrafts(entry, []);
    else localStorage.removeItem(name);
  }
}

/** Removes an entry and those it covers: the text was saved or discarded. */
export async function removeEntry(entry: LocalDraftEntry): Promise<void> {
  await changeLocalDrafts(undefined, keysOf(entry));
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

/** Opens IndexedDB once; a failed open is retried by the next call. Async: where it is switched off `openDB` throws at once. */
export async function openLocalDrafts(): Promise<IDBPDatabase<Schema>> {
  const forgetIt = () => {
    opened = undefined;
  };
  opened ??= openDB<Schema>('rampa', 1, {
    upgrade: (db) => void db.createObjectStore('unsaved', { keyPath: 'key' }),
    terminated: forgetIt,
  });
  opened.catch(forgetIt);
  return opened;
}

/** Atomic; resolved when on disk (`durability: 'strict'`). */
export async function changeLocalDrafts(entry: LocalDraftEntry | undefined, gone: string[]): Promise<void> {
  const tx = (await openLocalDrafts()).transaction('unsaved', 'readwrite', { durability: 'strict' });
  const writes: Promise<unknown>[] = gone.map((key) => tx.store.delete(key));
  if (entry) writes.push(tx.store.put(entry));
  // Explicit: a page being closed may not reach auto-commit.
  tx.commit();
  await Promise.all([...writes, tx.done]);
  for (const key of [entry?.key, ...gone]) localStorage.removeItem(ASIDE + key);
}
