import { z } from 'zod';
import type { Db } from '../db/tables.ts';
import { invalid, notFound } from '../errors.ts';
import type { Action } from '../resources.ts';
import { isSame } from './compare.ts';

/** A field with its value before and after; null for no value. */
export const changeSchema = z.object({
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  isCut: z.literal(true).optional().describe('The values were truncated'),
});

export type Change = z.output<typeof changeSchema>;

interface Entry {
  who: string | null; // username; null is the server itself or its CLI
  action: Action;
  subject: string; // identifier in the API: slug, username or image name; empty for singletons
  title?: string; // readable name at that time; empty when `subject` suffices
}

/** Actions whose entries hold changes: the panel names the fields of each, in `app/routes/admin/audit-log/words.ts`. */
export type ChangeAction =
  | `${'watch' | 'vote' | 'site-text' | 'partner' | 'show' | 'contestant' | 'redirect' | 'edition'}.update`
  | `contestant.${'withdraw' | 'return'}`
  | `urgent.${'show' | 'remove'}`
  | `results.${'confirm' | 'correct'}`;

type AuditEntry = Entry & ({ changes?: undefined } | { action: ChangeAction; changes: Change[] });

export interface AuditRecord extends Required<Entry> {
  id: number;
  at: string;
  changes?: Change[];
}

interface AuditFilter {
  kinds?: string[] | undefined; // Resources whose actions are listed; default: all
  who?: string | undefined; // Username; '' is the server itself
}

const MAX_CHANGES = 100_000; // characters of JSON: two texts of full length fit
const CUT_TO = 200;
const CUT_FIELDS = 50;

/** Appends to the audit log and returns the id. Call in the transaction of the change: both commit or neither. */
export async function record(tx: Db, { who, action, subject, title = '', changes }: AuditEntry): Promise<number> {
  const entry = { at: new Date().toISOString(), who, action, subject, title };
  const { id } = await tx
    .insertInto('journal')
    .values({ ...entry, changes: changes ? boundedJson(changes) : null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Fields that differ, in their order. */
export function changesBetween(before: object, after: object): Change[] {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({ field, before: old.get(field) ?? null, after: now.get(field) ?? null }))
    .filter((change) => !isSame(change.before, change.after));
}

/** Whether writing `columns` to `row` would change it. */
export function wouldChange(row: object, columns: object): boolean {
  const old = new Map(Object.entries(row));
  return Object.entries(columns).some(([name, value]) => !isSame(old.get(name), value));
}

/** Newest first; `next` is the cursor of older entries. 400 for a malformed cursor. */
export async function listAuditLog(
  db: Db,
  { limit, after, kinds, who }: { limit: number; after?: string | undefined } & AuditFilter,
): Promise<{ entries: AuditRecord[]; next?: string }> {
  let query = db.selectFrom('journal').selectAll().orderBy('id', 'desc');
  if (after !== undefined) query = query.where('id', '<', readCursor(after));
  if (kinds) query = query.where((of) => of.or(kinds.map((kind) => of('action', 'like', `${kind}.%`))));
  if (who !== undefined) query = who === '' ? query.where('who', 'is', null) : query.where('who', '=', who);
  const rows = await query.limit(limit + 1).execute();
  const entries = rows.slice(0, limit).map(toRecord);
  const last = entries.at(-1);
  return { entries, ...(last && rows.length > limit && { next: String(last.id) }) };
}

/** 404. */
export async function requireEntry(db: Db, id: number): Promise<AuditRecord> {
  const row = await db.selectFrom('journal').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('Такой записи в журнале нет.');
  return toRecord(row);
}

/** Usernames in the audit log, alphabetical, former administrators included. */
export async function listActors(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('journal').select('who').distinct().where('who', 'is not', null).execute();
  return rows.flatMap(({ who }) => who ?? []).sort((one, other) => one.localeCompare(other, 'ru'));
}

interface Row extends Omit<AuditRecord, 'action' | 'changes'> {
  action: string;
  changes: string | null;
}

function toRecord({ action, changes, ...row }: Row): AuditRecord {
  return { ...row, action: action as Action, ...(changes !== null && { changes: JSON.parse(changes) }) };
}

function boundedJson(changes: Change[]): string {
  const whole = JSON.stringify(changes);
  if (whole.length <= MAX_CHANGES) return whole;
  const cut = changes.slice(0, CUT_FIELDS).map(({ field, before, after }) => ({
    field,
    before: cutValue(before),
    after: cutValue(after),
    isCut: true as const,
  }));
  return JSON.stringify(cut);
}

function cutValue(value: unknown): unknown {
  if (typeof value === 'object') return null;
  return typeof value === 'string' && value.length > CUT_TO ? `${value.slice(0, CUT_TO).toWellFormed()}…` : value;
}

function readCursor(cursor: string): number {
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw invalid('after', 'Такого места в журнале нет. Начните с первой страницы.');
}
