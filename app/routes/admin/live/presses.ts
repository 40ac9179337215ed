import { COOLDOWN } from '../../../../model/live/fold.ts';
import { offerUndo } from '../../../ui/admin/form/undo.tsx';
import { extractError } from '../../../ui/errors/api-error.ts';
import { serverNow } from '../../../ui/time/server-clock.ts';
import { type DeskState, type Wanted, withAnswer, without, withRefusal } from './desk.ts';
import { type Call, isStale, isTooSoon, mayBeSentAgain, newKey, type Press, sendOne } from './press.ts';

const AGAIN_AFTER = 3000; // ms
const OFFERED_FOR = 10_000; // ms

interface Store {
  read: () => DeskState;
  change: (part: Partial<DeskState>) => void;
  /** Reads what a press has changed. */
  reload: () => unknown;
  /** Undefined while no screen is open. */
  screen: () => { call: Call; username: string } | undefined;
}

/** Sends presses one after the other, and again until the server has answered: none is lost, none counts twice. */
export function createPresses({ read, change, reload, screen }: Store) {
  let isSending = false;
  let again: ReturnType<typeof setTimeout> | undefined;
  let offerEnds: ReturnType<typeof setTimeout> | undefined;

  function press({ notBefore, ...wanted }: Wanted): void {
    const { waiting } = read();
    const at = new Date(Math.max(serverNow(), Date.parse(notBefore ?? '') || 0)).toISOString();
    const by = screen()?.username ?? '';
    const isBehind = waiting.some(({ isLate }) => isLate);
    // The cooldown was between them: the second of two that wait is no double tap.
    const made: Press = { ...wanted, key: newKey(), by, at, ...(isBehind && { isLate: true, again: true }) };
    change({ done: '', waiting: [...waiting, made] });
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
    if (body) offerUndo({ text: `${label}.`, undo: () => call('PUT', path, { body, ifMatch }) });
    return true;
  }

  /** False when it was not answered and waits. */
  function refuse(first: Press, error: unknown): boolean {
    if (mayBeSentAgain(error)) {
      change({ waiting: read().waiting.map((each) => ({ ...each, isLate: true })), isStuck: true });
      if (screen()) again = setTimeout(send, AGAIN_AFTER);
      return false;
    }
    change(without(read(), first.key));
    const text = refusalText(first.label, isStale(error) ? CHANGED : extractError(error));
    if (isTooSoon(error)) holdBack(first);
    else change(withRefusal(read(), first.key, text));
    return true;
  }

  function offer(wanted: NonNullable<DeskState['offer']>, lasts: number): void {
    clearTimeout(offerEnds);
    offerEnds = setTimeout(() => change({ offer: undefined }), lasts);
    change({ offer: wanted });
  }

  /** Sends nothing; for ten seconds «Ещё раз» is offered, which does. */
  function holdBack(wanted: Wanted): void {
    offer({ wanted }, OFFERED_FOR);
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

function refusalText(label: string, reason: string): string {
  return reason.startsWith('Не принято') ? `${label}. ${reason}` : `Не принято: ${label}. ${reason}`;
}

const CHANGED = 'Это только что изменил кто-то ещё. Посмотрите, как сейчас, и нажмите ещё раз.';
