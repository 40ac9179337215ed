import type { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { invalid, ModelError } from '../../errors.ts';
import { type Change, isSameValue, type JournalRecord, requireEntry } from '../audit-log.ts';
import type { Store } from '../store.ts';
import type { Versioned } from './define.ts';
import { readSiteText, saveSiteText } from './site-text.ts';
import { readVoteSettings, saveVoteSettings, voteChangeSchema } from './vote.ts';
import { readWatchSettings, saveWatchSettings, watchChangeSchema } from './watch/watch.ts';

type Values = Record<string, unknown>;

interface Save {
  store: Store;
  /** All values now, and those from before the change. */
  now: Values;
  former: Values;
  by: string;
  expected: number[];
  playerHosts: string[];
}

interface Setting {
  read: (db: Db) => Promise<Versioned<Values>>;
  save: (change: Save) => Promise<Versioned<unknown>>;
}

const SETTINGS = new Map<string, Setting>([
  ['watch.update', { read: readWatchSettings, save: saveWatch }],
  ['vote.update', { read: readVote, save: saveVote }],
  ['site-text.update', { read: readSiteText, save: saveTexts }],
]);

/** Marks the entries that `revertSettings` would take: whose values nothing has changed since. */
export async function markRevertible<T extends JournalRecord>(
  db: Db,
  entries: T[],
): Promise<(T & { canRevert?: true })[]> {
  const actions = new Set(entries.filter(isWhole).map(({ action }) => action));
  const now = new Map<string, Values>();
  for (const [action, { read }] of SETTINGS)
    if (actions.has(action as T['action'])) now.set(action, (await read(db)).value);
  return entries.map((entry) => {
    const values = now.get(entry.action);
    return values && isWhole(entry) && stands(entry.changes, values) ? { ...entry, canRevert: true as const } : entry;
  });
}

/**
 * Saves the values from before an entry of the audit log; gives the id of the new entry, which can be reverted too.
 * 404, 409 when the entry holds no such values or one has changed since, otherwise refused as a save is.
 */
export async function revertSettings(
  store: Store,
  id: number,
  by: string,
  playerHosts: string[],
): Promise<number | undefined> {
  const entry = await requireEntry(store.db, id);
  const setting = SETTINGS.get(entry.action);
  if (!setting || !isWhole(entry))
    throw new ModelError(409, 'not_revertible', 'Вернуть нельзя: журнал не хранит, как было до этого изменения.');
  const { value: now, version } = await setting.read(store.db);
  if (!stands(entry.changes, now)) {
    const message = 'Вернуть нельзя: с тех пор это изменили ещё раз. Посмотрите более новые записи журнала.';
    throw new ModelError(409, 'changed_since', message);
  }
  const former = Object.fromEntries(entry.changes.map(({ field, before }) => [field, before]));
  return (await setting.save({ store, now, former, by, expected: [version], playerHosts })).entryId;
}

function isWhole<T extends JournalRecord>(entry: T): entry is T & { changes: Change[] } {
  const { action, changes = [] } = entry;
  return SETTINGS.has(action) && changes.length > 0 && !changes.some(({ isCut }) => isCut);
}

function stands(changes: Change[], now: Values): boolean {
  return changes.every(({ field, after }) => isSameValue(Object.hasOwn(now, field) ? now[field] : null, after));
}

/** With `is_held`, which is stored in place of `vote_state`. */
async function readVote(db: Db): Promise<Versioned<Values>> {
  const { value, version } = await readVoteSettings(db);
  return { value: { ...value, is_held: value.vote_state !== 'not_held' }, version };
}

/** Sends the over flag as well: without it, switching off after the start implies over. */
function saveWatch({ store, now: { title, description, is_stream_over }, former, by, expected, playerHosts }: Save) {
  const change = parsed(watchChangeSchema, { title, description, is_stream_over, ...former });
  return saveWatchSettings(store, change, playerHosts, by, expected);
}

function saveVote({ store, now: { is_voting_over }, former: { is_held, ...fields }, by, expected }: Save) {
  const state = is_held === undefined ? {} : { vote_state: is_held ? 'closed' : 'not_held' };
  return saveVoteSettings(store, parsed(voteChangeSchema, { is_voting_over, ...fields, ...state }), by, expected);
}

function saveTexts({ store, former, by, expected }: Save) {
  return saveSiteText(store, former, by, expected);
}

function parsed<T>(schema: z.ZodType<T>, fields: object): T {
  const { data, error } = schema.safeParse(fields);
  if (data) return data;
  const [issue] = error?.issues ?? [];
  throw invalid(String(issue?.path[0] ?? ''), issue?.message ?? 'Вернуть нельзя: прежнее значение больше не подходит.');
}
