import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { asOwner } from '../../command.ts';
import { hasOthers, openPostgres, openSqlite } from '../../db/dialect.ts';
import { narrowEncoding } from '../../db/facts.ts';
import { databaseIn, FolderInUse, lockDataDir } from '../../db/open.ts';
import { withoutPassword } from '../../db/postgres/address.ts';
import type { Db } from '../../db/tables.ts';
import { uploadsIn } from '../../model/uploads/storage/folder.ts';
import type { UploadStorage } from '../../model/uploads/storage/storage.ts';
import { storageOf } from '../../model/uploads/storage/transfer.ts';
import { BackupError, explain } from '../backup/errors.ts';
import { MoveError } from './errors.ts';

export type Address = { postgres: string } | { folder: string };

export interface Place {
  db: Db;
  pictures: UploadStorage;
  assertAlone: () => Promise<void>;
  close: () => Promise<void>;
}

/** Display name without passwords. */
export function nameOf(address: Address): string {
  return 'folder' in address ? address.folder : withoutPassword(address.postgres);
}

/** MoveError while a server uses it, or when a PostgreSQL database is not UTF-8. */
export async function openPlace(address: Address): Promise<Place> {
  return 'folder' in address ? openFolder(address.folder) : openServer(address.postgres);
}

export async function isEmptyFolder(folder: string): Promise<boolean> {
  const pictures = await readdir(uploadsIn(folder)).catch(() => []);
  return !existsSync(databaseIn(folder)) && pictures.length === 0;
}

/** Removes the images of an unfinished move; only folders hold any outside the tables. */
export async function dropImages(address: Address): Promise<void> {
  if ('folder' in address) await rm(uploadsIn(address.folder), { recursive: true, force: true });
}

async function openFolder(folder: string): Promise<Place> {
  const unlock = await takeFolder(folder);
  const db = openSqlite(databaseIn(folder));
  return {
    db,
    pictures: storageOf(db, uploadsIn(folder)),
    assertAlone: async () => {},
    close: async () => {
      await db.destroy();
      unlock();
    },
  };
}

async function takeFolder(folder: string): Promise<() => void> {
  try {
    return await lockDataDir(folder);
  } catch (error) {
    const because = { cause: error };
    if (error instanceof FolderInUse)
      throw new MoveError(`С папкой ${folder} работает сервер. Остановите его и повторите команду.`, because);
    const known = explain(error instanceof Error ? error.cause : error, folder);
    throw known instanceof BackupError
      ? known
      : new MoveError(`В папку ${folder} нельзя записать. ${asOwner()}`, because);
  }
}

async function openServer(url: string): Promise<Place> {
  // No statement timeout: whole tables are read.
  const db = await openPostgres(url, 0);
  const place: Place = {
    db,
    pictures: storageOf(db, ''),
    assertAlone: async () => {
      if (await hasOthers(db))
        throw new MoveError(
          `С базой ${nameOf({ postgres: url })} работает сервер или другая команда rampa. Остановите их и повторите.`,
        );
    },
    close: () => db.destroy(),
  };
  try {
    await assertUtf8(db);
    await place.assertAlone();
    return place;
  } catch (error) {
    await place.close();
    throw error;
  }
}

async function assertUtf8(db: Db): Promise<void> {
  const encoding = await narrowEncoding(db);
  if (encoding)
    throw new MoveError(
      `База PostgreSQL в кодировке ${encoding}, в ней есть не все знаки. Создайте другую: createdb --encoding UTF8 --template template0.`,
    );
}
