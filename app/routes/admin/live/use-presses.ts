import { useCallback, useEffect, useRef, useState } from 'react';
import { COOLDOWN } from '../../../../model/programme/cooldown.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import type { Answer } from '../../../ui/api.ts';
import { extractError } from '../../../ui/errors/api-error.ts';
import { serverNow } from '../../../ui/time/server-clock.ts';
import {
  isFresh,
  isStale,
  isTooSoon,
  keep,
  mayBeSentAgain,
  newKey,
  type Press,
  readKept,
  sendOne,
  subjectOf,
} from './press.ts';
import type { Feed } from './use-feed.ts';

interface Wanted extends Omit<Press, 'key' | 'at' | 'isLate'> {
  /** ISO 8601 UTC. The page's idea of the server's clock is late by its latency. */
  notBefore?: string | null;
}

interface Refusal {
  key: string;
  text: string;
}

/** A press that was taken for the second one of a double tap. */
interface Offer {
  wanted: Wanted;
  onDone: Done | undefined;
  isTaken?: true;
}

export interface Presses {
  waiting: Press[];
  /** The first of `waiting` could not be sent; the others wait for it. */
  isStuck: boolean;
  /** What was done last. */
  done: string;
  /** How many of each subject were accepted since the page was opened. */
  accepted: Record<string, number>;
  /** Until dismissed. */
  refused: Refusal[];
  dismiss: (key: string) => void;
  press: (wanted: Wanted, onDone?: Done) => void;
  cancel: (key: string) => void;
  /** Sends nothing; for ten seconds «Ещё раз» is offered, which does. */
  holdBack: (wanted: Wanted, onDone?: Done) => void;
  offer: Offer | undefined;
  takeOffer: () => void;
}

type Done = (answer: Answer<unknown>) => void;

const AGAIN_AFTER = 3000; // ms
const OFFERED_FOR = 10_000; // ms

/** Sends presses one after the other, and again until the server has answered: none is lost, none counts twice. */
export function usePresses(feed: Feed, onAnswer: (isRefused: boolean) => void): Presses {
  const { call } = useSession();
  const [waiting, setWaiting] = useState<Press[]>([]);
  const [isStuck, setStuck] = useState(false);
  const [done, setDone] = useState('');
  const [accepted, setAccepted] = useState<Record<string, number>>({});
  const [refused, setRefused] = useState<Refusal[]>([]);
  const { offer, offered, show, take } = useOffer();
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
        if (pressed !== undefined)
          follow([...queue.current, ...(offered.current ? [offered.current.wanted] : [])], press, pressed);
        cancel(key);
        setDone(`${label}.`);
        const subject = subjectOf(press);
        setAccepted((counts) => ({ ...counts, [subject]: (counts[subject] ?? 0) + 1 }));
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
        if (isTooSoon(error)) show(press, listeners.current.get(key));
        else refuse(key, refusalText(label, isStale(error) ? CHANGED : extractError(error)));
      }
      setStuck(false);
      onAnswer(isRefused);
    }
    isSending.current = false;
  }, [call, cancel, refuse, onAnswer, show, offered]);

  useEffect(() => {
    const own = new Set(queue.current.map(({ key }) => key));
    const kept = readKept().filter(({ key }) => !own.has(key));
    const { fresh = [], old = [] } = Object.groupBy(kept, (each) => (isFresh(each) ? 'fresh' : 'old'));
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
      // The cooldown was between them: the second of two that wait is no double tap.
      const made: Press = { ...wanted, key: newKey(), at, ...(isBehind && { isLate: true, again: true }) };
      if (onDone) listeners.current.set(made.key, onDone);
      setDone('');
      change([...queue.current, made]);
      void send();
    },
    [change, send],
  );
  const dismiss = useCallback((key: string) => setRefused((all) => all.filter((each) => each.key !== key)), []);
  const takeOffer = () => {
    const taken = take();
    if (taken) press({ ...taken.wanted, again: true }, taken.onDone);
  };
  const state = { waiting, isStuck: isStuck && waiting.length > 0, done, accepted, refused, offer };
  return { ...state, dismiss, press, cancel, holdBack: show, takeOffer };
}

/** A confirmed one stays for another second: the second tap of a double tap must not hit what is under it. */
function useOffer() {
  const [offer, setOffer] = useState<Offer>();
  const offered = useRef<Offer>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const change = useCallback((next: Offer, lasts: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOffer(undefined), lasts);
    offered.current = next.isTaken ? undefined : next;
    setOffer(next);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = useCallback((wanted: Wanted, onDone?: Done) => change({ wanted, onDone }, OFFERED_FOR), [change]);
  const take = () => {
    const taken = offered.current;
    if (taken) change({ ...taken, isTaken: true }, COOLDOWN);
    return taken;
  };
  return { offer, offered, show, take };
}

function refusalText(label: string, reason: string): string {
  return reason.startsWith('Не принято') ? `${label}. ${reason}` : `Не принято: ${label}. ${reason}`;
}

const CHANGED = 'Это только что изменил кто-то ещё. Посмотрите, как сейчас, и нажмите ещё раз.';

/** Presses of the same log that were made upon the same state as the answered one have seen its id, too. */
function follow(presses: Pick<Press, 'seen' | 'path'>[], answered: Press, id: number): void {
  const { seen } = answered;
  const isBehind = (press: Pick<Press, 'seen' | 'path'>) =>
    press.seen === seen && subjectOf(press) === subjectOf(answered);
  if (seen !== undefined) for (const press of presses.filter(isBehind)) press.seen = id;
}
