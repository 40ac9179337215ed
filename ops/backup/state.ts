import { randomBytes } from 'node:crypto';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { lockSetting, readSetting, type SettingName, saveSetting } from '../../model/settings/define.ts';
import type { Tally } from './archive/manifest.ts';

/** Times are ISO 8601 UTC. */
export interface BackupState {
  backup: MadeBackup | null;
  failure: Failure | null; // Error of the last attempt; null when it succeeded
  drill: RestoreTest | null;
}

export interface MadeBackup {
  at: string;
  file: string;
  host: string;
  bytes: number;
  pictures: number;
  articles: number;
  took: number; // ms
  tally?: Tally | undefined; // Of an earlier version: none
}

interface Failure {
  at: string;
  message: string;
  isIncomplete?: boolean; // The copy was made and lacks something
}

interface RestoreTest {
  at: string;
  file: string; // The backup tried and when it was made (null when unreadable)
  madeAt: string | null;
  problem: string | null;
}

export interface ElsewhereState {
  site: string | null; // Identity of this site. It is part of each archive: a restored site goes on in the same place
  copied: Copied | null;
  failure: Failure | null; // Error of the last attempt; null when it succeeded
}

/** Times are ISO 8601 UTC. */
export interface Copied {
  at: string; // When everything was last found in place
  to: string; // BACKUP_TO at that time, the machine, and the mount point there
  host: string;
  mount: string;
  count: number; // How many archives are there, and the newest of them
  newest: { name: string; madeAt: string; bytes: number } | null;
}

const NO_BACKUP: BackupState = { backup: null, failure: null, drill: null };
const NO_COPY: ElsewhereState = { site: null, copied: null, failure: null };

/** All null before the first backup. */
export async function backupState(db: Db): Promise<BackupState> {
  return (await readSetting(db, 'backup', NO_BACKUP)).value;
}

export async function recordBackup(db: Db, news: Partial<BackupState>): Promise<void> {
  await changeRecord(db, 'backup', NO_BACKUP, (state) => ({ ...state, ...news }));
}

export async function elsewhereState(db: Db): Promise<ElsewhereState> {
  return (await readSetting(db, 'backup-elsewhere', NO_COPY)).value;
}

export async function recordElsewhere(db: Db, news: Partial<ElsewhereState>): Promise<void> {
  await changeRecord(db, 'backup-elsewhere', NO_COPY, (state) => ({ ...state, ...news }));
}

/** Made by the first call. */
export async function identityOf(db: Db): Promise<string> {
  const { site } = await elsewhereState(db);
  if (site !== null) return site;
  const made = randomBytes(8).toString('hex');
  const kept = await changeRecord(db, 'backup-elsewhere', NO_COPY, (state) => ({ ...state, site: state.site ?? made }));
  return kept.site ?? made;
}

/** Changes what is kept under a name, in a transaction and under a lock, without a message. */
export function changeRecord<T extends object>(
  db: Db,
  name: SettingName,
  none: T,
  change: (known: T, tx: Db) => T | Promise<T>,
): Promise<T> {
  return write({ db, publish: () => {} }, async (tx) => {
    const { value, version } = await lockSetting(tx, name, none);
    return (await saveSetting(tx, name, await change(value, tx), version)).value;
  });
}
