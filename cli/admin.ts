import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { commandLine } from '../command.ts';
import { addressOf, type Config, readConfig } from '../config.ts';
import { StartupError } from '../errors.ts';
import { type Admin, type AdminStore, addAdmin, listAdmins, removeAdmin } from '../model/admins/admins.ts';
import { generatePassword } from '../model/admins/first-admin.ts';
import { resetPassword } from '../model/admins/passwords.ts';
import { createPasswordHasher } from '../model/admins/secrets.ts';
import { makeLoginLink } from '../model/sessions/login-links.ts';
import { dropReplacedPassword } from '../ops/first-admin.ts';
import { roleNames } from '../roles.ts';
import { openExisting } from './database.ts';
import { type Args, confirm, UsageError } from './terminal.ts';

export const help = `rampa admin list                             кто входит в панель
rampa admin add <имя> [--generate]           добавить администратора
rampa admin password <имя> [--generate]      задать ему новый пароль, завершить все его сеансы, выключить вход с кодом
rampa admin link [имя]                       ссылка, по которой он войдёт без пароля: один раз, в течение 10 минут
rampa admin delete <имя> [--yes]             удалить его и завершить все его сеансы; последнего администратора — нельзя

Пароль спрашивается, а без терминала читается первой строкой ввода; с --generate он придумывается и показывается один раз.
База данных берётся из DATA_DIR или DATABASE_URL; сервер при этом может работать.

Примеры:
  ${commandLine('admin add Ольга')}
  ${commandLine('admin password admin --generate')}`;
export const flags = ['generate', 'yes'];

export async function run({ words: [verb = '', ...names], flags: given }: Args): Promise<number> {
  const command = COMMANDS.get(verb);
  if (!command) throw new UsageError(verb ? `Команды admin ${verb} нет.` : 'Что сделать с администраторами?');
  const { act, takes = [], people = [1] } = command;
  if (!people.includes(names.length)) throw new UsageError(`У admin ${verb} другое число имён: посмотрите ниже.`);
  const foreign = [...given].find((name) => !takes.includes(name));
  if (foreign) throw new UsageError(`У admin ${verb} нет ключа --${foreign}.`);
  const config = readConfig(process.env);
  await using db = await openExisting(config);
  const store = { db, publish: () => {}, passwords: createPasswordHasher() };
  const options = { config, isGenerated: given.has('generate'), isSure: given.has('yes') };
  await act(store, names[0] ?? '', options);
  return 0;
}

interface Command {
  act: (store: AdminStore, name: string, options: Options) => Promise<void>;
  takes?: string[]; // Allowed flags
  people?: number[]; // Allowed numbers of usernames, by default [1]
}

const COMMANDS = new Map<string, Command>([
  ['list', { act: list, people: [0] }],
  ['add', { act: add, takes: ['generate'] }],
  ['password', { act: password, takes: ['generate'] }],
  ['link', { act: link, people: [0, 1] }],
  ['delete', { act: remove, takes: ['yes'] }],
]);

interface Options {
  config: Config;
  isGenerated: boolean;
  isSure: boolean;
}

async function list({ db }: AdminStore, _name: string, { config }: Options): Promise<void> {
  const time = new Intl.DateTimeFormat('ru', { dateStyle: 'short', timeStyle: 'short', timeZone: config.timeZone });
  const shown = (moment: string | null) => (moment ? time.format(new Date(moment)) : 'ещё не входил');
  const admins = await listAdmins(db);
  const width = Math.max(...admins.map(({ username }) => username.length), 0);
  const roleWidth = Math.max(...admins.map(({ role }) => roleNames[role].length), 0);
  for (const { username, role, createdAt, lastLoginAt } of admins) {
    process.stdout.write(
      `${username.padEnd(width)}  ${roleNames[role].padEnd(roleWidth)}  добавлен ${shown(createdAt)}  последний вход: ${shown(lastLoginAt)}\n`,
    );
  }
}

async function add(store: AdminStore, username: string, options: Options): Promise<void> {
  const password = await choosePassword(options);
  const added = await addAdmin(store, { username, password }, null);
  print(`Администратор «${added.username}» добавлен.`, password, options);
}

async function password(store: AdminStore, username: string, options: Options): Promise<void> {
  const found = requireName(await listAdmins(store.db), username);
  const chosen = await choosePassword(options);
  await resetPassword(store, found.id, chosen, null);
  await dropReplacedPassword(store, options.config.dataDir);
  const line = `Пароль ${titleOf(found)[1]} «${username}» изменён, все его сеансы завершены.`;
  print(
    found.hasTotp ? `${line}\nВход с кодом у него выключен: включить его снова можно в панели.` : line,
    chosen,
    options,
  );
}

async function link(store: AdminStore, username: string, { config }: Options): Promise<void> {
  const chosen = chooseName(await listAdmins(store.db), username, config);
  const secret = await makeLoginLink(store, chosen);
  const origin = config.publicUrl ?? addressOf(config, 'localhost');
  // Fragments are not sent to servers, so the secret reaches no log.
  process.stdout.write(
    `Ссылка для входа ${titleOf(chosen)[1]} «${chosen.username}», на один раз, действует 10 минут:\n${origin}/admin/login#link=${secret}\n`,
  );
}

async function remove(store: AdminStore, username: string, { isSure }: Options): Promise<void> {
  const found = requireName(await listAdmins(store.db), username);
  if (!isSure && !(await confirm(`Удалить «${found.username}»? Вернуть нельзя.`, 'удаление')))
    throw new StartupError('Ничего не изменено.');
  await removeAdmin(store, found.id, null);
  process.stdout.write(`${titleOf(found)[0]} «${found.username}» удалён, все его сеансы завершены.\n`);
}

function titleOf({ role }: Admin): [nominative: string, genitive: string] {
  return role === 'administrator' ? ['Администратор', 'администратора'] : ['Сотрудник', 'сотрудника'];
}

function chooseName(admins: Admin[], username: string, { adminUsername }: Config): Admin {
  const [only] = admins;
  return only && admins.length === 1 && username === '' ? only : requireName(admins, username || adminUsername);
}

function requireName(admins: Admin[], username: string): Admin {
  const found = admins.find((each) => each.username === username.normalize('NFC'));
  if (!found) throw new StartupError(`Сотрудника «${username}» нет. Кто есть: ${commandLine('admin list')}`);
  return found;
}

async function choosePassword({ isGenerated }: Options): Promise<string> {
  if (isGenerated) return generatePassword();
  if (process.stdin.isTTY) process.stderr.write('Новый пароль (при вводе не виден): ');
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: Boolean(process.stdin.isTTY) });
  try {
    for await (const line of lines) if (line) return line;
    throw new StartupError('Пароль не задан: ввод пуст. Передайте его первой строкой или добавьте --generate.');
  } finally {
    lines.close();
    if (process.stdin.isTTY) process.stderr.write('\n');
  }
}

function print(line: string, password: string, { isGenerated }: Options): void {
  process.stdout.write(isGenerated ? `${line}\nПароль: ${password}\nОн показан только этот раз.\n` : `${line}\n`);
}
