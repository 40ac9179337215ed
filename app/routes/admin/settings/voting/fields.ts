import type { Poll } from '../../../../../http/live/state.ts';
import { isAhead, isOverAt, overAfter } from '../../../../../model/settings/over.ts';
import type { VoteSettings } from '../../../../../model/settings/vote.ts';
import { type VoteState, voteStateAt } from '../../../../../model/settings/vote-window.ts';
import { momentText } from '../../../../ui/admin/fields/moment.tsx';
import { completeAddress, hostOf } from '../../../../ui/admin/fields/web-address.ts';
import type { StoredFormState } from '../../../../ui/admin/form/use-stored-form.ts';
import { useGet } from '../../../../ui/admin/queries.ts';
import type { Switched } from '../../../../ui/admin/switched.tsx';

export type Fields = { [Name in keyof VoteSettings]: NonNullable<VoteSettings[Name]> };

export type VoteForm = StoredFormState<Fields>;

/** `is_held`: stored instead of `vote_state`. */
export const NAMES: Record<keyof Fields | 'is_held', string> = {
  title: 'Заголовок',
  description: 'Описание',
  voting_url: 'Адрес голосования',
  is_voting_enabled: 'Голосование',
  is_voting_over: 'Голосование завершено',
  opens_at: 'Начало',
  closes_at: 'Конец',
  spread_seconds: 'Постепенный показ кнопки, секунд',
  vote_state: 'Проведение',
  is_held: 'Голосование проводится',
};

const STATES: Record<VoteState, string> = {
  open: 'Открыто',
  upcoming: 'Откроется само',
  closed: 'Закрыто',
  not_held: 'Не проводится',
};

/** `isEnded`: by the board, though it is open. */
export function stateWord(state: VoteState, isEnded: boolean): string {
  return state === 'open' && isEnded ? 'Завершено' : STATES[state];
}

export function stateOf(settings: Fields): VoteState {
  const { opens_at, closes_at, vote_state } = settings;
  const hours = { opens_at: opens_at || null, closes_at: closes_at || null, is_held: vote_state !== 'not_held' };
  return voteStateAt({ ...settings, voting_url: settings.voting_url.trim(), ...hours }, Date.now());
}

/** Hours to change so that the vote is open at `now` (ms): a start still ahead, an end that has passed. */
export function hoursOpenAt(settings: Fields, now: number): { opens_at?: string; closes_at?: null } {
  const { startsAt, endsAt } = courseOf(settings);
  return {
    ...(isAhead({ startsAt }, now) && { opens_at: new Date(now).toISOString() }),
    ...(endsAt && isOverAt({ isOver: false, endsAt }, now) && { closes_at: null }),
  };
}

export const PATH = '/vote-settings';

/** The switch of the vote; a complete board ends it for visitors. */
export function useVote(): Switched<Fields> {
  const { data } = useGet<Poll>('/live?poll', { isFollowed: true });
  const isEnded = data?.results?.ends_vote === true;
  return {
    ...VOTE,
    isOn: (settings) => VOTE.isOn(settings) && !isEnded,
    shown: (stored, settings, zone) => shown(stored, settings, zone, isEnded),
  };
}

const VOTE: Switched<Fields> = {
  path: PATH,
  field: 'is_voting_enabled',
  over: 'is_voting_over',
  courseOf,
  isOn: (settings) => stateOf(settings) === 'open',
  shown,
};

/** What visitors see with `settings`, once saved over `stored`: «Сейчас посетители видят …». '' while the address is wrong. `isEnded`: the complete board has ended the vote. */
export function shown(stored: Fields, settings: Fields, zone: string, isEnded = false): string {
  const { opens_at, closes_at } = settings;
  const next = courseOf(settings);
  const isOver = overAfter(courseOf(stored), next, settings.is_voting_over);
  const address = completeAddress(settings.voting_url);
  switch (stateOf(settings)) {
    case 'open':
      if (isEnded && stateOf(stored) === 'open') return ENDED;
      if (!/^https?:/.test(address) || !URL.canParse(address)) return '';
      return `кнопку, которая ведёт на ${hostOf(address)}${closes_at && `, до ${momentText(closes_at, zone)}`}.`;
    case 'upcoming':
      return `отсчёт до начала голосования: ${momentText(opens_at, zone)}.`;
    case 'not_held':
      return 'сообщение, что голосование не проводится.';
    default:
      if (isOverAt({ ...next, isOver })) return 'сообщение, что голосование завершено.';
      return settings.is_voting_enabled
        ? 'сообщение, что голосование ещё не открыто: переключатель включён, но адрес не указан.'
        : 'сообщение, что голосование ещё не открыто.';
  }
}

const ENDED =
  'сообщение, что голосование завершено: табло открыто до конца. Чтобы продолжить голосование, закройте его и откройте снова.';

function courseOf(settings: Fields) {
  const { is_voting_enabled: isOn, is_voting_over: isOver, opens_at, closes_at } = settings;
  return { isOn, isOver, startsAt: opens_at || null, endsAt: closes_at || null, isOpen: stateOf(settings) === 'open' };
}
