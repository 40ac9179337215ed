import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isEasyToGuess } from '../model/admins/password-rule.ts';
import { type AdminStore, addFirstAdmin, generatePassword, hasAdmin, hasAnyoneSignedIn } from '../model/admins.ts';
import type { Db } from '../model/tables.ts';
import type { Config } from './config.ts';

/** In DATA_DIR, readable by the server's user only; removed after the first login. */
export const FIRST_PASSWORD_FILE = 'first-password';
/** How often it is looked whether somebody has signed in at another server, in ms. */
const LOOK_EVERY = 5000;

/**
 * Makes the first administrator when there is none, and never touches one that exists. Without a configured password one is
 * made: shown once on a terminal, else put into a file that only the server's user can read. Gives the lines to print.
 */
export async function ensureFirstAdmin(store: AdminStore, config: Config, hasTerminal: boolean): Promise<string[]> {
  if (await hasAdmin(store.db)) return [];
  const { adminUsername: username, adminPassword, dataDir } = config;
  const password = adminPassword ?? generatePassword();
  const file = path.join(dataDir, FIRST_PASSWORD_FILE);
  if (!adminPassword && !hasTerminal) await writeFile(file, `${password}\n`, { mode: 0o600 });
  if (!(await addFirstAdmin(store, username, password))) {
    // Another instance was quicker, and this password opens nothing.
    await rm(file, { force: true });
    return [];
  }
  if (adminPassword) return madeWith(username, adminPassword);
  if (!hasTerminal) return [`Administrator "${username}" was made; the password is in ${file} until the first login.`];
  return [`Administrator: ${username}`, `Password:      ${password}`, 'It is shown only this once.'];
}

/** Removes the file of the first password also when it was used at another server: that one has no such file. Ends with the file. */
export async function watchFirstPassword(db: Db, dataDir: string): Promise<void> {
  const file = path.join(dataDir, FIRST_PASSWORD_FILE);
  while (existsSync(file)) {
    await sleep(LOOK_EVERY, undefined, { ref: false });
    if (await hasAnyoneSignedIn(db).catch(() => false)) await rm(file, { force: true });
  }
}

function madeWith(username: string, password: string): string[] {
  const made = `Administrator "${username}" was made with the password from ADMIN_PASSWORD.`;
  return isEasyToGuess(password, [username])
    ? [made, 'That password is easy to guess: change it in the panel.']
    : [made];
}
