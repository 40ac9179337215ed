import type { Viewers } from '../../../../http/live/state.ts';
import type { AuditRecord } from '../../../../model/audit-log.ts';
import { PRESS_LIFETIME } from '../../../../model/live/fold.ts';
import { isForeign, isOlder, isStale } from '../../../../model/live/id.ts';
import type { Show } from '../../../../model/programme/show-row.ts';
import type { ResultsDocument } from '../../../../model/results/schema.ts';
import type { Errors, Values } from '../../../ui/admin/form/field-props.ts';
import { type Stored, toStored } from '../../../ui/admin/form/use-stored-form.ts';
import {
  applyMessage,
  type LiveDocument,
  type LiveParts,
  type Message,
  NOTHING,
  type Poll,
  toMessage,
} from '../../../ui/live/document.ts';
import { serverNow } from '../../../ui/time/server-clock.ts';
import type { StoredProgramme } from '../programme/use-programme.ts';
import type { Fields as VoteFields } from '../settings/voting/fields.ts';
import type { Fields as WatchFields } from '../settings/watch-settings/fields.ts';
import type { Press, Wanted } from './presses.ts';
import type { UrgentFields } from './urgent-form.tsx';

export interface DeskDocument {
  id: string;
  live: Message;
  programme: StoredProgramme;
  results: ResultsDocument | null;
  watch: Stored<WatchFields>;
  vote: Stored<VoteFields>;
  urgent: Stored<UrgentFields>;
  /** The newest first. */
  log: AuditRecord[];
  viewers: Viewers & { is_all: boolean };
}

type Setting = 'watch' | 'vote' | 'urgent';

/** Response of `GET /api/admin/desk`. */
export type Answered = Omit<DeskDocument, 'live' | Setting> & { live: Poll } & {
  [Name in Setting]: { value: DeskDocument[Name]['value']; version: number };
};

/** State of the desk: the document, later events, and own presses on top. Changed only by the functions below. */
export interface DeskState {
  feed: 'connecting' | 'open' | 'lost';
  live: LiveDocument;
  document: DeskDocument | undefined;
  /** Something has changed since the document was read. */
  isBehind: boolean;
  problem: string | undefined; // Error of the last read
  chosen: number | undefined;
  /** Last press of the stage at this desk; undone only while it is the newest. */
  last: { seq: number; label: string } | undefined;
  waiting: readonly Press[];
  /** The first of `waiting` could not be sent; the others wait for it. */
  isStuck: boolean;
  done: string;
  /** How many of each subject were accepted since the page was opened. */
  accepted: Record<string, number>;
  /** `fields`: errors of typed fields; `at`: time of the refusal, in ms. */
  refused: readonly { key: string; label: string; text: string; fields?: Errors; at: number }[];
  /** A press that was taken for the second tap of a double tap. */
  offer: { wanted: Wanted; isTaken?: true } | undefined;
}

/** What a reload brings back, in ms: as long as the stage takes late presses. */
const RETENTION = 10 * 60_000;
export const NOT_YOURS = 'Нажимал другой администратор.';

/** State of a newly opened screen. Presses outlive screens. */
export const UNREAD = {
  ...{ feed: 'connecting', live: NOTHING, document: undefined, isBehind: false, problem: undefined },
  ...{ chosen: undefined, last: undefined, done: '', offer: undefined },
} as const satisfies Partial<DeskState>;

export const NO_PRESSES = { waiting: [], isStuck: false, accepted: {}, refused: [] } satisfies Partial<DeskState>;

export function toDocument({ live, watch, vote, urgent, ...answer }: Answered): DeskDocument {
  const stored = <T extends Values>({ value, version }: { value: T; version: number }) =>
    toStored({ data: value, version: `"${version}"` });
  const settings = { watch: stored(watch), vote: stored(vote), urgent: stored(urgent) };
  // The public state was read after its `id`, and before the other parts.
  const id = isOlder(answer.id, live.id) ? live.id : answer.id;
  return { ...answer, ...settings, id, live: toMessage(live) };
}

export function withMessage(state: DeskState, message: Message): DeskState {
  const { document } = state;
  const live = applyMessage(state.live, message);
  const hasChanged = live.parts !== state.live.parts || live.lists !== state.live.lists;
  const isBehind = state.isBehind || hasChanged || isStale(document?.id, live.id);
  return { ...state, live, isBehind: document !== undefined && isBehind };
}

/** The newer of both documents: an answer may have been read before a press that was answered first. */
export function withDocument(state: DeskState, read: DeskDocument): DeskState {
  const { document: former } = state;
  if (isStale(read.id, former?.id)) return state;
  const live = applyMessage(state.live, read.live);
  const isOtherTime = isForeign(read.id, former?.id);
  const results = isOtherTime ? read.results : newerResults(read.results, former?.results);
  return { ...state, live, document: { ...read, results }, isBehind: isStale(read.id, live.id), problem: undefined };
}

/** Applies the response of a save, unless another show has been read. */
export function withResults(state: DeskState, results: ResultsDocument): DeskState {
  const { document } = state;
  return document?.results?.show_id === results.show_id ? { ...state, document: { ...document, results } } : state;
}

