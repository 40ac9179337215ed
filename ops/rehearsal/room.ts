import { statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { readDatabaseFacts } from '../../db/facts.ts';
import { databaseIn } from '../../db/open.ts';
import type { Db } from '../../db/tables.ts';
import { RehearsalError } from '../errors.ts';

/** Logs, write-ahead log and the demo's pictures, in bytes. */
const BESIDE_COPY = 200 * 1024 * 1024;
/** Descriptors of a process for everything but event streams: page loads, database, code. */
const BESIDE_STREAMS = 400;

/** RehearsalError unless every viewer can hold its connection open; Node raises the soft limit to the hard one itself. */
export function assertOpenFiles(viewers: number, limit = openFilesLimit()): void {
  if (viewers + BESIDE_STREAMS <= limit) return;
  throw new RehearsalError(
    `Одновременно открытых файлов разрешено ${limit}, а ${viewers} зрителям нужно ${viewers + BESIDE_STREAMS}. ` +
      `Повторите с --viewers ${Math.max(1, limit - BESIDE_STREAMS)} или сначала наберите: ulimit -n ${viewers + BESIDE_STREAMS}`,
  );
}

/** RehearsalError unless the copy fits, with a write-ahead log as large. `bytes`: size of the site's database. */
export async function assertRoom(bytes: number, folder = tmpdir()): Promise<void> {
  const needed = 2 * bytes + BESIDE_COPY;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= needed) return;
  const megabytes = (size: number) => Math.ceil(size / 1_000_000);
  throw new RehearsalError(
    `Для копии в ${folder} нужно ${megabytes(needed)} МБ, а свободно ${megabytes(bavail * bsize)}. ` +
      'Освободите место или назовите другую папку в переменной TMPDIR.',
  );
}

export function sizeOfFile(dataDir: string): number {
  const sizes = ['', '-wal'].map((end) => statSync(databaseIn(dataDir) + end, { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

export async function sizeOfDatabase(db: Db): Promise<number> {
  return (await readDatabaseFacts(db)).bytes;
}

function openFilesLimit(): number {
  // Without network: it resolves the names of all peers.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { hard?: number | string } } };
  const hard = Number(userLimits?.open_files?.hard);
  return Number.isFinite(hard) ? hard : Number.POSITIVE_INFINITY;
}
