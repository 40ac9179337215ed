import { checkPassword, loginName } from '../admins.ts';
import { ModelError } from '../errors.ts';
import { assertMayTry, countFailure, forgetFailures, type Sources } from '../login-failures.ts';
import type { Store } from '../write.ts';
import { deviceSource, isKnownDevice } from './devices.ts';
import { type Device, type OpenedSession, openSession } from './opening.ts';
import type { Turns } from './turns.ts';

export const WRONG_PAIR = 'Неверные учетные данные';

/** The line of all devices nobody signed in with before: one at a time, so that a known one never waits for more than one of them. */
const STRANGERS = 'strangers';

export interface Attempt {
  username: string;
  password: string;
  /** Where it comes from on the network: what failures of an unknown device are counted for. */
  address: string;
  device: Device;
}

type EntryStore = Pick<Store, 'db' | 'announce' | 'passwords'>;

/**
 * Opens a session for a right pair. 401 for a wrong one, which takes as long for a name that does not exist; 429 while there were too
 * many wrong ones, which is asked before anything is hashed.
 *
 * A device that somebody signed in with before has a counter and a line of its own, so whatever strangers do, its owner gets in.
 * Strangers are counted by address and, all together, by the name they try. Attempts of one line follow each other, and each looks at
 * the counters when its turn comes: wrong ones in parallel do not outrun the counter, and right ones do not count at all.
 */
export async function signIn(store: EntryStore, turns: Turns, attempt: Attempt): Promise<OpenedSession> {
  const { db } = store;
  const name = loginName(attempt.username);
  const token = attempt.device.token;
  const isKnown = token !== undefined && (await isKnownDevice(db, token, name));
  const sources: Sources = isKnown ? { each: [deviceSource(token)] } : { each: [attempt.address], name };
  await assertMayTry(db, sources);
  return turns.take(isKnown ? deviceSource(token) : STRANGERS, async () => {
    await assertMayTry(db, sources);
    const opened = await tryPair(store, attempt);
    if (opened) {
      await forgetFailures(store, sources);
      return opened;
    }
    await countFailure(store, sources);
    throw new ModelError(401, 'wrong_credentials', WRONG_PAIR);
  });
}

/** Before the body of an attempt is read: 429 for a device or, when it is an unknown one, an address that has to wait. */
export async function assertMayCome(db: Store['db'], address: string, token: string | undefined): Promise<void> {
  const isKnown = token !== undefined && (await isKnownDevice(db, token));
  await assertMayTry(db, { each: [isKnown ? deviceSource(token) : address] });
}

async function tryPair(store: EntryStore, { username, password, device }: Attempt): Promise<OpenedSession | undefined> {
  const admin = await checkPassword(store, username, password);
  return admin && openSession(store, admin, device);
}
