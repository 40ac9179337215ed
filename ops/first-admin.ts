import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { StartupError } from '../errors.ts';
import type { AdminStore } from '../model/admins/admins.ts';
import { addFirstAdmin, generatePassword, hasAnyoneSignedIn, isPasswordInUse } from '../model/admins/first-admin.ts';
import { isEasyToGuess } from '../model/admins/password-rule.ts';

/** In DATA_DIR, mode 0600; removed after the first login or when the password is replaced. */
export const FIRST_PASSWORD_FILE = 'first-password';
const POLL_INTERVAL = 5000; // ms

/** A generated password goes to the terminal, or to a file of mode 0600. Returns the lines to print, Russian on a terminal. */
export async function makeFirstAdmin(store: AdminStore, config: Config, hasTerminal: boolean): Promise<string[]> {
  const { adminUsername: username, adminPassword, dataDir } = config;
  if (/\s/u.test(username)) throw new StartupError('ADMIN_USERNAME не должен содержать пробелов.');
  const password = adminPassword ?? generatePassword();
  const file = path.join(dataDir, FIRST_PASSWORD_FILE);
  if (!adminPassword && !hasTerminal) await writeFile(file, `${password}\n`, { mode: 0o600 });
  if (!(await addFirstAdmin(store, username, password))) {
    // Another server created the administrator first: this password is invalid.
    await rm(file, { force: true });
    return [];
  }
  if (adminPassword) return madeWith(username, adminPassword, hasTerminal);
  if (!hasTerminal) return [`Administrator "${username}" was made; the password is in ${file} until the first login.`];
  return [`Администратор: ${username}`, `Пароль:        ${password}`, 'Он показан только этот раз.'];
}

/** Removes the file when its password no longer works. */
export async function dropReplacedPassword(store: AdminStore, dataDir: string): Promise<void> {
  const file = path.join(dataDir, FIRST_PASSWORD_FILE);
  const password = await readFile(file, 'utf8').catch(() => undefined);
  if (password !== undefined && !(await isPasswordInUse(store, password.trim()))) await rm(file, { force: true });
}

/** Polls until the file is removed: the login or new password may happen on another server. */
export async function watchFirstPassword(store: AdminStore, dataDir: string): Promise<void> {
  const file = path.join(dataDir, FIRST_PASSWORD_FILE);
  while (existsSync(file)) {
    await sleep(POLL_INTERVAL, undefined, { ref: false });
    if (await hasAnyoneSignedIn(store.db).catch(() => false)) await rm(file, { force: true });
    else await dropReplacedPassword(store, dataDir).catch(() => {});
  }
}

function madeWith(username: string, password: string, hasTerminal: boolean): string[] {
  const [made, weak] = hasTerminal
    ? [
        `Администратор «${username}» добавлен с паролем из ADMIN_PASSWORD.`,
        'Этот пароль легко угадать: смените его в панели.',
      ]
    : [
        `Administrator "${username}" was made with the password from ADMIN_PASSWORD.`,
        'That password is easy to guess: change it in the panel.',
      ];
  return isEasyToGuess(password, [username]) ? [made, weak] : [made];
}
