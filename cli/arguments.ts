import { parseArgs } from 'node:util';
import { asOwner, typed } from '../command.ts';
import { isDamage, isDiskFull, isReadOnly, isRefusedByServer, isUnreachable } from '../db/errors.ts';
import { ModelError, messageOf, StartupError } from '../errors.ts';
import { similarTo } from '../model/text/similar.ts';
import { damagedIn, type Manifest } from '../ops/backup/archive/manifest.ts';
import { momentText, numberText } from '../ops/doctor/report.ts';
import { ForeseenError } from '../ops/errors.ts';

/** A command of `rampa`, as its module exports it. */
export interface Command {
  help: string; // Printed by `--help`
  flags?: string[]; // Names of options: flags stand alone, values are followed by one
  values?: string[];
  wrongUse?: number; // Exit code of arguments that make no sense, 2 by itself
  /** Gives the exit code. UsageError for arguments that make no sense; other foreseen errors end with 1. */
  run: (given: Given) => Promise<number>;
}

export interface Given {
  words: string[];
  flags: Set<string>;
  values: Record<string, string | undefined>;
}

const FORESEEN = [ModelError, StartupError, ForeseenError];

/** A Russian sentence; printed with the usage of the command, exit code 2. */
export class UsageError extends Error {}

const LETTERS_PER_SLIP = 3; // options are few: a rough guess finds the right one

/** `--help` and `-h` are flags of every command. */
export function readArguments(args: string[], { flags = [], values = [] }: Pick<Command, 'flags' | 'values'>): Given {
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
  const given: Given = { words: [], flags: new Set(), values: {} };
  for (const token of tokens) {
    if (token.kind === 'positional') given.words.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    if (!known.includes(name)) {
      const similar = similarTo(rawName, known, LETTERS_PER_SLIP);
      throw new UsageError(`Ключа ${rawName} нет.${similar ? ` Может быть, --${similar}?` : ''}`);
    }
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

/** Message of a foreseen error; others are rethrown. */
export function sentence(error: unknown): string {
  if (FORESEEN.some((kind) => error instanceof kind)) return (error as Error).message;
  const reason = messageOf(error);
  if (isRefusedByServer(error))
    return `База PostgreSQL не пускает (${reason}). Проверьте имя, пароль и то, что база создана.`;
  if (isUnreachable(error)) return `База данных не отвечает (${reason}).`;
  if (isDamage(error))
    return `База данных повреждена (${reason}). Остановите сервер и восстановите последнюю копию: ${typed('restore Файл')}`;
  if (isReadOnly(error)) return `В базу данных нельзя писать (${reason}). ${asOwner()}`;
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

export function sizeInWords(bytes: number): string {
  if (bytes < 100_000) return `${Math.ceil(bytes / 1000)} КБ`;
  const megabytes = bytes / 1_000_000;
  return `${new Intl.NumberFormat('ru', { maximumFractionDigits: megabytes < 10 ? 1 : 0 }).format(megabytes)} МБ`;
}
