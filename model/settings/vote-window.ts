/** Pure: shared by the server, the panel and open pages. */

import { isOverAt } from './over.ts';

export const voteStates = ['open', 'upcoming', 'closed', 'not_held'] as const;
export type VoteState = (typeof voteStates)[number];

interface Hours {
  opens_at: string | null;
  closes_at: string | null;
}

interface Shown extends Hours {
  vote_state: VoteState;
  is_voting_over: boolean;
}

interface Rule extends Hours {
  is_voting_enabled: boolean;
  voting_url: string;
  is_held: boolean;
}

/** State at `now` (ms). The opening moment is inclusive, the closing one exclusive. */
export function voteStateAt(
  { is_held, is_voting_enabled, voting_url, opens_at, closes_at }: Rule,
  now: number,
): VoteState {
  if (!is_held) return 'not_held';
  if (!is_voting_enabled || voting_url === '') return 'closed';
  if (closes_at !== null && now >= Date.parse(closes_at)) return 'closed';
  return opens_at !== null && now < Date.parse(opens_at) ? 'upcoming' : 'open';
}

/** True when the stored flag is set or the window has passed. */
export function isVoteOver({ vote_state, is_voting_over, closes_at }: Shown, now: number): boolean {
  return vote_state === 'closed' && isOverAt({ isOver: is_voting_over, endsAt: closes_at }, now);
}

/** True when visitors must not learn the address: not open, and with a window or not held. */
export function addressIsHidden({ opens_at, closes_at, vote_state }: Shown): boolean {
  if (vote_state === 'open') return false;
  return vote_state === 'not_held' || opens_at !== null || closes_at !== null;
}

/** Scheduled changes (ms): opening, end of the spread opening, closing. */
export function voteMoments({ opens_at, closes_at, spread_seconds }: Hours & { spread_seconds: number }): number[] {
  const opening = opens_at === null ? [] : [Date.parse(opens_at), Date.parse(opens_at) + spread_seconds * 1000];
  return closes_at === null ? opening : [...opening, Date.parse(closes_at)];
}

/** When (ms, server's clock) a page with random `lot` (0 to 1) shows the button: jitter against a rush. */
export function ownOpening(
  { opens_at, spread_seconds }: Pick<Hours, 'opens_at'> & { spread_seconds: number },
  lot: number,
): number {
  return opens_at === null ? 0 : Date.parse(opens_at) + lot * spread_seconds * 1000;
}
