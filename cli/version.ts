import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { typed } from '../command.ts';
import { migrations } from '../db/migrations/index.ts';
import { DESCRIPTION } from '../ops/release/layout.ts';
import { VERSION } from '../version.ts';
import { type Given, UsageError } from './arguments.ts';

export const help = `rampa version [--json]   версия, коммит, из которого она сделана, Node и устройство базы, которое она знает

Одну только версию печатает ${typed('--version')}.

Примеры:
  ${typed('version')}`;
export const flags = ['json'];

const ROOT = path.join(import.meta.dirname, '..');

/** Opens no database: `schema` is the last step that this version knows. */
export async function run({ words, flags: given }: Given): Promise<number> {
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

/** Of the release, else of the working copy. */
function commit(): string | undefined {
  try {
    return (JSON.parse(readFileSync(path.join(ROOT, DESCRIPTION), 'utf8')) as { commit: string }).commit;
  } catch {
    // Not unpacked from an archive.
  }
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return undefined;
  }
}
