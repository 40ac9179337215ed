import type { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { invalid, ModelError } from '../../errors.ts';
import type { Action } from '../../resources.ts';
import { type AuditRecord, type Change, requireEntry } from '../audit-log.ts';
import { isSame } from '../compare.ts';
import type { Store } from '../store.ts';
import type { Versioned } from './define.ts';
import { readSiteText, saveSiteText } from './site-text.ts';
import { readVoteSettings, saveVoteSettings, voteChangeSchema } from './vote.ts';
import { readWatchSettings, saveWatchSettings, watchChangeSchema } from './watch/watch.ts';

type Values = Record<string, unknown>;

interface Save {
  now: Values; // All of them
  former: Values; // Values replaced by the change
  playerHosts: string[];
  store: Store;
  by: string;
  expected: number[];
}

interface Setting {
  read: (db: Db) => Promise<Versioned<Values>>;
  save: (change: Save) => Promise<Versioned<unknown>>;
}

const SETTINGS: Partial<Record<Action, Setting>> = {
  'watch.update': {
    read: readWatchSettings,
    save: ({ store, by, expected, now, former, playerHosts }) =>
      saveWatchSettings(store, watchChange(now, former), playerHosts, by, expected),
  },
  'vote.update': {
    read: readVote,
    save: ({ store, by, expected, now, former }) => saveVoteSettings(store, voteChange(now, former), by, expected),
  },
  'site-text.update': {
    read: readSiteText,
    save: ({ store, by, expected, former }) => saveSiteText(store, former, by, expected),
  },
};

/** Marks the entries whose values are still unchanged. */
export async function markRevertible<T extends AuditRecord>(
  db: Db,
  entries: T[],
): Promise<(T & { canRevert?: true })[]> {
  const read = new Map<string, Promise<Versioned<Values>>>();
  const mark = async (entry: T) => {
    const setting = SETTINGS[entry.action];
    if (!setting || !isWhole(entry)) return entry;
    const reading = read.get(entry.action) ?? setting.read(db);
    read.set(entry.action, reading);
    const { value: now } = await reading;
    return isUnchanged(entry.changes, now) ? { ...entry, canRevert: true as const } : entry;
  };
  return Promise.all(entries.map(mark));
}

/** Restores the values from before an audit log entry; returns the new entry's id. 400 when they are no longer valid; 404; 409 without such values or when one has changed since. */
export async function revertSettings(
  store: Store,
  id: number,
  by: string,
  playerHosts: string[],
): Promise<number | undefined> {
  const entry = await requireEntry(store.db, id);
  const setting = SETTINGS[entry.action];
  if (!setting || !isWhole(entry))
    throw new ModelError(409, 'not_revertible', 'Вернуть нельзя: журнал не хранит, как было до этого изменения.');
  const { value: now, version } = await setting.read(store.db);
  if (!isUnchanged(entry.changes, now)) {
    const message = 'Вернуть нельзя: с тех пор это изменили ещё раз. Посмотрите более новые записи журнала.';
    throw new ModelError(409, 'changed_since', message);
  }
  const former = Object.fromEntries(entry.changes.map(({ field, before }) => [field, before]));
  return (await setting.save({ now, former, playerHosts, store, by, expected: [version] })).entryId;
}

function isWhole<T extends AuditRecord>(entry: T): entry is T & { changes: Change[] } {
  const { changes = [] } = entry;
  return changes.length > 0 && !changes.some(({ isCut }) => isCut);
}

function isUnchanged(changes: Change[], now: Values): boolean {
  return changes.every(({ field, after }) => isSame(Object.hasOwn(now, field) ? now[field] : null, after));
}

/** Includes `is_held`, the stored form of `vote_state`. */
async function readVote(db: Db): Promise<Versioned<Values>> {
  const { value, version } = await readVoteSettings(db);
  return { value: { ...value, is_held: value.vote_state !== 'not_held' }, version };
}

/** Adds the over flag: without it, switching off after the start implies over. */
function watchChange({ title, description, is_stream_over }: Values, former: Values) {
  return parsed(watchChangeSchema, { title, description, is_stream_over, ...former });
}

function voteChange({ is_voting_over }: Values, { is_held, ...fields }: Values) {
  const state = is_held === undefined ? {} : { vote_state: is_held ? 'closed' : 'not_held' };
  return parsed(voteChangeSchema, { is_voting_over, ...fields, ...state });
}

function parsed<T>(schema: z.ZodType<T>, fields: object): T {
  const { data, error } = schema.safeParse(fields);
  if (data) return data;
  const [issue] = error?.issues ?? [];
  throw invalid(String(issue?.path[0] ?? ''), issue?.message ?? 'Вернуть нельзя: прежнее значение больше не подходит.');
}
