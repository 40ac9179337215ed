import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';

/** What a process did with files and sockets, in its order: calls that change something by their beginning, syncs by their end. */
export interface Call {
  kind: 'answer' | 'log' | 'logSync' | 'temporary' | 'temporarySync' | 'rename' | 'folderSync';
  line: string;
}

const TRACED = 'trace=write,writev,pwrite64,fsync,fdatasync,rename,renameat,renameat2,openat';
/** By what a line of strace says, with the files behind the numbers. */
const KINDS: [Call['kind'], RegExp][] = [
  ['answer', /(write|writev)\(\d+<(TCP|socket).*HTTP\/1\.1 /],
  ['log', /pwrite64\(\d+<[^>]*rampa\.sqlite-wal>/],
  ['logSync', /(fsync|fdatasync)\(\d+<[^>]*rampa\.sqlite-wal>/],
  ['temporary', /openat\(.*uploads\/\.tmp-.*O_CREAT/],
  ['temporarySync', /(fsync|fdatasync)\(\d+<[^>]*uploads\/\.tmp-/],
  ['rename', /rename\w*\(.*uploads\/\.tmp-/],
  ['folderSync', /(fsync|fdatasync)\(\d+<[^>]*\/uploads>/],
];

/** Watches a running process with strace, which has to be installed, until it is ended. */
export async function attach(pid: number, file: string): Promise<ChildProcess> {
  const child = spawn('strace', ['-f', '-y', '-s', '64', '-e', TRACED, '-o', file, '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await Promise.race([
    once(child.stderr, 'data'),
    once(child, 'error').then(([error]) => {
      throw new Error(`strace is needed for this (Debian: apt install strace): ${error}`);
    }),
  ]);
  return child;
}

export async function detach(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  await ended;
}

/** The calls of a trace that count, in their order. */
export async function readCalls(file: string): Promise<Call[]> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  const begun = new Map<string, string>();
  return lines.flatMap((line) => {
    const [, thread = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (/<unfinished \.\.\.>$/.test(text)) begun.set(thread, text);
    const isEnd = /^<\.\.\. \w+ resumed>/.test(text);
    const call = isEnd ? `${begun.get(thread) ?? ''}${text}` : text;
    const [kind] = KINDS.find(([, pattern]) => pattern.test(call)) ?? [];
    const countsAtItsEnd = kind === 'logSync' || kind === 'temporarySync' || kind === 'folderSync';
    const isHalf = countsAtItsEnd ? text.includes('<unfinished') : isEnd;
    return kind && !isHalf ? [{ kind, line: call }] : [];
  });
}
