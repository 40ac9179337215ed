import type { Db } from '../../db/tables.ts';
import { ModelError } from '../../errors.ts';
import { checkPassword, loginName } from '../admins/admins.ts';
import { asksForCode, takeCode } from '../admins/codes.ts';
import type { Store } from '../store.ts';
import type { Blocked } from './blocked.ts';
import { type Device, type OpenedSession, openSession } from './create-session.ts';
import { deviceSource, isKnownDevice } from './devices.ts';
import type { SignInQueues } from './queue.ts';
import { assertMayTry, countFailure, forgetFailures, refuseFor, type Sources, timeToWait } from './throttle.ts';

export const WRONG_PAIR = 'Неверные учетные данные';

/** The line of all devices nobody signed in with before: one at a time, so that a known one never waits for more than one of them. */
const STRANGERS = 'strangers';
/** Where strangers are looked up before their body is read. */
const DOOR = 'door';

export interface Attempt {
  username: string;
  password: string;
  /** Code of an app, or a recovery code. */
  otp?: string | null | undefined;
  /** Where it comes from on the network: what failures of an unknown device are counted for. */
  address: string;
  device: Device;
}

/** What is known of an attempt before its body is read. */
interface Arrival {
  address: string;
  /** Of the device's cookie. */
  token: string | undefined;
}

type EntryStore = Pick<Store, 'db' | 'announce' | 'passwords'>;

/**
 * Opens a session for a right pair, with a right code where one is asked for. 401 for a wrong one, which takes as long for a name that
 * does not exist; 429 while there were too many wrong ones, which is asked before anything is hashed.
 *
 * A device that somebody signed in with before has a counter and a line of its own, so whatever strangers do, its owner gets in.
 * Strangers are counted by address and, all together, by the name they try. Attempts of one line follow each other, and each looks at
 * the counters when its turn comes: wrong ones in parallel do not outrun the counter, and right ones do not count at all.
 */
export async function signIn(store: EntryStore, queues: SignInQueues, attempt: Attempt): Promise<OpenedSession> {
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
    const proved = isKnown ? sources : { ...sources, each: [...sources.each, codeSource(admin)] };
    await checkCode(store, { id: admin.id, username: name }, attempt.otp, proved);
    const opened = await openSession(store, admin, attempt.device);
    if (!opened) throw wrongPair();
    await forgetFailures(store, proved);
    return opened;
  });
}

/**
 * Before the body of an attempt is read: 429 for a device or, when it is an unknown one, an address that has to wait. Unknown devices are
 * looked up one at a time, which leaves the database to others; a blocked address is refused before that queue, so that it cannot fill it.
 */
export async function assertMayCome(
  db: Db,
  { queues, blocked }: { queues: SignInQueues; blocked: Blocked },
  { address, token }: Arrival,
): Promise<void> {
  const isKnown = token !== undefined && (await isKnownDevice(db, token));
  if (isKnown) return assertMayTry(db, { each: [deviceSource(token)] });
  refuseFor(blocked.timeLeft(address));
  const wait = await queues.run(DOOR, () => timeToWait(db, { each: [address] }));
  if (wait > 0) blocked.note(address, wait);
  refuseFor(wait);
}

/** 401 `otp_required` where a code is asked for and none was sent, 401 `wrong_otp` for a wrong one, which counts like a wrong password. */
async function checkCode(
  store: EntryStore,
  admin: { id: number; username: string },
  otp: string | null | undefined,
  sources: Sources,
): Promise<void> {
  if (!(await asksForCode(store.db, admin.id))) return;
  if (!otp?.trim()) throw new ModelError(401, 'otp_required', 'Введите код из приложения или запасной код.');
  await assertMayTry(store.db, sources);
  if (await takeCode(store, admin, otp)) return;
  await countFailure(store, sources);
  throw new ModelError(401, 'wrong_otp', 'Код неверен. Дождитесь нового и введите его.');
}

/** Six digits are few: strangers who know the password have together no more attempts at the code than one of them. */
function codeSource({ id }: { id: number }): string {
  return `code ${id}`;
}

function wrongPair(): ModelError {
  return new ModelError(401, 'wrong_credentials', WRONG_PAIR);
}
