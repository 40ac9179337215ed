import { isSame } from '../../../model/compare.ts';
import { type Dated, endedVote, MAX_HISTORY, stateAt, withReceived } from '../../../model/live/fold.ts';
import { isForeign, isOlder, isStale } from '../../../model/live/id.ts';
import type { Stage } from '../../../model/programme/stage.ts';
import type { ResultsEvent } from '../../../model/results/schema.ts';
import type { Urgent } from '../../../model/settings/urgent.ts';
import type { VoteSettings } from '../../../model/settings/vote.ts';
import type { PublicWatchSettings } from '../../../model/settings/watch/watch.ts';

/** Live state by the name of its event. */
export interface LiveParts {
  stage?: Stage;
  results?: ResultsEvent;
  'watch-settings'?: PublicWatchSettings;
  'vote-settings'?: VoteSettings;
  urgent?: Urgent;
}

/** An event or a poll response. */
export interface Message {
  id: string;
  /** Server's clock, in ms. */
  now?: number | undefined;
  /** Jitter of revalidation, in ms. */
  spread?: number;
  parts?: LiveParts;
  /** Id of the newest change of a list. An event about a list has only this id, which may be older than the state. */
  lists?: string;
}

/** Answer of `GET /api/live?poll`. */
export type Poll = Required<LiveParts> & { id: string; now: number; lists: string; poll_seconds: number };

export function toMessage({ id, now, lists, poll_seconds: _seconds, ...parts }: Poll): Message {
  return { id, now, lists, parts };
}

/** The received state, with the history that a delayed viewer needs. */
export interface LiveDocument {
  id?: string;
  parts: LiveParts;
  lists?: string | undefined;
  /** Presses of the results in their order, to be applied to a board. */
  presses: readonly ResultsEvent[];
  stages: readonly Dated<Stage | undefined>[];
  boards: readonly Dated<ResultsEvent | undefined>[];
  ended?: VoteSettings;
}

const UNKNOWN = { state: undefined, at: Number.NEGATIVE_INFINITY };
/** Duplicated from `live.ts`, whose import would load the site's style sheet in the control desk. */
export const NOTHING: LiveDocument = { parts: {}, presses: [], stages: [UNKNOWN], boards: [UNKNOWN] };

/** Applies a message. Older ones change nothing; a new epoch resets everything else. */
export function applyMessage(former: LiveDocument, { id, now, parts = {}, lists }: Message): LiveDocument {
  const isNewList = lists !== undefined && lists !== former.lists && !isOlder(lists, former.lists);
  const known = isNewList ? { ...former, lists } : former;
  if (isStale(id, known.id)) return known;
  const before = isForeign(id, known.id) ? { ...NOTHING, lists: known.lists } : known;
  const news = Object.entries(parts).filter(([name, part]) => !isKnown(name, part, before.parts));
  const newest = isOlder(id, before.id) ? before.id : id;
  if (news.length === 0) return newest === before.id ? before : { ...before, id: newest };
  const after = { ...before, id: newest, parts: { ...before.parts, ...Object.fromEntries(news) } };
  const { stage, results, 'vote-settings': vote } = Object.fromEntries(news) as LiveParts;
  if (vote) after.ended = endedVote(vote);
  if (stage) after.stages = withReceived(before.stages, { state: stage, at: momentOf(stage.since) });
  if (results) {
    after.boards = withBoard(before.boards, results, now ?? Number.NEGATIVE_INFINITY);
    const last = before.presses.at(-1);
    const isKnownPress =
      last?.seq === results.seq && last.show?.id === results.show?.id && last.state === results.state;
    // A repeated press may only have changed the vote: the stored one, with its step, stays.
    if (!isKnownPress)
      after.presses = [...before.presses.filter(({ seq }) => seq < results.seq), results].slice(-MAX_HISTORY);
  }
  return after;
}

/** State at a viewer's moment (epoch ms). Settings and urgent messages are always the present ones, but a complete board ends the vote. */
export function partsAt({ parts, stages, boards, ended }: LiveDocument, moment: number): LiveParts {
  const [stage, results] = [stateAt(stages, moment), stateAt(boards, moment)];
  const { stage: _stage, results: _results, ...settings } = parts;
  if (results?.ends_vote && ended) settings['vote-settings'] = ended;
  return { ...settings, ...(stage && { stage }), ...(results && { results }) };
}

/** Adds a board with the moment from which it applies: a known one keeps its own, others get that of the newest step of any show, as `outcome` covers all. An undo removes its step at once. */
function withBoard(known: LiveDocument['boards'], received: ResultsEvent, now: number): LiveDocument['boards'] {
  const { target, left, show, step, at } = received;
  if (step) return withReceived(known, { state: received, at: momentOf(at) });
  const same = known.findLast(
    (each) => each.state?.show?.id === show?.id && each.state?.revealed === received.revealed,
  );
  const isLeft = (each: Dated<ResultsEvent | undefined>) =>
    each !== same && !(left !== undefined && each.state?.show?.id === target && (each.state?.revealed ?? 0) > left);
  return [...known.filter(isLeft), { state: received, at: same?.at ?? (at ? momentOf(at) : now) }].slice(-MAX_HISTORY);
}

/** A withdrawal has no moment: it applies at once. */
function momentOf(at: string | null | undefined): number {
  return at ? Date.parse(at) : Number.NEGATIVE_INFINITY;
}

/** A poll has the results without the step of the last event: not a change. */
function isKnown(name: string, part: unknown, known: LiveParts): boolean {
  const before = known[name as keyof LiveParts];
  if (name !== 'results' || !before) return isSame(part, before);
  const [one, other] = [part, before].map((board) => {
    const { seq, show, state, of, revealed, outcome, ends_vote } = board as ResultsEvent;
    return { seq, show, state, of, revealed, outcome, ends_vote };
  });
  return isSame(one, other);
}