/** The show that is on this desk: the chosen one, else that on stage, else the one whose start is nearest to this moment. */
export function showOf({ chosen, document, live }: DeskState): Show | undefined {
  const shows = document?.programme.shows ?? [];
  const distance = ({ starts_at }: Show) => Math.abs(Date.parse(starts_at) - serverNow());
  const nearest = shows.toSorted((one, other) => distance(one) - distance(other))[0];
  return shows.find(({ id }) => id === (chosen ?? live.parts.stage?.show?.id)) ?? nearest;
}

/** Performers of a show by its log, newest first; empty unless its last press in force is a performance. The withdrawn stay. */
export function performedIn(log: readonly AuditRecord[], show: number): string[] {
  const presses: AuditRecord[] = [];
  for (const press of log.toReversed().filter(({ subject }) => subject === String(show)))
    if (press.action === 'stage.undo') presses.shift();
    else if (press.action.startsWith('stage.')) presses.unshift(press);
  const [last] = presses;
  const isOn = last?.action === 'stage.performance' && serverNow() - Date.parse(last.at) < PRESS_LIFETIME;
  return isOn ? presses.flatMap(({ action, title }) => (action === last.action ? title : [])) : [];
}

/** With the presses that a reload has left. Others' presses, and old ones, are refused. */
export function withKept(state: DeskState, kept: readonly Press[], username: string): DeskState {
  const own = new Set(state.waiting.map(({ key }) => key));
  // They may have arrived: perhaps only the responses were lost.
  const left = kept.flatMap((press) => (own.has(press.key) ? [] : { ...press, isLate: true as const }));
  const all = [...left, ...state.waiting].map((press) => ({ press, text: whyNot(press, username) }));
  const waiting = all.flatMap(({ press, text }) => (text === '' ? press : []));
  const at = serverNow();
  const refused = all.flatMap(({ press: { key, label }, text }) => (text === '' ? [] : { key, label, text, at }));
  return { ...state, waiting, refused: [...state.refused, ...refused] };
}

function whyNot({ by, label, at }: Press, username: string): string {
  if (by !== username) return `Не отправлено: ${label}. ${NOT_YOURS}`;
  return serverNow() - Date.parse(at) < RETENTION ? '' : `Не отправлено и больше не ждёт: ${label}.`;
}

export function withRefusal(state: DeskState, { key, label }: Press, text: string, fields: Errors): DeskState {
  return { ...state, refused: [...state.refused, { key, label, text, fields, at: serverNow() }] };
}

/** Drops refusals of the same press and those older than it; refusals of typed fields stay. */
export function withoutRefusals(state: DeskState, { label, at: made }: Press): DeskState {
  const isLeft = ({ fields = {}, at, ...refused }: DeskState['refused'][number]) =>
    refused.label !== label && (at >= Date.parse(made) || Object.keys(fields).length > 0);
  return { ...state, refused: state.refused.filter(isLeft) };
}

export function without(state: DeskState, key: string): DeskState {
  const waiting = state.waiting.filter((press) => press.key !== key);
  return { ...state, waiting, isStuck: state.isStuck && waiting.length > 0 };
}

export function withAnswer(state: DeskState, press: Press, answer: unknown): DeskState {
  const { id, seq, pressed = seq, ...told } = (answer ?? {}) as { id?: string; seq?: number; pressed?: number };
  const { method, path, label } = press;
  const subject = subjectOf(press);
  const left = withoutRefusals(without(state, press.key), press);
  const after: DeskState = {
    ...left,
    waiting: left.waiting.map((each) => following(each, press, pressed)),
    offer: left.offer && { ...left.offer, wanted: following(left.offer.wanted, press, pressed) },
    done: `${label}.`,
    accepted: { ...left.accepted, [subject]: (left.accepted[subject] ?? 0) + 1 },
  };
  const { results } = state.document ?? {};
  if (id === undefined || seq === undefined || pressed === undefined) return after;
  if (subject === 'stage') {
    const stage = { seq, ...told } as LiveParts['stage'] & object;
    return {
      ...withMessage(after, { id, parts: { stage } }),
      ...(method === 'POST' && { last: { seq: pressed, label } }),
    };
  }
  if (!results || path !== `/results/${results.show_id}/reveal`) return after;
  // The next read contains the undo.
  const revealed = (told as { steps: unknown[] }).steps.length;
  return withMessage(withResults(after, { ...results, seq, revealed, undo_id: null, undo_until: null }), { id });
}

function newerResults(read: DeskDocument['results'], former: DeskDocument['results'] | undefined) {
  if (!read || !former || read.show_id !== former.show_id) return read;
  return read.seq < former.seq || read.version < former.version ? former : read;
}

/** A queued press of the same log, made on the same state, counts as having seen the answered one: else it would be refused. */
function following<T extends Pick<Press, 'seen' | 'path'>>(press: T, answered: Press, id: number | undefined): T {
  const isBehind = press.seen !== undefined && press.seen === answered.seen;
  return isBehind && id !== undefined && subjectOf(press) === subjectOf(answered) ? { ...press, seen: id } : press;
}

/** `stage` or `results` for presses of these logs, else the name of the setting. */
export function subjectOf({ path }: Pick<Press, 'path'>): string {
  return path.split('/')[1] ?? '';
}
