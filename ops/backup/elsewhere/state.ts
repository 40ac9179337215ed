import { randomBytes } from 'node:crypto';
import type { Db } from '../../../db/tables.ts';
import { write } from '../../../db/write.ts';
import { lockSetting, readSetting, saveSetting } from '../../../model/settings/define.ts';
import type { Failure } from '../state.ts';

export interface ElsewhereState {
  /** Identity of this site. It is part of each archive: a restored site goes on in the same place. */
  site: string | null;
  copied: Copied | null;
  /** Error of the last attempt; null when it succeeded. */
  failure: Failure | null;
}

/** Times are ISO 8601 UTC. */
export interface Copied {
  /** When everything was last found in place. */
  at: string;
  /** BACKUP_TO at that time, the machine, and the mount point there. */
  to: string;
  host: string;
  mount: string;
  /** How many archives are there, and the newest of them. */
  count: number;
  newest: { name: string; madeAt: string; bytes: number } | null;
}

const NOTHING: ElsewhereState = { site: null, copied: null, failure: null };

export async function elsewhereState(db: Db): Promise<ElsewhereState> {
  return (await readSetting(db, 'backup-elsewhere', NOTHING)).value;
}

export async function recordElsewhere(db: Db, news: Partial<ElsewhereState>): Promise<void> {
  await change(db, (state) => ({ ...state, ...news }));
}

/** Made by the first call. */
export async function identityOf(db: Db): Promise<string> {
  const { site } = await elsewhereState(db);
  return site ?? (await change(db, (state) => ({ ...state, site: state.site ?? randomBytes(8).toString('hex') }))).site;
}

function change<T extends ElsewhereState>(db: Db, make: (state: ElsewhereState) => T): Promise<T> {
  return write({ db, announce: () => {} }, async (tx) => {
    const { value, version } = await lockSetting(tx, 'backup-elsewhere', NOTHING);
    return (await saveSetting(tx, 'backup-elsewhere', make(value), version)).value;
  });
}
