import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { COOLDOWN } from '../../../../model/live/fold.ts';
import { under } from '../../../ui/admin/queries.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { type Answer, SIGNED_OUT } from '../../../ui/api.ts';
import { extractError } from '../../../ui/errors/api-error.ts';
import { serverNow } from '../../../ui/time/server-clock.ts';
import {
  isFresh,
  isStale,
  isTooSoon,
  keep,
  mayBeSentAgain,
  NOT_YOURS,
  newKey,
  type Press,
  readKept,
  sendOne,
  subjectOf,
} from './press.ts';
import { DESK, type Feed } from './use-desk.ts';

interface Wanted extends Omit<Press, 'key' | 'by' | 'at' | 'isLate'> {
  /** ISO 8601 UTC. The page's idea of the server's clock is late by its latency. */
  notBefore?: string | null;
}

type Screen = Pick<ReturnType<typeof useSession>, 'call' | 'username'> & { onAnswer: () => void };
type Done = (answer: Answer<unknown>) => void;

interface State {
  waiting: readonly Press[];
  /** The first of `waiting` could not be sent; the others wait for it. */
  isStuck: boolean;
  /** What was done last. */
  done: string;
  /** How many of each subject were accepted since the page was opened. */
  accepted: Record<string, number>;
  /** Until dismissed. */
  refused: readonly { key: string; text: string }[];
  /** A press that was taken for the second one of a double tap. */
  offer: { wanted: Wanted; onDone: Done | undefined; isTaken?: true } | undefined;
}

export type Presses = State & Pick<PressQueue, 'press' | 'cancel' | 'dismiss' | 'holdBack' | 'takeOffer'>;

const AGAIN_AFTER = 3000; // ms
const OFFERED_FOR = 10_000; // ms

/** Sends presses one after the other, and again until the server has answered: none is lost, none counts twice. */
export function usePresses(feed: Feed): Presses {
  const { call, username } = useSession();
  const client = useQueryClient();
  const state = useSyncExternalStore(queue.subscribe, queue.read);
  useEffect(
    () =>
      queue.open({ call, username, onAnswer: () => client.invalidateQueries(under(DESK), { cancelRefetch: false }) }),
    [call, username, client],
  );
  useEffect(() => {
    if (feed === 'open') void queue.send();
  }, [feed]);
  return { ...state, ...queue };
}

/** Of this tab. It outlives its screens: the next one must neither send again what is on its way nor leave it out. */
class PressQueue {
  #state: State = { waiting: [], isStuck: false, done: '', accepted: {}, refused: [], offer: undefined };
  readonly #hearers = new Set<() => void>();
  readonly #listeners = new Map<string, Done>();
  #isSending = false;
  /** Of the screen that shows it; undefined while none does. */
  #screen: Screen | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  #offerEnds: ReturnType<typeof setTimeout> | undefined;

  subscribe = (hear: () => void): (() => void) => {
    this.#hearers.add(hear);
    return () => this.#hearers.delete(hear);
  };

  read = (): State => this.#state;

