import { commandLine } from '../command.ts';
import { reasonOf } from '../errors.ts';
import { VERSION } from '../version.ts';
import { type Args, type Command, errorText, readArguments, UsageError } from './terminal.ts';

interface Listed {
  name: string;
  line: string;
  load: () => Promise<Command>; // Imported lazily: a server must not hold all commands in memory
}

export const COMMANDS: Listed[] = [
  { name: 'start', line: 'запустить сайт', load: async () => start },
  { name: 'demo', line: 'показать сайт с примерами, ничего не сохраняя', load: async () => start },
  {
    name: 'admin',
    line: 'администраторы: список, добавить, пароль, ссылка, удалить',
    load: () => import('./admin.ts'),
  },
  {
    name: 'backup',
    line: 'резервные копии: сделать, показать, проверить',
    load: async () => (await import('./backup.ts')).backupSite,
  },
  {
    name: 'restore',
    line: 'восстановить сайт из резервной копии',
    load: async () => (await import('./backup.ts')).restoreSite,
  },
  { name: 'import', line: 'привезти новости и страницы с прежнего сайта', load: () => import('./import.ts') },
  { name: 'move', line: 'перенести сайт в PostgreSQL и обратно', load: () => import('./move.ts') },
  {
    name: 'export',
    line: 'забрать с сайта всё: для другого сайта, для WordPress, для чтения без сервера',
    load: () => import('./export.ts'),
  },
  {
    name: 'upgrade',
    line: 'перейти на версию из архива',
    load: async () => (await import('./upgrade.ts')).upgradeSite,
  },
  { name: 'rollback', line: 'вернуть прежнюю версию', load: async () => (await import('./upgrade.ts')).rollbackSite },
  { name: 'rehearse', line: 'сыграть ночь эфира на копии сайта', load: () => import('./rehearsal.ts') },
  { name: 'doctor', line: 'что в порядке, что нет и что делать', load: () => import('./doctor.ts') },
  { name: 'config', line: 'проверить и показать настройки', load: async () => (await import('./config.ts')).config },
  { name: 'version', line: 'версия, её коммит и Node', load: async () => (await import('./config.ts')).version },
];

const start: Command = {
  help: `rampa start    запустить сайт; остановить — Ctrl+C
rampa demo     запустить сайт с примерами новостей и трансляции; с его остановкой всё исчезнет

Настройки задаются переменными окружения, они перечислены в README.md. Главные из них:
  DATA_DIR      папка, где лежит всё, что нужно сохранить (сейчас без неё — папка data)
  PUBLIC_URL    адрес сайта, например https://festival.example
  HOST, PORT    где отвечать: 127.0.0.1 и 3000`,
  run: runStart,
};

const LOST = 1; // exit code when the answer could not be written
const SERVERS = ['start', 'demo'];

if (import.meta.main) {
  const args = process.argv.slice(2);
  if (!SERVERS.includes(args[0] ?? '')) {
    // Data and backups are private. A server sets the umask only after the build, whose files others may read.
    process.umask(0o077);
    for (const stream of [process.stdout, process.stderr]) stream.on('error', refuseOutput);
  }
  const code = await rampa(args);
  process.exitCode ||= code;
}

/** A closed pipe (EPIPE) is no failure; any other write error, such as a full disk, sets the exit code LOST. */
function refuseOutput(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE' || process.exitCode === LOST) return;
  process.exitCode = LOST;
  process.stderr.write(`Ответ команды не записан: ${reasonOf(error)}.\n`);
}

/** Runs one command and returns its exit code: 0 done, 1 failed, 2 wrong use. */
export async function rampa([name = '', ...args]: string[]): Promise<number> {
  if (['--version', '-v'].includes(name)) return print(`rampa ${VERSION}`);
  if (['help', '--help', '-h'].includes(name)) return args[0] ? rampa([args[0], '--help']) : print(overview());
  const listed = COMMANDS.find((each) => each.name === name);
  if (!listed) return refuse(name ? unknownCommand(name) : overview());
  const command = await listed.load();
  try {
    const given = readArguments(args, command);
    if (given.flags.has('help')) return print(command.help);
    return await command.run(given);
  } catch (error) {
    if (error instanceof UsageError)
      return refuse(`${error.message}\n\n${usageOf(command, name, args)}`, command.usageExitCode);
    const message = errorText(error);
    if (args.includes('--json')) process.stdout.write(`${JSON.stringify({ message })}\n`);
    process.stderr.write(`${message}\n`);
    return 1;
  }
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

function refuse(why: string, code = 2): number {
  process.stderr.write(`${why}\n`);
  return code;
}

/** The first paragraph of the help, reduced to the subcommand's lines if it has any. */
function usageOf({ help }: Command, name: string, [word]: string[]): string {
  const lines = help.split('\n\n')[0]?.split('\n') ?? [];
  const own = lines.filter((line) => word && !word.startsWith('-') && line.startsWith(`rampa ${name} ${word} `));
  return [...(own.length > 0 ? own : lines), '', `Подробнее: ${commandLine(`${name} --help`)}`].join('\n');
}

function unknownCommand(name: string): string {
  const names = COMMANDS.map((each) => each.name);
  return `Команды ${name} нет.\n\nКакие есть: ${names.join(', ')}. О каждой: ${commandLine('<команда> --help')}`;
}

function overview(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  return [
    'rampa — сайт фестиваля и панель для его редакторов.',
    '',
    ...COMMANDS.map(({ name, line }) => `  rampa ${name.padEnd(width)}  ${line}`),
    '',
    `О каждой команде: ${commandLine('<команда> --help')}. Одна лишь версия: ${commandLine('--version')}.`,
    'Командам нужны те же переменные окружения, что и серверу.',
    'Код завершения: 0 — сделано, 1 — не получилось, 2 — команда записана с ошибкой; у doctor 1 и 2 — ещё и то, что он нашёл, у import 2 — потери, ошибка в записи — 1.',
  ].join('\n');
}

/** Also runs `rampa demo`: boot/run.ts distinguishes them by the command's name. */
async function runStart({ words }: Args): Promise<number> {
  if (words.length > 0) throw new UsageError('У этой команды нет слов после имени.');
  await import('../server.ts');
  return 0;
}
