import type { VoteSettings } from '../../../../model/settings/vote.ts';
import { type VoteState, voteStateAt } from '../../../../model/settings/vote-window.ts';
import { momentText } from '../../../ui/admin/fields/moment.tsx';
import { hostOf } from '../../../ui/admin/fields/web-address.ts';

/** Null is '' in the form. */
export type Fields = { [Name in keyof VoteSettings]: NonNullable<VoteSettings[Name]> };

/** `is_held`: stored instead of `vote_state`. */
export const NAMES: Record<keyof Fields | 'is_held', string> = {
  title: 'Заголовок',
  description: 'Описание',
  voting_url: 'Адрес голосования',
  is_voting_enabled: 'Голосование',
  opens_at: 'Начало',
  closes_at: 'Конец',
  spread_seconds: 'Постепенный показ кнопки, секунд',
  vote_state: 'Проведение',
  is_held: 'Голосование проводится',
};

export function stateOf(settings: Fields): VoteState {
  const { opens_at, closes_at, vote_state } = settings;
  const hours = { opens_at: opens_at || null, closes_at: closes_at || null, is_held: vote_state !== 'not_held' };
  return voteStateAt({ ...settings, voting_url: settings.voting_url.trim(), ...hours }, Date.now());
}

/** What visitors see: «Сейчас посетители видят …». */
export function shown(settings: Fields, zone: string): string {
  const { opens_at, closes_at } = settings;
  const isOver = closes_at !== '' && Date.parse(closes_at) <= Date.now();
  switch (stateOf(settings)) {
    case 'open':
      return `кнопку, которая ведёт на ${hostOf(settings.voting_url)}${closes_at && `, до ${momentText(closes_at, zone)}`}.`;
    case 'upcoming':
      return `отсчёт до начала голосования: ${momentText(opens_at, zone)}.`;
    case 'not_held':
      return 'сообщение, что голосование не проводится.';
    default:
      if (settings.is_voting_enabled && settings.voting_url.trim() === '')
        return 'сообщение, что голосование закрыто: переключатель включён, но адрес не указан.';
      return isOver && settings.is_voting_enabled
        ? 'сообщение, что голосование закрыто: его время прошло.'
        : 'сообщение, что голосование закрыто.';
  }
}
