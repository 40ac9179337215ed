import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../config.ts';
import { messageOf, StartupError } from '../errors.ts';
import { unpack } from '../ops/backup/archive/extract.ts';
import { withArchive } from '../ops/backup/archive/reader.ts';
import { unfinishedIn, withLock } from '../ops/backup/lock.ts';
import { assertRoom } from '../ops/backup/restore.ts';

// `rampa upgrade` of the version in use runs this file of the new one: a whole start on the database of a backup.

const ROOT = path.join(import.meta.dirname, '..');
const STARTS_WITHIN = 60_000; // ms, migrations of a large database included
/** Variables of the running server: the rehearsal must not listen, write or report there. */
const OF_THE_SERVER = /^(DATABASE_URL|BACKUP_|ALERT_|LISTEN_)/;

const [copy = ''] = process.argv.slice(2);
process.umask(0o077);
try {
  await rehearse(copy);
} catch (error) {
  // A failed migration: its own message.
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}

async function rehearse(file: string): Promise<void> {
  const { backupDir } = readConfig(process.env);
  await withArchive(file, (archive) =>
    withLock([backupDir], async () => {
      await assertRoom(archive, backupDir);
      const folder = path.join(backupDir, unfinishedIn(backupDir));
      mkdirSync(folder, { mode: 0o700 });
      try {
        // Pictures take long and no migration touches them.
        await unpack({ ...archive, manifest: { ...archive.manifest, pictures: null } }, folder);
        await startAndStop(folder);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }),
  );
}

async function startAndStop(dataDir: string): Promise<void> {
  const outer = Object.entries(process.env).filter(([name]) => !OF_THE_SERVER.test(name));
  const env = { ...Object.fromEntries(outer), DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info' };
  const server = spawn(process.execPath, ['--import', './boot/runtime.mjs', 'server.ts'], { cwd: ROOT, env });
  const timer = setTimeout(() => server.kill('SIGKILL'), STARTS_WITHIN);
  const said: string[] = [];
  const ended = once(server, 'close');
  const listening = new Promise<string>((resolve) => {
    const look = (chunk: Buffer) => {
      said.push(String(chunk));
      const [, address] = /listening on (http:\/\/[\d.:]+)/.exec(said.join('')) ?? [];
      if (address) resolve(address);
    };
    server.stdout.on('data', look);
    server.stderr.on('data', (chunk) => said.push(String(chunk)));
  });
  const address = await Promise.race([listening, ended.then(() => undefined)]);
  const statuses =
    address === undefined ? [] : await Promise.all(['/readyz', '/'].map((page) => statusOf(address + page)));
  server.kill('SIGTERM');
  await ended;
  clearTimeout(timer);
  if (address === undefined) throw new StartupError(reasonIn(said.join('')));
  if (statuses.some((status) => status !== 200)) throw new StartupError(`её страницы отвечают ${statuses.join(', ')}.`);
}

/** The line of an uncaught error, not the end of its stack. */
function reasonIn(said: string): string {
  return /^\w*Error: .*$/m.exec(said)?.[0] ?? (said.trim().split('\n').at(-1) || 'нет ответа');
}

async function statusOf(address: string): Promise<number> {
  const answer = await fetch(address);
  await answer.body?.cancel();
  return answer.status;
}
