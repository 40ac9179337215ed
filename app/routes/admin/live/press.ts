import { isSame } from '../../../../model/compare.ts';
import type { Actor } from '../../../../roles.ts';
import type { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { type Answer, KEPT_PRESSES, type Method } from '../../../ui/api.ts';
import { ApiError } from '../../../ui/errors/api-error.ts';
import { serverNow } from '../../../ui/time/server-clock.ts';

/** What an operator wants done. It can be kept and sent again, also after the page was reloaded. */
export interface Press {
  key: string;
  /** Username of its author: another session discards it. */
  by: string;
  /** Its moment, ISO 8601 UTC. */
  at: string;
  /** «Трансляция выключена». */
  label: string;
  method: Method;
  path: string;
  body?: Record<string, unknown>;
  ifMatch?: string | null;
  /** Of a setting: what its undo puts back. */
  former?: Record<string, unknown>;
  /** Of the stage and the results: `seq` of the state that the operator saw. */
  seen?: number;
  /** Meant, though it follows another of its kind at once. */
  again?: true;
  /** Could not be sent at once. */
  isLate?: true;
}

export type Call = ReturnType<typeof useSession>['call'];

/** What a reload brings back, in ms: as long as the stage takes late presses. */
const KEPT_FOR = 10 * 60_000;
const SEND_WITHIN = 8000; // ms

export async function sendOne(call: Call, press: Press): Promise<Answer<unknown>> {
  const { method, path, ifMatch, isLate } = press;
  if (isLate) await requireOwn(call, press);
  const signal = AbortSignal.timeout(SEND_WITHIN);
  const body = bodyOf(press);
  const attempt = () => call(method, path, { ...(body && { body }), ifMatch, signal, background: true });
  try {
    return await attempt();
  } catch (error) {
    if (isSignedOut(error)) return requireOwn(call, press).then(attempt);
    // The first attempt may have arrived, and only its answer was lost.
    if (!isLate || !isStale(error)) throw error;
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

export const NOT_YOURS = 'Нажимал другой администратор.';

/** Presses of the stage and the results carry an idempotency key; late ones also their moment. */
function bodyOf({ body, seen, key, at, again, isLate }: Press): Press['body'] {
  return body && seen !== undefined ? { ...body, seen, key, ...(again && { again }), ...(isLate && { at }) } : body;
}

function isIn(data: object, wanted: object = {}): boolean {
  const now = new Map(Object.entries(data));
  return Object.entries(wanted).every(([name, value]) => !now.has(name) || isSame(now.get(name), value));
}

/** Presses of one log are of one: `stage` or `results`. Of others it is their setting. */
export function subjectOf({ path }: Pick<Press, 'path'>): string {
  return path.split('/')[1] ?? '';
}

/** `randomUUID` needs a secure context. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}

export function mayBeSentAgain(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

export function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.status === 412;
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

export function isTooSoon(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'too_soon';
}

export function isFresh({ at }: Press): boolean {
  return serverNow() - Date.parse(at) < KEPT_FOR;
}

export function keep(presses: readonly Press[]): void {
  try {
    sessionStorage.setItem(KEPT_PRESSES, JSON.stringify(presses));
  } catch {
    // Storage is disabled: presses live as long as the page.
  }
}

export function readKept(): Press[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT_PRESSES) ?? '[]') as Press[];
  } catch {
    return [];
  }
}
