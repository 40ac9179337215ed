import { existsSync } from 'node:fs';
import { mkdir, readFile, realpath, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accessAdvice } from '../../command.ts';
import type { Config } from '../../config.ts';
import { openSqlite } from '../../db/dialect.ts';
import { FolderInUse, lockDataDir } from '../../db/open.ts';
import { beginEpoch } from '../../db/write.ts';
import { StartupError } from '../../errors.ts';
import { uploadsIn } from '../../model/uploads/storage/storage.ts';
import { BackupError, toBackupError } from '../errors.ts';
import { unpack } from './archive/extract.ts';
import type { Manifest } from './archive/manifest.ts';
import { type Archive, type Progress, withArchive } from './archive/reader.ts';
import { chownLike } from './lock.ts';
import { assertReplaceable, restoreTables } from './postgres.ts';
import { stamp } from './retention.ts';
import { finishRestore, isRestoring, prepareFolder, swap } from './swap.ts';

const EXIT_TIMEOUT = 30_000; // ms
const POLL_INTERVAL = 20; // ms; a supervisor restarts a server only a second after its exit

interface Order {
  config: Pick<Config, 'dataDir' | 'databaseUrl'>;
  file: string;
  agree: (manifest: Manifest) => Promise<boolean>; // Called after the archive is verified and before any change
  replace: boolean; // Allows moving aside existing PostgreSQL tables; files always are
  wait?: boolean; // Waits for a running server's exit instead of refusing
  progress: Progress;
}

/** Changes nothing before full verification; returns in Russian where the old data are. BackupError; undefined when declined. */
export async function restore(order: Order) {
  const { dataDir, databaseUrl } = order.config;
  if (!order.wait) await assertNoServer(dataDir);
  return withArchive(
    order.file,
    async (archive) => {
      if (databaseUrl) await assertReplaceable(databaseUrl, order.replace);
      if (!(await order.agree(archive.manifest))) return undefined;
      const unlock = await lock(dataDir, order.wait ? EXIT_TIMEOUT : 0);
      try {
        await finishRestore(dataDir);
        return await putInPlace(archive, order);
      } catch (error) {
        throw toBackupError(error, dataDir);
      } finally {
        unlock();
      }
    },
    order.progress,
  );
}

/** BackupError unless the disk has room for the unpacked archive beside the old data. Creates the folder. */
export async function assertRoom({ manifest }: Archive, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const pictures = Object.values(manifest.pictures ?? {}).reduce((sum, { bytes }) => sum + bytes, 0);
  const needed = manifest.database.bytes + pictures;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= needed) return;
  const megabytes = Math.ceil(needed / 1_000_000);
  throw new BackupError(`На диске не хватает места: в ${folder} нужно ${megabytes} МБ. Освободите место и повторите.`);
}

async function putInPlace(archive: Archive, order: Order) {
  const { dataDir, databaseUrl } = order.config;
  await assertRoom(archive, dataDir);
  if (!databaseUrl && archive.manifest.pictures) await assertMovable(uploadsIn(await realpath(dataDir)));
  const folder = await prepareFolder(dataDir);
  try {
    await unpack(archive, folder, order.progress);
    const placed = databaseUrl ? toPostgres(databaseUrl, archive, folder, order) : toFiles(folder, dataDir);
    return { manifest: archive.manifest, aside: await placed };
  } finally {
    // A committed restore needs the folder until the swap ends.
    if (!(await isRestoring(dataDir))) await rm(folder, { recursive: true, force: true });
  }
}

/** BackupError for a mount point (Linux), which cannot be moved aside; mountinfo escapes spaces in octal. */
async function assertMovable(uploads: string): Promise<void> {
  const mounts = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
  const unescaped = (place = '') =>
    place.replace(/\\(\d{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)));
  if (!mounts.split('\n').some((line) => unescaped(line.split(' ')[4]) === uploads)) return;
  const advice =
    'Отключите его на время восстановления, потом перенесите на него то, что появится в этой папке, и подключите снова.';
  throw new BackupError(`На место ${uploads} подключён отдельный диск. Ничего не изменено. ${advice}`);
}

async function toPostgres(url: string, { manifest }: Archive, folder: string, { replace, progress }: Order) {
  const schema = await restoreTables({ url, folder, manifest, replace, progress });
  return schema && `в схеме ${schema} той же базы`;
}

async function toFiles(folder: string, dataDir: string): Promise<string | undefined> {
  {
    await using db = openSqlite(path.join(folder, 'rampa.sqlite'));
    await beginEpoch(db);
  }
  const aside = await freeName(dataDir);
  await swap(dataDir, folder, aside);
  const old = path.join(dataDir, aside);
  return existsSync(old) ? `в папке ${old}` : undefined;
}

/** Checked before the archive is read. Creates no lock file if no server has ever run. */
async function assertNoServer(dataDir: string): Promise<void> {
  if (!existsSync(path.join(dataDir, 'server.lock'))) return;
  const unlock = await lock(dataDir);
  unlock();
}

async function lock(dataDir: string, within = 0): Promise<() => void> {
  const end = performance.now() + within;
  try {
    const unlock = await lockDataDir(dataDir);
    await chownLike([path.join(dataDir, 'server.lock')], dataDir);
    return unlock;
  } catch (error) {
    const isTaken = error instanceof FolderInUse;
    if (isTaken && performance.now() < end) {
      await sleep(POLL_INTERVAL);
      return lock(dataDir, end - performance.now());
    }
    if (isTaken) throw new BackupError(`Сервер с папкой данных ${dataDir} работает. Остановите его и повторите.`);
    if (error instanceof StartupError)
      throw new BackupError(`В папку данных ${dataDir} нельзя писать. ${accessAdvice()}`, { cause: error });
    throw error;
  }
}

async function freeName(dataDir: string): Promise<string> {
  const name = `before-restore-${stamp(new Date())}`;
  for (let count = 1; ; count += 1) {
    const each = count === 1 ? name : `${name}-${count}`;
    if (!existsSync(path.join(dataDir, each))) return each;
  }
}
