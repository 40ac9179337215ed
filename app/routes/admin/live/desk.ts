import type { Viewers } from '../../../../http/live/viewers.ts';
import type { JournalRecord } from '../../../../model/audit-log.ts';
import { isForeign, isOlder } from '../../../../model/live/id.ts';
import type { ResultsDocument } from '../../../../model/results/schema.ts';
import { type Stored, toStored, type Values } from '../../../ui/admin/form/use-stored-form.ts';
import { type LiveDocument, type LiveParts, type Message, NOTHING, take } from '../../../ui/live/document.ts';
import type { StoredProgramme } from '../programme/use-programme.ts';
import type { Fields as VoteFields } from '../settings/voting/fields.ts';
import type { Fields as WatchFields } from '../settings/watch-settings/fields.ts';
import type { UrgentFields } from './urgent-part.tsx';

export interface Desk {
  id: string;
  /** What visitors are told. */
  live: Message;
  programme: StoredProgramme;
  results: ResultsDocument | null;
  watch: Stored<WatchFields>;
  vote: Stored<VoteFields>;
  urgent: Stored<UrgentFields>;
  /** The newest first. */
  log: JournalRecord[];
  viewers: Viewers & { is_all: boolean };
}

/** What `GET /api/admin/desk` answers. */
export type Answered = Omit<Desk, 'live' | 'watch' | 'vote' | 'urgent'> &
  Record<'watch' | 'vote' | 'urgent', { value: Values; version: number }> & {
    live: LiveParts & { id: string; now: number; lists: string; poll_seconds: number };
  };

export function toDesk({ live, watch, vote, urgent, ...answer }: Answered): Desk {
  const { id, now, lists: _lists, poll_seconds: _seconds, ...parts } = live;
  const stored = <T extends Values>({ value, version }: Answered['watch']) =>
    toStored({ data: value as T, version: `"${version}"` });
  const settings = { watch: stored(watch), vote: stored(vote), urgent: stored(urgent) };
  // The public state was read after its `id`, and before the other parts.
  return { ...answer, ...settings, id: isOlder(answer.id, id) ? id : answer.id, live: { id, now, parts } } as Desk;
}

/** What an operator sees: the state that visitors are told, and the document around it. */
export interface Known {
  live: LiveDocument;
  desk: Desk | undefined;
  /** Something has changed since the document was read. */
  isBehind: boolean;
}

export const UNKNOWN: Known = { live: NOTHING, desk: undefined, isBehind: false };

export function withMessage(known: Known, message: Message): Known {
  const { desk } = known;
  const live = take(known.live, message);
  const hasChanged = live.parts !== known.live.parts || live.lists !== known.live.lists;
  const isBehind = known.isBehind || hasChanged || isOlder(desk?.id, live.id);
  return { live, desk, isBehind: desk !== undefined && isBehind };
}

/** The newer of both documents: an answer may have been read before a press that was answered first. */
export function withDesk(known: Known, read: Desk): Known {
  const { desk: former } = known;
  if (isOlder(read.id, former?.id)) return known;
  const live = take(known.live, read.live);
  const isOtherTime = isForeign(read.id, former?.id);
  const results = isOtherTime ? read.results : newerResults(read.results, former?.results);
  return { live, desk: { ...read, results }, isBehind: isOlder(read.id, live.id) };
}

/** What a press or a save has answered; nothing once another show is read. */
export function withResults(known: Known, change: (results: ResultsDocument) => ResultsDocument): Known {
  const { desk } = known;
  const results = desk?.results && change(desk.results);
  return results && results.show_id === desk.results?.show_id ? { ...known, desk: { ...desk, results } } : known;
}

function newerResults(read: Desk['results'], former: Desk['results'] | undefined): Desk['results'] {
  if (!read || !former || read.show_id !== former.show_id) return read;
  return read.seq < former.seq || read.version < former.version ? former : read;
}
