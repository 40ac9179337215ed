import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { invalid } from '../../errors.ts';
import { address, line, moment, text, toggle } from '../fields.ts';
import type { Store } from '../store.ts';
import { changeSetting, lockSetting, readSetting, saveSetting, type Versioned } from './define.ts';
import { overAfter } from './over.ts';
import { addressIsHidden, isVoteOver, voteStateAt, voteStates } from './vote-window.ts';

export const voteSettingsSchema = z.object({
  is_voting_enabled: z.boolean(),
  voting_url: z.string().describe('Empty for visitors while a set window is not open'),
  title: z.string(),
  description: z.string(),
  opens_at: z.string().nullable().describe('ISO 8601 UTC; null: as soon as voting is enabled'),
  closes_at: z.string().nullable().describe('ISO 8601 UTC; null: until voting is disabled'),
  spread_seconds: z
    .number()
    .describe('Seconds after `opens_at` over which open pages show the button, each at a random time'),
  vote_state: z.enum(voteStates).describe('State that the settings result in now'),
  is_voting_over: z.boolean().describe('For a closed vote: true if it has ended, false if it has not begun'),
});

const MAX_SPREAD = 300; // s; more would be unfair to the last viewers

export const voteChangeSchema = z.object({
  title: line('Заголовок', 300).optional(),
  description: text('Описание', 5000).optional(),
  voting_url: address('Адрес голосования')
    .transform((value) => value ?? '')
    .optional(),
  is_voting_enabled: toggle('Голосование').optional(),
  opens_at: moment('Начало голосования').optional(),
  closes_at: moment('Конец голосования').optional(),
  spread_seconds: z
    .number({ error: 'Постепенный показ кнопки: нужно целое число секунд.' })
    .int('Постепенный показ кнопки: нужно целое число секунд.')
    .min(0, 'Постепенный показ кнопки: не меньше 0 секунд.')
    .max(MAX_SPREAD, `Постепенный показ кнопки: не больше ${MAX_SPREAD} секунд.`)
    .optional(),
  is_voting_over: toggle('Голосование завершено')
    .optional()
    .describe('Absent when the vote is switched off: over if it was open'),
  vote_state: z
    .enum(voteStates, 'Состояние голосования: выберите, проводится оно или нет.')
    .nullable()
    .optional()
    .describe('`not_held`: there is no voting; anything else: switch and window decide'),
});

export type VoteSettings = z.output<typeof voteSettingsSchema>;
type Stored = Omit<VoteSettings, 'vote_state'> & { is_held: boolean };

const defaults: Stored = {
  is_voting_enabled: false,
  voting_url: '',
  title: 'Голосование',
  description: 'Поддержите исполнителя, который понравился вам больше всех.',
  opens_at: null,
  closes_at: null,
  spread_seconds: 0,
  is_voting_over: false,
  is_held: true,
};
/** ISO 8601 UTC: last opening by a change. Not part of the settings, which are logged and reverted. */
const OPENED = { name: 'vote-opened', defaults: { at: '' } } as const;
const VOTE = { name: 'vote', defaults, topic: 'vote-settings' } as const;

/** Stored settings with the state at `now` (ms), for the panel. */
export async function readVoteSettings(db: Db, now = Date.now()): Promise<Versioned<VoteSettings>> {
  return shown(await readSetting(db, 'vote', defaults), now);
}

/** Settings for visitors: outside opening hours the address is empty, when there is a window or no voting is held. */
export function publicVoteSettings(settings: VoteSettings): VoteSettings {
  return addressIsHidden(settings) ? { ...settings, voting_url: '' } : settings;
}

/** Loaded settings with the state at `now` (ms). */
export function voteSettingsAt(settings: VoteSettings, now: number): VoteSettings {
  const vote_state = voteStateAt({ ...settings, is_held: settings.vote_state !== 'not_held' }, now);
  return { ...settings, vote_state, is_voting_over: isVoteOver({ ...settings, vote_state }, now) };
}

/** Whether a board complete since `at` (ISO 8601 UTC) ends the vote on pages: not a vote opened later. */
export async function endsVote(db: Db, at: string): Promise<boolean> {
  const opened = await readSetting(db, OPENED.name, OPENED.defaults);
  const { opens_at } = (await readSetting(db, 'vote', defaults)).value;
  return opened.value.at < at && (opens_at ?? '') < at;
}

export function isVotingOpen({ vote_state }: VoteSettings): boolean {
  return vote_state === 'open';
}

/** Omitted fields keep their value. 400 when closing precedes opening, 412. */
export async function saveVoteSettings(
  store: Store,
  { vote_state, is_voting_over: given, ...change }: z.output<typeof voteChangeSchema>,
  by: string,
  expected?: number[],
): Promise<Versioned<VoteSettings>> {
  const saved = await changeSetting(store, VOTE, { by, expected }, async (before, tx) => {
    const is_held = vote_state === undefined ? before.is_held : vote_state !== 'not_held';
    const value = { ...before, ...change, is_held };
    const { opens_at, closes_at } = value;
    if (opens_at && closes_at && closes_at <= opens_at)
      throw invalid('closes_at', 'Конец голосования: должен быть позже начала.');
    value.is_voting_over = overAfter(courseOf(before), courseOf(value), given);
    // Undo and revert pass the over flag and restore the former state.
    if (given === undefined && courseOf(value).isOpen && !courseOf(before).isOpen) {
      const { version } = await lockSetting<{ at: string }>(tx, OPENED.name, OPENED.defaults);
      await saveSetting(tx, OPENED.name, { at: new Date().toISOString() }, version);
    }
    return { value, action: 'vote.update', title: switchTitle(before, value) };
  });
  return shown(saved, Date.now());
}

function shown({ value, ...rest }: Versioned<Stored>, now: number): Versioned<VoteSettings> {
  const { is_held, ...settings } = value;
  return { ...rest, value: voteSettingsAt({ ...settings, vote_state: is_held ? 'closed' : 'not_held' }, now) };
}

function courseOf(stored: Stored) {
  const { is_voting_enabled, is_voting_over, opens_at, closes_at } = stored;
  const isOpen = voteStateAt(stored, Date.now()) === 'open';
  return { isOn: is_voting_enabled, isOver: is_voting_over, startsAt: opens_at, endsAt: closes_at, isOpen };
}

function switchTitle(before: Stored, now: Stored): string {
  if (before.is_held !== now.is_held) return now.is_held ? 'Голосование проводится' : 'Голосование не проводится';
  if (before.is_voting_enabled === now.is_voting_enabled) return '';
  return now.is_voting_enabled ? 'Голосование включено' : 'Голосование выключено';
}
