import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import type { Answer, Method } from '../../../ui/api.ts';
import { ApiError, extractError } from '../../../ui/errors/api-error.ts';
import { serverNow } from '../../../ui/time/server-clock.ts';
import type { Feed } from './use-feed.ts';

/** What an operator wants done. It can be kept and sent again, also after the page was reloaded. */
export interface Press {
  key: string;
  /** Its moment, ISO 8601 UTC. */
  at: string;
  /** «Трансляция выключена». */
  label: string;
  method: Method;
  path: string;
  body?: Record<string, unknown>;
  ifMatch?: string | null;
  /** Of the stage and the results: `seq` of the state that the operator saw. */
  seen?: number;
  /** Could not be sent at once. */
  isLate?: true;
}

interface Wanted extends Omit<Press, 'key' | 'at' | 'isLate'> {
  /** ISO 8601 UTC. The page's idea of the server's clock is late by its latency. */
  notBefore?: string | null;
}

interface Refusal {
  key: string;
  text: string;
}

export interface Presses {
  waiting: Press[];
  /** The first of `waiting` could not be sent; the others wait for it. */
  isStuck: boolean;
  /** What was done last. */
  done: string;
  /** Until dismissed. */
  refused: Refusal[];
  dismiss: (key: string) => void;
  press: (wanted: Wanted, onDone?: Done) => void;
  cancel: (key: string) => void;
}

type Call = ReturnType<typeof useSession>['call'];
type Done = (answer: Answer<unknown>) => void;

const KEPT_AS = 'rampa.desk';
/** What a reload brings back, in ms: as long as the stage takes late presses. */
const KEPT_FOR = 10 * 60_000;
const SEND_WITHIN = 8000; // ms
const AGAIN_AFTER = 3000;

/** Sends presses one after the other, and again until the server has answered: none is lost, none counts twice. */
export function usePresses(feed: Feed, onAnswer: (isRefused: boolean) => void): Presses {
  const { call } = useSession();
  const [waiting, setWaiting] = useState<Press[]>([]);
  const [isStuck, setStuck] = useState(false);
  const [done, setDone] = useState('');
  const [refused, setRefused] = useState<Refusal[]>([]);
  const queue = useRef<Press[]>([]);
  const listeners = useRef(new Map<string, Done>());
  const isSending = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const change = useCallback((next: Press[]) => {
    queue.current = next;
    setWaiting(next);
    keep(next);
  }, []);

  const cancel = useCallback((key: string) => change(queue.current.filter((each) => each.key !== key)), [change]);
  const refuse = useCallback((key: string, text: string) => setRefused((all) => [...all, { key, text }]), []);

  const send = useCallback(async () => {
    clearTimeout(timer.current);
    if (isSending.current) return;
    isSending.current = true;
    for (let [press] = queue.current; press; [press] = queue.current) {
      const { key, label } = press;
      let isRefused = false;
      try {
        const answer = await sendOne(call, press);
        const { seq, pressed = seq } = (answer.data ?? {}) as { seq?: number; pressed?: number };
        if (pressed !== undefined) followStage(queue.current, press, pressed);
        cancel(key);
        setDone(`${label}.`);
        listeners.current.get(key)?.(answer);
      } catch (error) {
        if (mayBeSentAgain(error)) {
          for (const each of queue.current) each.isLate = true;
          keep(queue.current);
          setStuck(true);
          timer.current = setTimeout(send, AGAIN_AFTER);
          break;
        }
        isRefused = true;
        cancel(key);
        refuse(key, refusalText(label, isStale(error) ? CHANGED : extractError(error)));
      }
      setStuck(false);
      onAnswer(isRefused);
    }
    isSending.current = false;
  }, [call, cancel, refuse, onAnswer]);

  useEffect(() => {
    const own = new Set(queue.current.map(({ key }) => key));
    const kept = readKept().filter(({ key }) => !own.has(key));
    const { fresh = [], old = [] } = Object.groupBy(kept, ({ at }) => (isFresh(at) ? 'fresh' : 'old'));
    // They may have arrived: only their answers were lost.
    change([...fresh.map((press) => ({ ...press, isLate: true as const })), ...queue.current]);
    for (const { key, label } of old) refuse(key, `Не отправлено и больше не ждёт: ${label}.`);
    return () => clearTimeout(timer.current);
  }, [change, refuse]);
  useEffect(() => {
    if (feed === 'open') void send();
  }, [feed, send]);

  const press = useCallback(
    ({ notBefore, ...wanted }: Wanted, onDone?: Done) => {
      const at = new Date(Math.max(serverNow(), Date.parse(notBefore ?? '') || 0)).toISOString();
      const isBehind = queue.current.some(({ isLate }) => isLate);
      const made: Press = { ...wanted, key: newKey(), at, ...(isBehind && { isLate: true }) };
      if (onDone) listeners.current.set(made.key, onDone);
      setDone('');
      change([...queue.current, made]);
      void send();
    },
    [change, send],
  );
  const dismiss = useCallback((key: string) => setRefused((all) => all.filter((each) => each.key !== key)), []);
  return { waiting, isStuck: isStuck && waiting.length > 0, done, refused, dismiss, press, cancel };
}

function refusalText(label: string, reason: string): string {
  return reason.startsWith('Не принято') ? `${label}. ${reason}` : `Не принято: ${label}. ${reason}`;
}

function isFresh(at: string): boolean {
  return serverNow() - Date.parse(at) < KEPT_FOR;
}

const CHANGED = 'Это только что изменил кто-то ещё. Посмотрите, как сейчас, и нажмите ещё раз.';

async function sendOne(call: Call, press: Press): Promise<Answer<unknown>> {
  const { method, path, ifMatch, isLate } = press;
  const signal = AbortSignal.timeout(SEND_WITHIN);
  const body = bodyOf(press);
  try {
    return await call(method, path, { ...(body && { body }), ifMatch, signal });
  } catch (error) {
    // The first attempt may have arrived, and only its answer was lost.
    if (!isLate || !isStale(error)) throw error;
    const now = await call<object>('GET', path, { signal });
    if (isIn(now.data, body)) return now;
    throw error;
  }
}

/** Presses of the stage carry an idempotency key; late ones also their moment. */
function bodyOf({ body, seen, key, at, isLate }: Press): Press['body'] {
  return body && seen !== undefined ? { ...body, seen, key, ...(isLate && { at }) } : body;
}

function isIn(data: object, wanted: object = {}): boolean {
  const now = new Map(Object.entries(data));
  return Object.entries(wanted).every(([name, value]) => !now.has(name) || isSameValue(now.get(name), value));
}

function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** `randomUUID` needs a secure context. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}

/** Queued presses of the same log follow the answered one: their `seen` is its id. */
function followStage(queue: Press[], { seen, path }: Press, id: number): void {
  const isAlike = (press: Press) => press.path.split('/', 2).join() === path.split('/', 2).join();
  for (const press of queue) if (seen !== undefined && press.seen === seen && isAlike(press)) press.seen = id;
}

function mayBeSentAgain(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.status === 412;
}

function keep(presses: Press[]): void {
  try {
    sessionStorage.setItem(KEPT_AS, JSON.stringify(presses));
  } catch {
    // Storage is disabled: presses live as long as the page.
  }
}

function readKept(): Press[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT_AS) ?? '[]') as Press[];
  } catch {
    return [];
  }
}
