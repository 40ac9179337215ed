import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { type DatabaseEvents, makeReadOnly } from '../../db/dialect.ts';
import { databaseIn, openDatabase } from '../../db/open.ts';
import type { Db } from '../../db/tables.ts';
import { examineDatabase, isWithoutSite } from './check.ts';
import { type HealthWatch, watchHealth } from './health.ts';
import { assertNotLost } from './lost.ts';

interface Opened {
  db: Db;
  soundness: Pick<HealthWatch, 'health' | 'stop'> & {
    /** Call once the server listens: checks what was too large before. */
    begin: () => void;
  };
}

const FULL = 'DATA_DIR: no room is left on the disk: the site can be read, changes are refused until there is room.';
const ROOM_AGAIN = 'DATA_DIR: there is room on the disk again, changes are taken.';

/** Examines an SQLite file first (StartupError). Damage found later makes it read-only. */
export async function openSoundly(
  config: Config,
  log: Logger,
  { asked, replaced }: Required<Pick<DatabaseEvents, 'asked' | 'replaced'>>,
): Promise<Opened> {
  const file = config.databaseUrl ? undefined : databaseIn(config.dataDir);
  await assertNotLost(config, isWithoutSite);
  const isExamined = file !== undefined && examineDatabase(file);
  const watch = watchHealth((problem) => {
    log.error(`DATA_DIR: the database is damaged and only readable from now on: ${problem}. Restore a backup.`);
    void makeReadOnly(db).catch(() => {});
  });
  const db = await openDatabase(config, {
    asked,
    failed: watch.met,
    full: (isFull) => (isFull ? log.error(FULL) : log.warn(ROOM_AGAIN)),
    replaced: () => {
      log.warn('DATA_DIR: another database stands in the place of the former one and is used from now on.');
      replaced();
    },
  });
  const begin = () => {
    if (isExamined) watch.passed();
    else if (file) void watch.check(file);
  };
  return { db, soundness: { health: watch.health, stop: watch.stop, begin } };
}
