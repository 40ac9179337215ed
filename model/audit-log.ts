import type { Db } from '../db/tables.ts';
import { invalid } from '../errors.ts';

/** Stable words for what can happen; programs and the panel rely on them. */
export type JournalAction =
  | 'article.create'
  | 'article.update'
  | 'article.publish'
  | 'article.unpublish'
  | 'article.schedule'
  | 'article.delete'
  | 'article.restore'
  | 'article.erase'
  | 'article.preview'
  | 'group.create'
  | 'group.update'
  | 'group.delete'
  | 'watch.update'
  | 'vote.update'
  | 'site-text.update'
  | 'admin.create'
  | 'admin.delete'
  | 'admin.password'
  | 'admin.link'
  | 'admin.totp-on'
  | 'admin.totp-off'
  | 'admin.totp-reset'
  | 'admin.recovery-code'
  | 'session.login'
  | 'session.link'
  | 'session.revoke'
  | 'image.upload'
  | 'image.update'
  | 'image.delete';

export interface JournalEntry {
  /** Username; null is the server itself: its start or its command line. */
  who: string | null;
  action: JournalAction;
  /** What it happened to, as the API names it: a slug, a username, the name of a picture; empty where there is only one such thing. */
  subject: string;
  /** The same for a person's eyes, as it was called at that moment; empty when `subject` says it all. */
  title?: string;
}

export interface JournalRecord extends Required<JournalEntry> {
  id: number;
  /** ISO 8601, UTC. */
  at: string;
}

/** Writes down who did what, inside the transaction of the change itself: both are kept or neither. */
export async function record(tx: Db, { who, action, subject, title = '' }: JournalEntry): Promise<void> {
  await tx.insertInto('journal').values({ at: new Date().toISOString(), who, action, subject, title }).execute();
}

/** The newest entries first, at most `limit` of them; `next` is the cursor of the older ones. */
export async function listJournal(
  db: Db,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<{ entries: JournalRecord[]; next?: string }> {
  let query = db.selectFrom('journal').selectAll().orderBy('id', 'desc');
  if (after !== undefined) query = query.where('id', '<', readCursor(after));
  const rows = await query.limit(limit + 1).execute();
  const entries = rows.slice(0, limit).map((row) => ({ ...row, action: row.action as JournalAction }));
  const last = entries.at(-1);
  return { entries, ...(last && rows.length > limit && { next: String(last.id) }) };
}

function readCursor(cursor: string): number {
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw invalid('after', 'Такого места в журнале нет: возьмите адрес следующей страницы из заголовка Link.');
}
