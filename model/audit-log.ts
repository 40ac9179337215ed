import type { Db } from '../db/tables.ts';
import { invalid } from '../errors.ts';
import type { Action } from '../nouns.ts';

export interface JournalEntry {
  who: string | null; // username; null is the server itself or its CLI
  action: Action;
  subject: string; // identifier in the API: slug, username or image name; empty for singletons
  title?: string; // readable name at that moment; empty when `subject` suffices
}

export interface JournalRecord extends Required<JournalEntry> {
  id: number;
  at: string;
}

/** Appends to the audit log; call it in the transaction of the change, so that both commit or neither. */
export async function record(tx: Db, { who, action, subject, title = '' }: JournalEntry): Promise<void> {
  await tx.insertInto('journal').values({ at: new Date().toISOString(), who, action, subject, title }).execute();
}

/** Newest first; `next` is the cursor of older entries. 400 for a malformed cursor. */
export async function listJournal(
  db: Db,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<{ entries: JournalRecord[]; next?: string }> {
  let query = db.selectFrom('journal').selectAll().orderBy('id', 'desc');
  if (after !== undefined) query = query.where('id', '<', readCursor(after));
  const rows = await query.limit(limit + 1).execute();
  const entries = rows.slice(0, limit).map((row) => ({ ...row, action: row.action as Action }));
  const last = entries.at(-1);
  return { entries, ...(last && rows.length > limit && { next: String(last.id) }) };
}

function readCursor(cursor: string): number {
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw invalid('after', 'Такого места в журнале нет: возьмите адрес следующей страницы из заголовка Link.');
}