  /** Takes up what a reload or another screen has left. Returns what closes it. */
  open(screen: Screen): () => void {
    this.#screen = screen;
    const { waiting } = this.#state;
    const own = new Set(waiting.map(({ key }) => key));
    // They may have arrived: only their answers were lost.
    const kept = readKept().flatMap((press) => (own.has(press.key) ? [] : { ...press, isLate: true as const }));
    const all = [...kept, ...waiting];
    const isOwn = ({ by }: Press) => by === screen.username;
    this.#queue(all.filter((press) => isOwn(press) && isFresh(press)));
    for (const press of all) {
      if (!isOwn(press)) this.#refuse(press.key, `Не отправлено: ${press.label}. ${NOT_YOURS}`);
      else if (!isFresh(press)) this.#refuse(press.key, `Не отправлено и больше не ждёт: ${press.label}.`);
    }
    return () => {
      this.#screen = undefined;
      clearTimeout(this.#again);
      this.#change({ done: '', offer: undefined });
    };
  }

  press = ({ notBefore, ...wanted }: Wanted, onDone?: Done): void => {
    const { waiting } = this.#state;
    const at = new Date(Math.max(serverNow(), Date.parse(notBefore ?? '') || 0)).toISOString();
    const isBehind = waiting.some(({ isLate }) => isLate);
    // The cooldown was between them: the second of two that wait is no double tap.
    const by = this.#screen?.username ?? '';
    const made: Press = { ...wanted, key: newKey(), by, at, ...(isBehind && { isLate: true, again: true }) };
    if (onDone) this.#listeners.set(made.key, onDone);
    this.#change({ done: '' });
    this.#queue([...waiting, made]);
    void this.send();
  };

  drop = (): void => {
    this.#queue([]);
    this.#change({ refused: [] });
  };

  cancel = (key: string): void => this.#queue(this.#state.waiting.filter((press) => press.key !== key));

  dismiss = (key: string): void => this.#change({ refused: this.#state.refused.filter((each) => each.key !== key) });

  /** Sends nothing; for ten seconds «Ещё раз» is offered, which does. */
  holdBack = (wanted: Wanted, onDone?: Done): void => this.#offer({ wanted, onDone }, OFFERED_FOR);

  takeOffer = (): void => {
    const { offer } = this.#state;
    if (!offer || offer.isTaken) return;
    // It stays for another second: the second tap of a double tap must not hit what is under it.
    this.#offer({ ...offer, isTaken: true }, COOLDOWN);
    this.press({ ...offer.wanted, again: true }, offer.onDone);
  };

  async send(): Promise<void> {
    clearTimeout(this.#again);
    if (this.#isSending) return;
    this.#isSending = true;
    for (let [press] = this.#state.waiting; press && this.#screen; [press] = this.#state.waiting) {
      try {
        this.#accept(press, await sendOne(this.#screen.call, press));
      } catch (error) {
        if (mayBeSentAgain(error)) {
          this.#queue(this.#state.waiting.map((each) => ({ ...each, isLate: true })));
          this.#change({ isStuck: true });
          if (this.#screen) this.#again = setTimeout(() => this.send(), AGAIN_AFTER);
          break;
        }
        this.cancel(press.key);
        if (isTooSoon(error)) this.holdBack(press, this.#listeners.get(press.key));
        else this.#refuse(press.key, refusalText(press.label, isStale(error) ? CHANGED : extractError(error)));
      }
      this.#change({ isStuck: false });
      this.#screen?.onAnswer();
    }
    this.#isSending = false;
  }

  #accept(press: Press, answer: Answer<unknown>): void {
    const { key, label } = press;
    const { seq, pressed = seq } = (answer.data ?? {}) as { seq?: number; pressed?: number };
    const { waiting, accepted, offer } = this.#state;
    this.#queue(waiting.filter((each) => each.key !== key).map((each) => following(each, press, pressed)));
    const subject = subjectOf(press);
    this.#change({
      done: `${label}.`,
      accepted: { ...accepted, [subject]: (accepted[subject] ?? 0) + 1 },
      offer: offer && { ...offer, wanted: following(offer.wanted, press, pressed) },
    });
    this.#listeners.get(key)?.(answer);
  }

  #refuse(key: string, text: string): void {
    this.#change({ refused: [...this.#state.refused, { key, text }] });
  }

  #offer(offer: NonNullable<State['offer']>, lasts: number): void {
    clearTimeout(this.#offerEnds);
    this.#offerEnds = setTimeout(() => this.#change({ offer: undefined }), lasts);
    this.#change({ offer });
  }

  #queue(waiting: readonly Press[]): void {
    keep(waiting);
    this.#change({ waiting, isStuck: this.#state.isStuck && waiting.length > 0 });
  }

  #change(part: Partial<State>): void {
    this.#state = { ...this.#state, ...part };
    for (const hear of this.#hearers) hear();
  }
}

const queue = new PressQueue();

if (typeof window !== 'undefined') window.addEventListener(SIGNED_OUT, queue.drop);

/** A press of the same log that was made upon the same state as the answered one has seen its id, too. */
function following<T extends Pick<Press, 'seen' | 'path'>>(press: T, answered: Press, id: number | undefined): T {
  const isBehind = press.seen !== undefined && press.seen === answered.seen;
  return isBehind && id !== undefined && subjectOf(press) === subjectOf(answered) ? { ...press, seen: id } : press;
}

function refusalText(label: string, reason: string): string {
  return reason.startsWith('Не принято') ? `${label}. ${reason}` : `Не принято: ${label}. ${reason}`;
}

const CHANGED = 'Это только что изменил кто-то ещё. Посмотрите, как сейчас, и нажмите ещё раз.';
