import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { BackupError } from '../errors.ts';

/** A listing or a deletion that takes longer hangs; a transfer is ended by rclone's own limit of 5 min without a byte. In ms. */
const SHORT = 60_000;
const LONG = 3 * 3600_000;
const MAX_OUTPUT = 1024 ** 2; // characters
const MAX_REASON = 300;
/** rclone(1), "Exit Code": there is no such folder, no such file. */
const ABSENT = [3, 4];

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
  /** A transfer: has a longer time limit and reports the bytes moved. */
  onBytes?: (done: number) => void;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Output of rclone; undefined when the file or folder is not there. No shell: arguments are passed as they are. */
export async function rclone(args: string[], { input, onBytes }: Run = {}): Promise<string | undefined> {
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

interface LogLine {
  level?: string;
  msg?: string;
  stats?: { bytes?: number };
}

function parsed(line: string): LogLine {
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return { msg: line };
  }
}

/** Before what ends it, which is no JSON. */
const LOG_TIME = /^[\d/]{10} [\d:]{8} /;

/** Addresses may carry keys in their query or before the host. */
function plain(reason: string): string {
  const text = reason
    .replace(LOG_TIME, '')
    .replace(/\b(https?:\/\/)(?:[^\s/@"]*@)?([^\s/"?]+)[^\s"]*/gi, '$1$2/…')
    .replace(/\s+/g, ' ');
  return text.trim().replace(/\.$/, '').slice(0, MAX_REASON) || 'причина неизвестна';
}
