import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { lockSetting, readSetting, saveSetting } from '../../model/settings/define.ts';

/** Times are ISO 8601 UTC. */
export interface BackupState {
  backup: MadeBackup | null;
  /** Error of the last attempt; null when it succeeded. */
  failure: Failure | null;
  drill: Drill | null;
}

export interface MadeBackup {
  at: string;
  file: string;
  host: string;
  bytes: number;
  pictures: number;
  articles: number;
  took: number; // ms
}

export interface Failure {
  at: string;
  message: string;
  /** The copy was made and lacks something. */
  isIncomplete?: boolean;
}

interface Drill {
  at: string;
  /** The backup tried and when it was made (null when unreadable). */
  file: string;
  madeAt: string | null;
  problem: string | null;
}

const NOTHING: BackupState = { backup: null, failure: null, drill: null };

/** All null before the first backup. */
export async function backupState(db: Db): Promise<BackupState> {
  return (await readSetting(db, 'backup', NOTHING)).value;
}

export async function recordBackup(db: Db, news: Partial<BackupState>): Promise<void> {
  await write({ db, announce: () => {} }, async (tx) => {
    const { value, version } = await lockSetting(tx, 'backup', NOTHING);
    await saveSetting(tx, 'backup', { ...value, ...news }, version);
  });
}
