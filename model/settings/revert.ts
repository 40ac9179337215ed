import type { z } from 'zod';
import { invalid, ModelError } from '../../errors.ts';
import { type Change, isSameValue, type JournalRecord, requireEntry } from '../audit-log.ts';
import type { Store } from '../store.ts';
import type { Versioned } from './define.ts';
import { readSiteText, saveSiteText } from './site-text.ts';
import { readVoteSettings, saveVoteSettings, voteChangeSchema } from './vote.ts';
import { readWatchSettings, saveWatchSettings, watchChangeSchema } from './watch/watch.ts';

interface Reversal {
  store: Store;
  changes: Change[];
  /** Values before the change, by field. */
  former: Record<string, unknown>;
  by: string;
  playerHosts: string[];
}

const REVERSALS: Partial<Record<JournalRecord['action'], (reversal: Reversal) => Promise<Versioned<unknown>>>> = {
  'watch.update': revertWatch,
  'vote.update': revertVote,
  'site-text.update': revertSiteText,
};

export function canRevert({ action, changes = [] }: JournalRecord): boolean {
  return action in REVERSALS && changes.length > 0 && !changes.some(({ isCut }) => isCut);
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
  const revert = REVERSALS[entry.action];
  if (!revert || !canRevert(entry))
    throw new ModelError(409, 'not_revertible', 'Вернуть нельзя: журнал не хранит, как было до этого изменения.');
  const { changes = [] } = entry;
  const former = Object.fromEntries(changes.map(({ field, before }) => [field, before]));
  return (await revert({ store, changes, former, by, playerHosts })).entryId;
}

async function revertWatch({ store, changes, former, by, playerHosts }: Reversal): Promise<Versioned<unknown>> {
  const { value, version } = await readWatchSettings(store.db);
  assertUnchanged(value, changes);
  const { title, description } = value;
  const change = read(watchChangeSchema, { title, description, ...former });
  return saveWatchSettings(store, change, playerHosts, by, [version]);
}

async function revertVote({ store, changes, former, by }: Reversal): Promise<Versioned<unknown>> {
  const { value, version } = await readVoteSettings(store.db);
  assertUnchanged({ ...value, is_held: value.vote_state !== 'not_held' }, changes);
  const { is_held, ...fields } = former;
  const state = is_held === undefined ? {} : { vote_state: is_held ? 'closed' : 'not_held' };
  return saveVoteSettings(store, read(voteChangeSchema, { ...fields, ...state }), by, [version]);
}

async function revertSiteText({ store, changes, former, by }: Reversal): Promise<Versioned<unknown>> {
  const { value, version } = await readSiteText(store.db);
  assertUnchanged(value, changes);
  return saveSiteText(store, former, by, [version]);
}

function assertUnchanged(now: object, changes: Change[]): void {
  const current = new Map<string, unknown>(Object.entries(now));
  if (changes.every(({ field, after }) => isSameValue(current.get(field) ?? null, after))) return;
  throw new ModelError(
    409,
    'changed_since',
    'Вернуть нельзя: с тех пор это изменили ещё раз. Посмотрите более новые записи журнала.',
  );
}

function read<T>(schema: z.ZodType<T>, fields: object): T {
  const { data, error } = schema.safeParse(fields);
  if (data) return data;
  const [issue] = error?.issues ?? [];
  throw invalid(String(issue?.path[0] ?? ''), issue?.message ?? 'Вернуть нельзя: прежнее значение больше не подходит.');
}
