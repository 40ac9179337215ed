import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { lockSetting, readSetting, saveSetting } from '../../model/settings/define.ts';

/** How the site's copies stand, for the dashboard, the doctor and the metrics. Moments are ISO 8601, UTC. */
export interface BackupState {
  /** The last one that was made. */
  backup: MadeBackup | null;
  /** Why the last attempt failed; null when it did not. */
  failure: Failure | null;
  /** The last drill: whether a copy could be restored. */
  drill: Drill | null;
}

export interface MadeBackup {
  at: string;
  /** Where it lies, on the machine `host`. */
  file: string;
  host: string;
  bytes: number;
  pictures: number;
  articles: number;
  /** How long it took, in ms. */
  took: number;
}

interface Failure {
  at: string;
  message: string;
}

interface Drill {
  at: string;
  /** The copy that was tried, and when it had been made (unknown when it could not be read). */
  file: string;
  madeAt: string | null;
  /** Null when everything was equal. */
  problem: string | null;
}

const NOTHING: BackupState = { backup: null, failure: null, drill: null };

export async function backupState(db: Db): Promise<BackupState> {
  return (await readSetting(db, 'backup', NOTHING)).value;
}

/** Keeps what is new; the rest stays. */
export async function recordBackup(db: Db, news: Partial<BackupState>): Promise<void> {
  // Nobody is told: visitors see nothing of it.
  await write({ db, announce: () => {} }, async (tx) => {
    const { value, version } = await lockSetting(tx, 'backup', NOTHING);
    await saveSetting(tx, 'backup', { ...value, ...news }, version, undefined);
  });
}
