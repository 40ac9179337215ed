/** What a log of live events adds up to, and what of it a viewer sees who is behind. Pure. */

import type { VoteSettings } from '../settings/vote.ts';

/** How long a press holds, in ms: longer than the vote and the results of a final, shorter than the night after it. */
export const PRESS_LIFETIME = 4 * 3_600_000;

/** In ms, of a main button of the control desk after a press: longer than a slow double tap. */
export const COOLDOWN = 1000;

/** Of the states that viewers see: more than a final has steps. */
export const MAX_HISTORY = 200;

type StageKind = 'performance' | 'break' | 'end';
/** `next` makes another step the next one, `correct` changes points of a revealed step, `restart` hides all steps of its show. */
type ResultsKind = 'step' | 'next' | 'lock' | 'unlock' | 'correct' | 'restart';
export type Part = 'stage' | 'results';

/** One press. An undo is a row, too: it takes back the row that it names. */
export interface LiveEvent {
  version: number; // Of the change that it was: `changes.version`
  show_id: number;
  kind: StageKind | ResultsKind | 'undo';
  contestant_id: number | null;
  /** From 0. `step`: the revealed one; `correct`: the newest that shows the changed points; `next`: where the moved one stood. */
  step: number | null;
  at: string; // ISO 8601 UTC; when pressed
  by: string; // username
  key: string | null; // of the client; not of every kind
  undoes: number | null; // version of the row that an undo takes back
  correction: string | null; // JSON of `Correction`; of `correct` only
}

export interface Entry extends LiveEvent {
  part: Part;
  isUndone: boolean;
}

export interface Folded {
  entries: readonly Entry[]; // All, oldest first
  presses: readonly Entry[]; // Presses of the stage that stand, of all shows, oldest first
  steps: ReadonlyMap<number, readonly Entry[]>; // Revealed steps by show, in their order; a show without any is missing
}

const STAGE: readonly string[] = ['performance', 'break', 'end'] satisfies StageKind[];
/** Kinds that change what visitors see of the stage or of the board. */
const SEEN: readonly string[] = [...STAGE, 'step', 'restart', 'undo'];

/** `events`: oldest first; a prefix of the log gives an earlier state. */
export function fold(events: readonly LiveEvent[]): Folded {
  const entries = new Map<number, Entry>();
  const steps = new Map<number, Entry[]>();
  for (const event of events) {
    const undone = event.undoes === null ? undefined : entries.get(event.undoes);
    const part = undone?.part ?? (STAGE.includes(event.kind) ? 'stage' : 'results');
    const entry = { ...event, part, isUndone: false } satisfies Entry;
    entries.set(event.version, entry);
    if (undone) undone.isUndone = true;
    if (event.kind === 'restart') steps.delete(event.show_id);
    if (event.kind === 'step') steps.set(event.show_id, [...(steps.get(event.show_id) ?? []), entry]);
    if (undone?.kind === 'step') {
      const left = (steps.get(event.show_id) ?? []).filter((step) => step !== undone);
      if (left.length > 0) steps.set(event.show_id, left);
      else steps.delete(event.show_id);
    }
  }
  const all = [...entries.values()];
  const presses = all.filter(({ kind, isUndone }) => STAGE.includes(kind) && !isUndone);
  return { entries: all, presses, steps };
}

/** `seq` of a part: the version of its newest event of any show, 0 before the first. */
export function seqOf({ entries }: Folded, part: Part): number {
  return entries.findLast((entry) => entry.part === part)?.version ?? 0;
}

/** The newest of a show in one part that changed what visitors see. */
export function newestChange({ entries }: Folded, part: Part, show: number): Entry | undefined {
  return entries.findLast((entry) => entry.part === part && entry.show_id === show && SEEN.includes(entry.kind));
}

/** An open vote as pages show it once a complete board has ended it. */
export function endedVote(vote: VoteSettings): VoteSettings {
  return vote.vote_state === 'open' ? { ...vote, vote_state: 'closed', is_voting_over: true } : vote;
}

/** A state that holds from a moment (epoch ms) on. */
export interface Dated<T> {
  state: T;
  at: number;
}

/** With the state received now. Those of the same or a later moment were taken back. */
export function withReceived<T>(known: readonly Dated<T>[], received: Dated<T>): Dated<T>[] {
  return [...known.filter(({ at }) => at < received.at), received].slice(-MAX_HISTORY);
}

/** The state at a moment of the broadcast; before the first that is known, that one. */
export function stateAt<T>(known: readonly Dated<T>[], moment: number): T | undefined {
  return (known.findLast(({ at }) => at <= moment) ?? known[0])?.state;
}
