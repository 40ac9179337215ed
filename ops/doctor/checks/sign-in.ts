import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { commandLine } from '../../../command.ts';
import { databaseIn } from '../../../db/open.ts';
import { type Admin, listAdmins } from '../../../model/admins/admins.ts';
import { plural } from '../../../model/text/plural.ts';
import { FIRST_PASSWORD_FILE } from '../../first-admin.ts';
import type { DoctorContext } from '../doctor.ts';
import { type Finding, finding, spanText } from '../report.ts';

const RETENTION = 24 * 3600 * 1000; // ms
const NAMES = 5;

export async function entryFindings({ db }: DoctorContext): Promise<Finding[]> {
  const admins = await listAdmins(db());
  return [adminsFinding(admins), codesFinding(admins)];
}

export function adminsFinding(admins: Pick<Admin, 'username' | 'lastLoginAt'>[]): Finding {
  const line = finding('admins', 'Администраторы');
  if (admins.length === 0)
    return line.bad('Нет ни одного: войти в панель некому.', `Добавьте: ${commandLine('admin add Имя')}`);
  const text = `Всего ${admins.length}.`;
  const strangers = admins.filter(({ lastLoginAt }) => lastLoginAt === null).map(({ username }) => username);
  return strangers.length > 0
    ? line.attention(
        `${text} Ещё ни разу не входили: ${named(strangers)}.`,
        'Войдите сами или удалите лишних в разделе «Команда».',
      )
    : line.good(`${text} Каждый уже входил.`);
}

export function codesFinding(admins: Pick<Admin, 'username' | 'hasTotp'>[]): Finding {
  const line = finding('codes', 'Двухфакторный вход');
  const without = admins.filter(({ hasTotp }) => !hasTotp).map(({ username }) => username);
  return without.length === 0
    ? line.good('Включён у каждого: украденного пароля мало, чтобы войти.')
    : line.attention(
        `Одного пароля достаточно, чтобы вошли: ${named(without)}.`,
        'Включите двухфакторный вход в разделе «Мой профиль», каждый себе.',
      );
}

function named(names: string[]): string {
  const rest = names.length - NAMES;
  return (
    names.slice(0, NAMES).join(', ') + (rest > 0 ? ` и ещё ${plural(rest, 'человек', 'человека', 'человек')}` : '')
  );
}

export async function firstPasswordFindings({ config }: DoctorContext): Promise<Finding[]> {
  const file = path.join(config.dataDir, FIRST_PASSWORD_FILE);
  const found = await stat(file).catch(() => undefined);
  return [firstPasswordFinding(file, found && Date.now() - found.mtimeMs)];
}

/** `age` in ms; undefined when there is no file. Bad from 24 h. */
export function firstPasswordFinding(file: string, age: number | undefined): Finding {
  const line = finding('first-password', 'Первый пароль');
  if (age === undefined) return line.good('Файла с первым паролем нет.');
  const text = `Пароль первого администратора лежит в файле ${file}${age < RETENTION ? '' : ` уже ${spanText(age)}`}.`;
  const advice = 'Войдите с этим паролем: после первого входа файл исчезнет.';
  return age < RETENTION ? line.attention(text, advice) : line.bad(text, advice);
}

/** Not checked on Windows. */
export async function permissionFindings({ config: { dataDir, databaseUrl } }: DoctorContext): Promise<Finding[]> {
  if (process.platform === 'win32') return [];
  const directory = await stat(dataDir);
  const file = databaseUrl ? undefined : await stat(databaseIn(dataDir)).catch(() => undefined);
  return [permissionFinding(dataDir, directory.mode, file?.mode ?? 0)];
}

/** `directory` and `file` are `st_mode`. Bad when others may write, attention when they may read. */
export function permissionFinding(dataDir: string, directory: number, file: number): Finding {
  const line = finding('permissions', 'Права на данные');
  const advice = `Закройте папку от остальных: chmod 700 ${dataDir}`;
  if ((directory & 0o002) !== 0 || (file & 0o002) !== 0)
    return line.bad(`Папку ${dataDir} или базу в ней может менять любой пользователь машины.`, advice);
  return (directory & 0o001) !== 0 && (file & 0o004) !== 0
    ? line.attention(
        `Базу в папке ${dataDir} может прочесть любой пользователь машины, а в ней ключи для кодов входа.`,
        advice,
      )
    : line.good('Посторонние пользователи машины до данных не доберутся.');
}

/** Error code; undefined for a writable folder, or one that its first file will create. */
export async function whyNotWritable(folder: string): Promise<string | undefined> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? undefined : code;
  }
}
