import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { parse } from '../../../../ui/errors/api-error.ts';
import type { Base } from './draft.ts';
import type { Fields } from './fields.ts';

/** A screen that is open holds the lock of this name and its entry's key. */
export const LOCKS = 'rampa.draft.';

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
  /** Of a first save without an answer. */
  unanswered?: Fields | undefined;
  /** Keys of the entries whose text it took over, or that hold the same: they are not offered beside it. */
  covers?: string[];
}

interface JournalSchema extends DBSchema {
  unsaved: { key: string; value: JournalEntry };
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
  await takeIn();
  const entries = await (await openJournal()).getAll('unsaved');
  const held = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name));
  const covered = new Set(entries.flatMap(({ covers = [] }) => covers));
  return entries
    .filter((entry) => isMeant(entry) && !held.has(LOCKS + entry.key) && !covered.has(entry.key))
    .sort((one, other) => other.at.localeCompare(one.at));
}

/** The keys of entries and of all that they cover. */
export function keysOf(...entries: Pick<JournalEntry, 'key' | 'covers'>[]): string[] {
  return entries.flatMap(({ key, covers = [] }) => [key, ...covers]);
}

const ASIDE = 'rampa.unsaved.';

/** For a page that goes this very moment: the next one takes the entry into the database. Done at once or not at all. */
export function setAside(entry: JournalEntry): void {
  try {
    localStorage.setItem(ASIDE + entry.key, JSON.stringify(entry));
  } catch {
    // Full or forbidden: there is no third place.
  }
}

async function takeIn(): Promise<void> {
  for (const name of Object.keys(localStorage).filter((key) => key.startsWith(ASIDE))) {
    const entry = parse(localStorage.getItem(name) ?? '') as JournalEntry | undefined;
    if (entry?.fields) await changeJournal(entry, []);
    else localStorage.removeItem(name);
  }
}

/** Removes an entry and those it covers: the server has the text, or an editor deleted it. */
export async function forget(entry: JournalEntry): Promise<void> {
  await changeJournal(undefined, keysOf(entry));
}

let opened: Promise<IDBPDatabase<JournalSchema>> | undefined;

/** The database, made by the first who needs it. */
export function openJournal(): Promise<IDBPDatabase<JournalSchema>> {
  const forgetIt = () => {
    opened = undefined;
  };
  opened ??= openDB<JournalSchema>('rampa', 1, {
    upgrade: (db) => void db.createObjectStore('unsaved', { keyPath: 'key' }),
    terminated: forgetIt,
  });
  // The next who needs it tries again.
  opened.catch(forgetIt);
  return opened;
}

/** Writes one entry and removes others, all or nothing; done when it is on the disk. */
export async function changeJournal(entry: JournalEntry | undefined, gone: string[]): Promise<void> {
  const tx = (await openJournal()).transaction('unsaved', 'readwrite', { durability: 'strict' });
  const writes: Promise<unknown>[] = gone.map((key) => tx.store.delete(key));
  if (entry) writes.push(tx.store.put(entry));
  // Not left to the end of the task: a page that is being closed may not reach it.
  tx.commit();
  await Promise.all([...writes, tx.done]);
  for (const key of [entry?.key, ...gone]) localStorage.removeItem(ASIDE + key);
}
