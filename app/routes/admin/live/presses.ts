import { isSame } from '../../../../model/compare.ts';
import { COOLDOWN } from '../../../../model/live/fold.ts';
import type { Actor } from '../../../../roles.ts';
import type { Errors } from '../../../ui/admin/form/field-props.ts';
import { offerUndo } from '../../../ui/admin/form/undo.tsx';
import { notifySuccess } from '../../../ui/admin/notices.ts';
import type { useSession } from '../../../ui/admin/sign-in/session.tsx';
import type { Answer, Method } from '../../../ui/api.ts';
import { ApiError, extractError } from '../../../ui/errors/api-error.ts';
import { serverNow } from '../../../ui/time/server-clock.ts';
import { type DeskState, NOT_YOURS, subjectOf, withAnswer, without, withoutRefusals, withRefusal } from './desk.ts';

const SEND_TIMEOUT = 8000; // ms
const RETRY_DELAY = 3000; // ms
const OFFER_TIMEOUT = 10_000; // ms

/** A press of an operator; can be stored and resent, also after a reload. */
export interface Press {
  key: string;
  /** Username of its author: another session discards it. */
  by: string;
  /** Time of the press, ISO 8601 UTC. */
  at: string;
  /** «Трансляция выключена». */
  label: string;
  method: Method;
  path: string;
  body?: Record<string, unknown>;
  ifMatch?: string | null;
  former?: Record<string, unknown>; // Former values of a setting, restored by undo
  /** Stage and results: `seq` of the state that the operator saw. */
  seen?: number;
  /** Confirmed, though it directly follows another of its kind. */
  again?: true;
  /** Could not be sent at once. */
  isLate?: true;
}

export interface Wanted extends Omit<Press, 'key' | 'by' | 'at' | 'isLate'> {
  /** ISO 8601 UTC. The page's idea of the server's clock is late by its latency. */
  notBefore?: string | null;
}

export type Call = ReturnType<typeof useSession>['call'];

interface Store {
  read: () => DeskState;
  change: (part: Partial<DeskState>) => void;
  reload: () => unknown;
  /** Undefined while no screen is open. */
  screen: () => { call: Call; username: string } | undefined;
}

/** Sends presses in order, with retries until an answer: none is lost, none counts twice. */
export function createPresses({ read, change, reload, screen }: Store) {
  let isSending = false;
  let again: ReturnType<typeof setTimeout> | undefined;
  let offerEnds: ReturnType<typeof setTimeout> | undefined;
  let forgetUndo: (() => void) | undefined;

  function press(wanted: Wanted): void {
    const { waiting, offer: offered } = read();
    const made = toPress(wanted, screen()?.username ?? '', waiting);
    change({ done: '', waiting: [...waiting, made], offer: isOvertaken(offered, wanted) ? undefined : offered });
    void send();
  }

  async function send(): Promise<void> {
    clearTimeout(again);
    if (isSending) return;
    isSending = true;
    for (let [first] = read().waiting; first && screen(); [first] = read().waiting) {
      const isAnswered = await sendFirst(first).catch((error) => refuse(first as Press, error));
      if (!isAnswered) break;
      change({ isStuck: false });
      void reload();
    }
    isSending = false;
  }

  async function sendFirst(first: Press): Promise<boolean> {
    const { call } = screen() as { call: Call };
    const { data, version: ifMatch } = await sendOne(call, first);
    const { path, label, former: body } = first;
    change(withAnswer(read(), first, data));
    // One undo at a time: an older one beside a newer press would be mistaken for its own.
    forgetUndo?.();
    forgetUndo = body && offerUndo({ text: `${label}.`, undo: () => call('PUT', path, { body, ifMatch }) });
    return true;
  }

  /** False when it was not answered and waits. */
  function refuse(first: Press, error: unknown): boolean {
    if (isRetryable(error)) {
      change({ waiting: read().waiting.map((each) => ({ ...each, isLate: true })), isStuck: true });
      if (screen()) again = setTimeout(send, RETRY_DELAY);
      return false;
    }
    change(without(read(), first.key));
    const reason = hasStatus(error, 412) ? CHANGED : extractError(error);
    const fields = error instanceof ApiError ? error.fields : {};
    if (error instanceof ApiError && error.code === 'too_soon') holdBack(first);
    else if (reason.startsWith('Уже сделано')) {
      change(withoutRefusals(read(), first));
      notifySuccess(reason);
    } else change(withRefusal(read(), first, refusalText(first.label, reason, fields), fields));
    return true;
  }

  function offer(wanted: NonNullable<DeskState['offer']>, lasts: number): void {
    clearTimeout(offerEnds);
    offerEnds = setTimeout(() => change({ offer: undefined }), lasts);
    change({ offer: wanted });
  }

  /** Sends nothing; for ten seconds «Ещё раз» is offered, which does. */
  function holdBack(wanted: Wanted): void {
    offer({ wanted }, OFFER_TIMEOUT);
  }

  function takeOffer(): void {
    const { offer: offered } = read();
    if (!offered || offered.isTaken) return;
    // It stays for another second: the second tap of a double tap must not hit what is under it.
    offer({ ...offered, isTaken: true }, COOLDOWN);
    press({ ...offered.wanted, again: true });
  }

  const cancel = (key: string) => change(without(read(), key));
  const dismiss = (key: string) => change({ refused: read().refused.filter((each) => each.key !== key) });
  const rest = () => clearTimeout(again);
  return { press, send, rest, holdBack, takeOffer, cancel, dismiss };
}

