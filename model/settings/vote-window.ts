/** The opening hours of the vote. Pure: shared by the server, the panel and open pages. */

/** `upcoming` waits for its opening; `not_held` means that there is no voting at all. */
export const voteStates = ['open', 'upcoming', 'closed', 'not_held'] as const;
export type VoteState = (typeof voteStates)[number];

interface Hours {
  opens_at: string | null;
  closes_at: string | null;
}

interface Rule extends Hours {
  is_voting_enabled: boolean;
  voting_url: string;
  is_held: boolean;
}

/**
 * Open only when it is switched on, has an address to go to and `now` (ms) lies in its window. The opening second belongs to the window,
 * the closing one does not.
 */
export function voteStateAt(
  { is_held, is_voting_enabled, voting_url, opens_at, closes_at }: Rule,
  now: number,
): VoteState {
  if (!is_held) return 'not_held';
  if (!is_voting_enabled || voting_url === '') return 'closed';
  if (closes_at !== null && now >= Date.parse(closes_at)) return 'closed';
  return opens_at !== null && now < Date.parse(opens_at) ? 'upcoming' : 'open';
}

/** Whether visitors may not learn the address: it has a window, or there is no voting, and it is not open now. */
export function addressIsHidden({ opens_at, closes_at, vote_state }: Hours & { vote_state: VoteState }): boolean {
  if (vote_state === 'open') return false;
  return vote_state === 'not_held' || opens_at !== null || closes_at !== null;
}

/** The moments (ms) at which what visitors see changes by itself: opening, end of the spread opening, closing. */
export function voteMoments({ opens_at, closes_at, spread_seconds }: Hours & { spread_seconds: number }): number[] {
  const opening = opens_at === null ? [] : [Date.parse(opens_at), Date.parse(opens_at) + spread_seconds * 1000];
  return closes_at === null ? opening : [...opening, Date.parse(closes_at)];
}

/**
 * When (ms, server's clock) an open page that drew `lot` (0 to 1) shows the button. The draw evens out the rush: without it every
 * visitor would press in the same second.
 */
export function ownOpening(
  { opens_at, spread_seconds }: Pick<Hours, 'opens_at'> & { spread_seconds: number },
  lot: number,
): number {
  return opens_at === null ? 0 : Date.parse(opens_at) + lot * spread_seconds * 1000;
}
