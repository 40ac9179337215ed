import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { commandLine } from '../command.ts';
import { misspelt, SETTINGS } from '../config/settings.ts';
import { tryConfig } from '../config.ts';
import { migrations } from '../db/migrations/index.ts';
import { DESCRIPTION } from '../ops/release/layout.ts';
import { VERSION } from '../version.ts';
import { type Args, type Command, UsageError } from './terminal.ts';

const ROOT = path.join(import.meta.dirname, '..');

export const config: Command = {
  help: `rampa config [--json]   проверить настройки, ничего не запуская, и показать их без секретов

Показывает каждую настройку, её значение и откуда оно: из переменной окружения, из файла (DATABASE_URL_FILE и подобные) или по
умолчанию. Вместо секретов — «задан». Что записано с ошибкой, названо отдельно, каждое своей строкой.
Код завершения: 0 — всё верно, 1 — что-то записано с ошибкой. Переменную, похожую на описку, команда называет, но ошибкой не считает.

Примеры:
  ${commandLine('config')}
  ${commandLine('config --json')}`,
  flags: ['json'],
  run: runConfig,
};

export const version: Command = {
  help: `rampa version [--json]   версия, коммит, из которого она сделана, Node и устройство базы, которое она знает

Одну только версию печатает ${commandLine('--version')}.

Примеры:
  ${commandLine('version')}`,
  flags: ['json'],
  run: runVersion,
};

interface Shown {
  name: string;
  value: string | null; // Null: not set or invalid
  from: 'environment' | 'file' | 'default';
  file?: string;
  problem?: string;
}

async function runConfig({ words, flags: given }: Args): Promise<number> {
  if (words.length > 0) throw new UsageError('У этой команды нет слов после имени.');
  const { config, problems } = tryConfig(process.env);
  const settings = SETTINGS.map(({ name, of }): Shown => {
    const problem = problems.find((each) => new RegExp(`^${name}(_FILE)?[ :]`).test(each));
    const value = problem ? null : String(of(config) ?? '') || null;
    return { name, value, ...originOf(name), ...(problem && { problem }) };
  });
  const warnings = misspelt(process.env).map(({ name, meant, alike }) => {
    const others = meant ? [meant] : alike;
    const hint = others.length > 0 ? ` Может быть, ${others.join(', ')}?` : '';
    return `Переменная ${name} — не настройка rampa и ни на что не влияет.${hint}`;
  });
  if (given.has('json')) process.stdout.write(`${JSON.stringify({ settings, problems, warnings }, null, 2)}\n`);
  else process.stdout.write(table(settings));
  process.stderr.write([...problems, ...(given.has('json') ? [] : warnings)].map((line) => `${line}\n`).join(''));
  return problems.length > 0 ? 1 : 0;
}

function originOf(name: string): Pick<Shown, 'from' | 'file'> {
  const file = process.env[`${name}_FILE`]?.trim();
  if (process.env[name]?.trim()) return { from: 'environment' };
  return file ? { from: 'file', file } : { from: 'default' };
}

const WIDEST = 40; // characters of a column
const ORIGINS = { environment: 'из переменной', default: 'по умолчанию' };

function table(settings: Shown[]): string {
  const rows = settings.map(({ name, value, from, file, problem }) => [
    name,
    problem ? 'ОШИБКА' : (value ?? '—'),
    from === 'file' ? `из файла ${file}` : value === null && !problem ? 'не задано' : ORIGINS[from],
  ]);
  const widths = [0, 1].map((at) => Math.min(WIDEST, Math.max(...rows.map((row) => row[at]?.length ?? 0))));
  const lines = rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '));
  return `${lines.join('\n')}\n`;
}

/** Opens no database: `schema` is the last step that this version knows. */
async function runVersion({ words, flags: given }: Args): Promise<number> {
  if (words.length > 0) throw new UsageError('У этой команды нет слов после имени.');
  const about = {
    version: VERSION,
    commit: commit() ?? null,
    node: process.versions.node,
    schema: Object.keys(migrations).at(-1) ?? null,
  };
  const lines = [
    `rampa ${about.version}`,
    `коммит: ${about.commit ?? 'неизвестен'}`,
    `Node.js ${about.node}`,
    `устройство базы: ${about.schema}`,
  ];
  process.stdout.write(given.has('json') ? `${JSON.stringify(about, null, 2)}\n` : `${lines.join('\n')}\n`);
  return 0;
}

function commit(): string | undefined {
  try {
    return (JSON.parse(readFileSync(path.join(ROOT, DESCRIPTION), 'utf8')) as { commit: string }).commit;
  } catch {
    // Not installed from a release archive.
  }
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return undefined;
  }
}
