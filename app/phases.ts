import type { VoteSettings } from '../model/settings/vote.ts';
import type { WatchSettings } from '../model/settings/watch/watch.ts';
import type { readWinner } from './winner.server.ts';

export type StreamPhase = 'before' | 'live' | 'over';
export type VotePhase = Exclude<VoteSettings['vote_state'], 'closed'> | 'before' | 'over';

/** Settings that pages need; live events have the same fields. */
type StreamState = Pick<WatchSettings, 'is_stream_enabled' | 'is_stream_over' | 'starts_at' | 'recording_url'>;
export type VoteState = Pick<VoteSettings, 'vote_state' | 'is_voting_over' | 'opens_at' | 'closes_at'>;

export type Winner = NonNullable<Awaited<ReturnType<typeof readWinner>>>;

export function streamPhase({ is_stream_enabled, is_stream_over }: StreamState): StreamPhase {
  if (is_stream_enabled) return 'live';
  return is_stream_over ? 'over' : 'before';
}

/** With a known winner a closed vote is over. */
export function votePhase({ vote_state, is_voting_over }: VoteState, winner: Winner | null): VotePhase {
  if (vote_state !== 'closed') return vote_state;
  return is_voting_over || winner ? 'over' : 'before';
}

/** `recording_url` is null until the end. */
export function toStreamState({
  is_stream_enabled,
  is_stream_over,
  starts_at,
  recording_url,
}: StreamState): StreamState {
  return { is_stream_enabled, is_stream_over, starts_at, recording_url: is_stream_over ? recording_url : null };
}

export function toVoteState({ vote_state, is_voting_over, opens_at, closes_at }: VoteState): VoteState {
  return { vote_state, is_voting_over, opens_at, closes_at };
}
