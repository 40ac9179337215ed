import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { ModelError, tooMany } from '../../errors.ts';
import { type AdminStore, checkPassword, loginName } from '../admins/admins.ts';
import { consumeCode, hasTotp } from '../admins/codes.ts';
import { createLimit, type Limit } from '../limit.ts';
import { type Device, deviceSource, isKnownDevice, type OpenedSession, openSession } from './devices.ts';
import { assertMayTry, countFailure, forgetFailures, refuseFor, type Sources, timeToWait } from './throttle.ts';

export const WRONG_PAIR = 'Неверные учетные данные';

const STRANGERS = 'strangers'; // one queue for all unknown devices: a known one waits for at most one of them
const DOOR = 'door';

interface Attempt {
  username: string;
  password: string;
  otp?: string | null | undefined;
  address: string;
  device: Device;
}

/**
 * 401 for wrong credentials, in equal time for unknown names; 429. Known devices have their own counter and queue:
 * attackers cannot lock the owner out. Unknown ones are serialised: parallel guesses cannot outrun the counter.
 */
export async function signIn(store: AdminStore, queues: SignInQueues, attempt: Attempt): Promise<OpenedSession> {
  const { db } = store;
  const name = loginName(attempt.username);
  const token = attempt.device.token;
  const isKnown = token !== undefined && (await isKnownDevice(db, token, name));
  const sources: Sources = isKnown ? { each: [deviceSource(token)] } : { each: [attempt.address], name };
  await assertMayTry(db, sources);
  return queues.run(isKnown ? deviceSource(token) : STRANGERS, async () => {
    await assertMayTry(db, sources);
    const admin = await checkPassword(store, attempt.username, attempt.password);
    if (!admin) {
      await countFailure(store, sources);
      throw wrongPair();
    }
    // All unknown devices share one counter: six digits are easy to guess.
    const ofAll = `code ${admin.id}`;
    const proved = isKnown ? sources : { ...sources, each: [...sources.each, ofAll] };
    await checkCode(store, { id: admin.id, username: name }, attempt.otp, proved);
    const opened = await write(store, (tx) => openSession(tx, admin, attempt.device, 'session.login'));
    if (!opened) throw wrongPair();
    await forgetFailures(store, proved);
    return opened;
  });
}

/** 429 before the body is read. Blocked addresses are refused before the queue and cannot fill it. */
export async function assertNotBlocked(
  db: Db,
  { queues, blocked }: { queues: SignInQueues; blocked: Blocked },
  { address, token }: { address: string; token: string | undefined },
): Promise<void> {
  const isKnown = token !== undefined && (await isKnownDevice(db, token));
  if (isKnown) return assertMayTry(db, { each: [deviceSource(token)] });
  refuseFor(blocked.timeLeft(address));
  const wait = await queues.run(DOOR, () => timeToWait(db, { each: [address] }));
  if (wait > 0) blocked.note(address, wait);
  refuseFor(wait);
}

/** 401 `otp_required` or `wrong_otp`; the latter counts as a failure. */
async function checkCode(
  store: AdminStore,
  admin: { id: number; username: string },
  otp: string | null | undefined,
  sources: Sources,
): Promise<void> {
  if (!(await hasTotp(store.db, admin.id))) return;
  if (!otp?.trim()) throw new ModelError(401, 'otp_required', 'Введите код из приложения или запасной код.');
  await assertMayTry(store.db, sources);
  if (await consumeCode(store, admin, otp)) return;
  await countFailure(store, sources);
  throw new ModelError(401, 'wrong_otp', 'Код неверен. Дождитесь нового и введите его.');
}

function wrongPair(): ModelError {
  return new ModelError(401, 'wrong_credentials', WRONG_PAIR);
}

const MAX_BLOCKED = 10_000;

/** Refuses blocked addresses without a query and without a place in the queue. */
type Blocked = ReturnType<typeof createBlocked>;

/** One per process. Entries expire with their wait, and when the clock was set back. */
export function createBlocked() {
  const known = new LRUCache<string, { since: number; wait: number }>({ max: MAX_BLOCKED });
  return {
    /** Remaining ms; 0 when unknown. */
    timeLeft(address: string): number {
      const { since, wait } = known.get(address) ?? { since: 0, wait: 0 };
      const passed = Date.now() - since;
      return passed >= 0 && passed < wait ? wait - passed : 0;
    },
    note: (address: string, wait: number) => void known.set(address, { since: Date.now(), wait }),
  };
}

const MAX_WAITING = 20;
const RETRY_AFTER = 2;

type SignInQueues = ReturnType<typeof createSignInQueues>;

/** One per process. Queues exist only while in use. */
export function createSignInQueues() {
  const queues = new Map<string, { limit: Limit; users: number }>();
  return {
    /** FIFO per name; 429 when 20 are waiting. */
    async run<T>(name: string, work: () => Promise<T>): Promise<T> {
      const queue = queues.get(name) ?? { limit: createLimit(1, MAX_WAITING, queueFull), users: 0 };
      queues.set(name, queue);
      queue.users += 1;
      try {
        return await queue.limit(work);
      } finally {
        queue.users -= 1;
        if (queue.users === 0) queues.delete(name);
      }
    },
  };
}

function queueFull(): Error {
  return tooMany(`Сейчас пытаются войти слишком многие. Подождите ${RETRY_AFTER} с и попробуйте снова.`, RETRY_AFTER);
}
