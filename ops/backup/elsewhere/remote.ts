import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { BackupError, UNFINISHED } from '../../errors.ts';
import { sumOf } from '../../tar.ts';
import type { Progress } from '../archive/reader.ts';
import { isArchiveName } from '../retention.ts';
import type { Listed, Target } from './target.ts';

/** In ms. Timeout of listings and deletions; rclone itself ends a transfer after 5 min without a byte. */
const SHORT = 60_000;
const LONG = 3 * 3600_000;
const MAX_OUTPUT = 1024 ** 2; // characters
const MAX_REASON = 300;
const ABSENT = [3, 4]; // rclone(1), "Exit Code": folder not found, file not found

const FLAGS = [
  '--ask-password=false',
  '--use-json-log',
  '--log-level=NOTICE',
  '--stats=5s',
  '--stats-log-level=NOTICE',
  '--contimeout=15s',
  '--timeout=5m',
  '--low-level-retries=3',
];

interface Run {
  input?: string;
  onBytes?: (done: number) => void; // A transfer: has a longer time limit and reports the bytes moved
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A target `remote:path` of rclone's own configuration. */
export function remoteTarget(place: string, site: string): Target {
  const prefix = `${UNFINISHED}${site}-`;
  const at = (name: string) => `${place}${/[:/]$/.test(place) ? '' : '/'}${name}`;
  const work = at(`${prefix}${process.pid}`);
  const put: Target['put'] = async (from, name, progress) => {
    const { size } = await stat(from);
    await rclone(['copyto', from, work], { onBytes: (done) => progress('Копирую в другое место', done, size) });
    progress('Сверяю копию в другом месте', 0, size);
    if ((await remoteSum(work, progress)) !== (await sumOf(createReadStream(from))))
      throw new BackupError(`Копия в ${place} прочиталась не такой, какой была записана.`);
    if ((await rclone(['moveto', work, at(name)], { onBytes: () => {} })) === undefined)
      throw new BackupError(`Копия пропала из ${place}, прежде чем получила имя.`);
  };
  return {
    place,
    // Reading the marker, the next step, shows whether the remote answers.
    open: async () => '',
    list: async () => (await listFiles(place)).filter(({ name }) => isArchiveName(name)),
    // On object stores the output for a missing file is empty.
    read: async (name) => (await rclone(['cat', at(name)])) || undefined,
    write: async (name, text) => {
      await rclone(['rcat', work], { input: text });
      await rclone(['moveto', work, at(name)]);
    },
    free: async () => parsed((await rclone(['about', '--json', place]).catch(() => undefined)) ?? '').free,
    put,
    fetch: async (name, to, progress) => {
      const bytes = (await listFiles(place)).find((file) => file.name === name)?.bytes ?? 0;
      await rclone(['copyto', at(name), to], { onBytes: (done) => progress('Забираю копию', done, bytes) });
    },
    remove: async (name) => void (await rclone(['deletefile', at(name)])),
    clean: async () => {
      for (const { name } of await listFiles(place))
        if (name.startsWith(prefix)) await rclone(['deletefile', at(name)]);
    },
  };
}

async function listFiles(place: string): Promise<Listed[]> {
  const lines = (await rclone(['lsf', '--files-only', '--format=sp', '--separator=/', place])) ?? '';
  return lines.split('\n').flatMap((line) => {
    const [, bytes, name] = /^(-?\d+)\/(.+)$/.exec(line) ?? [];
    return name ? [{ name, bytes: Number(bytes) }] : [];
  });
}

/** Checksum by the remote, otherwise of the downloaded bytes. */
async function remoteSum(file: string, progress: Progress): Promise<string | undefined> {
  const sumIn = (output = '') => /^[0-9a-f]{64}\b/.exec(output)?.[0];
  const ofService = await rclone(['hashsum', 'sha256', file]).catch(() => undefined);
  const onBytes = () => progress('Сверяю копию в другом месте', 0, 1);
  return sumIn(ofService) ?? sumIn(await rclone(['hashsum', 'sha256', '--download', file], { onBytes }));
}

/** Output of rclone; undefined when the file or folder does not exist. No shell: arguments are passed as they are. */
async function rclone(args: string[], { input, onBytes }: Run = {}): Promise<string | undefined> {
  const child = spawn('rclone', [...FLAGS, ...args], {
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    timeout: onBytes ? LONG : SHORT,
    killSignal: 'SIGKILL',
  });
  running.add(child);
  let out = '';
  let reason = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    if (out.length < MAX_OUTPUT) out += text;
  });
  if (child.stderr)
    createInterface(child.stderr).on('line', (line) => {
      const { level, msg, stats } = parsed(line);
      if (stats?.bytes !== undefined) onBytes?.(stats.bytes);
      else if (level === 'error' || level === 'critical' || !level) reason = msg || reason;
    });
  child.stdin?.on('error', () => {}).end(input);
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    if (code === 0) return out;
    if (ABSENT.includes(code ?? -1)) return undefined;
    throw new BackupError(
      `Место из BACKUP_TO недоступно. rclone: ${signal ? 'за отведённое время ответа нет' : plain(reason)}.`,
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new BackupError(
      'BACKUP_TO — место для rclone, а этой программы на сервере нет. Установите её (apt install rclone) или укажите папку.',
    );
  } finally {
    running.delete(child);
  }
}

function parsed(text: string): { level?: string; msg?: string; stats?: { bytes?: number }; free?: number } {
  try {
    return JSON.parse(text);
  } catch {
    return { msg: text };
  }
}

/** Addresses may carry keys in their query or before the host. */
function plain(reason: string): string {
  const text = reason
    .replace(/^[\d/]{10} [\d:]{8} /, '') // Time prefix of fatal errors, which are not JSON
    .replace(/\b(https?:\/\/)(?:[^\s/@"]*@)?([^\s/"?]+)[^\s"]*/gi, '$1$2/…')
    .replace(/\s+/g, ' ');
  return text.trim().replace(/\.$/, '').slice(0, MAX_REASON) || 'причина неизвестна';
}
