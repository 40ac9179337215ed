import { existsSync } from 'node:fs';
import { rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config.ts';
import { lockDataDir, makeDirectory } from '../../db/open.ts';
import { StartupError } from '../../errors.ts';
import { unpack } from './archive/extract.ts';
import type { Manifest } from './archive/manifest.ts';
import { stamp } from './archive/names.ts';
import { type Archive, type Progress, withArchive } from './archive/reader.ts';
import { AS_OWNER, chownLike } from './chown.ts';
import { BackupError, explain } from './errors.ts';
import { assertReplaceable, restoreTables } from './postgres.ts';
import { finishRestore, isRestoring, prepareFolder, swap } from './swap.ts';

export interface Restored {
  manifest: Manifest;
  /** Where the old data are, in words; undefined when there were none. */
  aside: string | undefined;
}

interface Order {
  config: Pick<Config, 'dataDir' | 'databaseUrl'>;
  file: string;
  /** Asked once the archive is checked and before anything is touched. */
  agree: (manifest: Manifest) => Promise<boolean>;
  /** Tables of a PostgreSQL that has some may give way. Files always do: they are kept aside. */
  replace: boolean;
  progress: Progress;
}

/**
 * Puts the data of an archive in the place of those in use, which are kept aside: the files in DATA_DIR, or the tables of PostgreSQL. The
 * archive is read whole first and then unpacked beside the data: whatever is wrong with it shows before anything is touched. Refused while
 * a server runs. Ended by force at any moment it leaves the old data or, after the next start, the new ones. Undefined when nobody agreed.
 */
export async function restore(order: Order): Promise<Restored | undefined> {
  const { dataDir, databaseUrl } = order.config;
  await assertNoServer(dataDir);
  return withArchive(
    order.file,
    async (archive) => {
      if (databaseUrl) await assertReplaceable(databaseUrl, order.replace);
      if (!(await order.agree(archive.manifest))) return undefined;
      const unlock = await lock(dataDir);
      try {
        await finishRestore(dataDir);
        return await unpackAnd(archive, order, databaseUrl ? toPostgres(databaseUrl) : toFiles);
      } catch (error) {
        throw explain(error, dataDir);
      } finally {
        unlock();
      }
    },
    order.progress,
  );
}

/** Better before the work than in the middle of it. Old and new data lie beside each other. */
export async function assertRoom({ manifest }: Archive, folder: string): Promise<void> {
  makeDirectory(folder);
  const pictures = Object.values(manifest.pictures ?? {}).reduce((sum, { bytes }) => sum + bytes, 0);
  const needed = manifest.database.bytes + pictures;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= needed) return;
  const megabytes = Math.ceil(needed / 1_000_000);
  throw new BackupError(`На диске не хватает места: в ${folder} нужно ${megabytes} МБ. Освободите место и повторите.`);
}

/** Gives where the old data went, in words. */
type Placing = (archive: Archive, folder: string, order: Order) => Promise<string | undefined>;

async function unpackAnd(archive: Archive, order: Order, place: Placing): Promise<Restored> {
  const { dataDir } = order.config;
  await assertRoom(archive, dataDir);
  const folder = await prepareFolder(dataDir);
  try {
    await unpack(archive, folder, order.progress);
    return { manifest: archive.manifest, aside: await place(archive, folder, order) };
  } finally {
    // From the decision to the end of the swap the folder is needed.
    if (!(await isRestoring(dataDir))) await rm(folder, { recursive: true, force: true });
  }
}

function toPostgres(url: string): Placing {
  return async ({ manifest }, folder, { replace, progress }) => {
    const schema = await restoreTables({ url, folder, manifest, replace, progress });
    return schema && `в схеме ${schema} той же базы`;
  };
}

async function toFiles(_archive: Archive, folder: string, { config: { dataDir } }: Order): Promise<string | undefined> {
  const aside = await freeName(dataDir);
  await swap(dataDir, folder, aside);
  const old = path.join(dataDir, aside);
  return existsSync(old) ? `в папке ${old}` : undefined;
}

/** Nobody is to read through an archive and agree for nothing. Where no server has ever been, nothing is made to find that out. */
async function assertNoServer(dataDir: string): Promise<void> {
  if (!existsSync(path.join(dataDir, 'server.lock'))) return;
  const unlock = await lock(dataDir);
  unlock();
}

/** A server holds this lock as long as it runs, and none can start while it is ours. */
async function lock(dataDir: string): Promise<() => void> {
  try {
    const unlock = await lockDataDir(dataDir);
    await chownLike([path.join(dataDir, 'server.lock')], dataDir);
    return unlock;
  } catch (error) {
    if (error instanceof StartupError && /in use/.test(error.message))
      throw new BackupError(`Сервер с папкой данных ${dataDir} работает. Остановите его и повторите.`);
    if (error instanceof StartupError)
      throw new BackupError(`В папку данных ${dataDir} нельзя писать. ${AS_OWNER}`, { cause: error });
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
