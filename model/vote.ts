import { z } from 'zod';
import { address, text, toggle } from './fields.ts';
import { record } from './journal.ts';
import { lockSetting, readSetting, saveSetting, type Versioned } from './settings.ts';
import type { Db } from './tables.ts';
import { type Store, write } from './write.ts';

export const voteSettingsSchema = z.object({
  is_voting_enabled: z.boolean(),
  voting_url: z.string(),
  title: z.string(),
  description: z.string(),
});

export const voteChangeSchema = z.object({
  title: text('Заголовок', 300).optional(),
  description: text('Описание', 5000).optional(),
  voting_url: address('Адрес голосования')
    .transform((value) => value ?? '')
    .optional(),
  is_voting_enabled: toggle('Голосование').optional(),
});

export type VoteSettings = z.output<typeof voteSettingsSchema>;
type VoteChange = z.output<typeof voteChangeSchema>;

const defaults: VoteSettings = {
  is_voting_enabled: false,
  voting_url: '',
  title: 'Голосование',
  description: 'Поддержите исполнителя, который понравился вам больше всех.',
};

export function readVoteSettings(db: Db): Promise<Versioned<VoteSettings>> {
  return readSetting(db, 'vote', defaults);
}

/** Saves the settings; fields left out keep their value. 412 when the stored version is none of `expected`. */
export function saveVoteSettings(
  store: Store,
  change: VoteChange,
  by: string,
  expected?: number[],
): Promise<Versioned<VoteSettings>> {
  const save = async (tx: Db) => {
    const { value, version } = await lockSetting(tx, 'vote', defaults);
    const saved = await saveSetting(tx, 'vote', { ...value, ...change }, version, expected);
    await record(tx, { who: by, action: 'vote.update', subject: '', title: switched(value, saved.value) });
    return saved;
  };
  return write(store, save, () => ({ topic: 'vote-settings' }));
}

/** Voting is open only when it is switched on and has an address to go to. */
export function isVotingOpen(settings: VoteSettings): boolean {
  return settings.is_voting_enabled && settings.voting_url !== '';
}

function switched(before: VoteSettings, now: VoteSettings): string {
  if (before.is_voting_enabled === now.is_voting_enabled) return '';
  return now.is_voting_enabled ? 'Голосование включено' : 'Голосование выключено';
}
