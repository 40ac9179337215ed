import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { accessAdvice, commandLine } from '../command.ts';
import { isDamage, isDiskFull, isReadOnly, isRefusedByServer, isUnreachable } from '../db/errors.ts';
import { ModelError, messageOf, StartupError } from '../errors.ts';
import { damagedIn, type Manifest } from '../ops/backup/archive/manifest.ts';
import { momentText, numberText } from '../ops/doctor/report.ts';
import { ExpectedError } from '../ops/errors.ts';

const WIDTH = 24;
const COLUMNS = 80; // if the terminal does not report its width
const REDRAW_INTERVAL = 100; // ms

export interface ShownProgress {
  progress: (what: string, done: number, total: number) => void;
  print: (line: string) => void;
  end: () => void;
}

/** Asks on the terminal for the word «да». Without one, says on stderr that `--yes` confirms `what`. */
export async function confirm(question: string, what: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    process.stderr.write(`Без терминала подтвердите ${what} ключом --yes.\n`);
    return false;
  }
  using terminal = createInterface({ input: process.stdin, output: process.stdout });
  return /^\s*да\s*$/i.test(await terminal.question(`${question} Напишите «да»: `));
}

/** Progress bar on stderr: stdout is for the result. Disposing erases it. */
export function showProgress(): ShownProgress & Disposable {
  const { stderr } = process;
  const clear = () => stderr.isTTY && last && stderr.write('\r\x1b[K');
  let last = '';
  let drawnAt = 0;
  return {
    progress(what, done, total) {
      const isNew = what !== last;
      last = what;
      if (!stderr.isTTY) {
        if (isNew) stderr.write(`${what} …\n`);
        return;
      }
      if (!isNew && done < total && Date.now() - drawnAt < REDRAW_INTERVAL) return;
      drawnAt = Date.now();
      const line = lineOf(what, total > 0 ? done / total : 1);
      // `\r` redraws only the last row of a wrapped line.
      stderr.write(`\r\x1b[K${line.slice(0, (stderr.columns || COLUMNS) - 1)}`);
    },
    print(line) {
      clear();
      stderr.write(`${line}\n`);
    },
    end: clear,
    [Symbol.dispose]: clear,
  };
}

/** `part` from 0 to 1. */
function lineOf(what: string, part: number): string {
  const bar = '█'.repeat(Math.round(part * WIDTH)).padEnd(WIDTH, '░');
  return `${bar} ${String(Math.floor(part * 100)).padStart(3)} %  ${what}`;
}

export interface Command {
  help: string; // Printed by `--help`
  flags?: string[]; // Option names: flags take no value, `values` take one
  values?: string[];
  usageExitCode?: number; // Exit code for invalid arguments, by default 2
  /** Returns the exit code. UsageError for invalid arguments; other expected errors exit with 1. */
  run: (given: Args) => Promise<number>;
}

export interface Args {
  words: string[];
  flags: Set<string>;
  values: Record<string, string | undefined>;
}

const EXPECTED = [ModelError, StartupError, ExpectedError];

/** A Russian sentence; printed with the usage of the command, exit code 2. */
export class UsageError extends Error {}

/** `--help` and `-h` are flags of every command. */
export function readArguments(args: string[], { flags = [], values = [] }: Pick<Command, 'flags' | 'values'>): Args {
  const known = ['help', ...flags, ...values];
  const options = Object.fromEntries(
    known.map((name) => [name, { type: values.includes(name) ? ('string' as const) : ('boolean' as const) }]),
  );
  const { tokens } = parseArgs({
    args,
    options: { ...options, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
    // Strict parsing complains in English.
    strict: false,
    tokens: true,
  });
  const given: Args = { words: [], flags: new Set(), values: {} };
  for (const token of tokens) {
    if (token.kind === 'positional') given.words.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    if (!known.includes(name)) throw new UsageError(`Ключа ${rawName} нет.`);
    if (!values.includes(name)) {
      if (value !== undefined) throw new UsageError(`Ключ ${rawName} пишется без значения.`);
      given.flags.add(name);
    } else {
      if (!value?.trim() || (!inlineValue && value.startsWith('--')))
        throw new UsageError(`После ключа ${rawName} нужно значение.`);
      given.values[name] = value;
    }
  }
  if (given.words.includes('')) throw new UsageError('Одно из слов команды пустое.');
  return given;
}

/** Message of an expected error; others are rethrown. */
export function errorText(error: unknown): string {
  if (EXPECTED.some((kind) => error instanceof kind)) return (error as Error).message;
  const reason = messageOf(error);
  if (isRefusedByServer(error))
    return `База PostgreSQL не пускает (${reason}). Проверьте имя, пароль и то, что база создана.`;
  if (isUnreachable(error)) return `База данных не отвечает (${reason}).`;
  if (isDamage(error))
    return `База данных повреждена (${reason}). Остановите сервер и восстановите последнюю копию: ${commandLine('restore Файл')}`;
  if (isReadOnly(error)) return `В базу данных нельзя писать (${reason}). ${accessAdvice()}`;
  if (isDiskFull(error)) return 'На диске не хватило места. Освободите его и повторите команду.';
  throw error;
}

export function describeContent(manifest: Manifest, timeZone: string): string {
  const { madeAt, version, tables, pictures, missing, lost } = manifest;
  const rows = (name: string) => numberText(tables[name]?.rows ?? 0);
  const files = tables.files?.rows ? `, файлов — ${rows('files')}` : '';
  const images = pictures ? `картинок — ${rows('images')}${files}` : 'без картинок и файлов';
  const gone = missing.length + damagedIn(manifest).length + lost.length;
  const without = gone > 0 ? ` Картинок и файлов, которые на сайте уже пропали или повреждены: ${gone}.` : '';
  return `Копия от ${momentText(new Date(madeAt), timeZone)}, rampa ${version}: новостей и страниц — ${rows('articles')}, ${images}.${without}`;
}