function toPress({ notBefore, ...wanted }: Wanted, by: string, waiting: readonly Press[]): Press {
  const at = new Date(Math.max(serverNow(), Date.parse(notBefore ?? '') || 0)).toISOString();
  const late = waiting.filter(({ isLate }) => isLate).map(subjectOf);
  // The cooldown was between them: the second of two that wait is no double tap.
  const isAgain = late.includes(subjectOf(wanted)) && { again: true as const };
  return { ...wanted, key: newKey(), by, at, ...(late.length > 0 && { isLate: true }), ...isAgain };
}

/** Another press of its log was meant: after it «Ещё раз» would do what it does not say. */
function isOvertaken(offer: DeskState['offer'], wanted: Wanted): boolean {
  return offer !== undefined && !wanted.again && subjectOf(wanted) === subjectOf(offer.wanted);
}

function refusalText(label: string, reason: string, fields: Errors): string {
  // After a form the label would read as if the change were done.
  if (Object.keys(fields).length > 0) return `Не принято. ${reason}`;
  return reason.startsWith('Не принято') ? `${label}. ${reason}` : `Не принято: ${label}. ${reason}`;
}

const CHANGED = 'Это только что изменил кто-то ещё. Посмотрите, как сейчас, и нажмите ещё раз.';

async function sendOne(call: Call, press: Press): Promise<Answer<unknown>> {
  const { method, path, ifMatch, isLate } = press;
  if (isLate) await requireOwn(call, press);
  const signal = AbortSignal.timeout(SEND_TIMEOUT);
  const body = bodyOf(press);
  const attempt = () => call(method, path, { ...(body && { body }), ifMatch, signal, background: true });
  try {
    return await attempt();
  } catch (error) {
    if (hasStatus(error, 401)) return requireOwn(call, press).then(attempt);
    // The first attempt may have arrived, and only its answer was lost.
    if (!isLate || !hasStatus(error, 412)) throw error;
    const now = await call<object>('GET', path, { signal });
    if (isIn(now.data, body)) return now;
    throw error;
  }
}

/** Asks for the password on an ended session. Another person may have signed in since the press. */
async function requireOwn(call: Call, { by }: Press): Promise<void> {
  const { data } = await call<Actor>('GET', '/admin/me');
  if (data.username !== by) throw new ApiError(NOT_YOURS, 403);
}

/** Presses of the stage and the results carry an idempotency key; late ones also their moment. */
function bodyOf({ body, seen, key, at, again, isLate }: Press): Press['body'] {
  return body && seen !== undefined ? { ...body, seen, key, ...(again && { again }), ...(isLate && { at }) } : body;
}

function isIn(data: object, wanted: object = {}): boolean {
  const now = new Map(Object.entries(data));
  return Object.entries(wanted).every(([name, value]) => !now.has(name) || isSame(now.get(name), value));
}

/** `randomUUID` needs a secure context. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}

function isRetryable(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}
