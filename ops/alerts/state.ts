import type { Db } from '../../db/tables.ts';
import { readSetting } from '../../model/settings/define.ts';
import { changeRecord } from '../backup/state.ts';

/** Times are ISO 8601 UTC. */
export interface AlertState {
  open: Record<string, OpenAlert>; // By the key of their condition, so that a restart or another server repeats nothing
  last: { at: string; problem: string | null } | null; // The problem in Russian; null when it was accepted
  failures: number; // Failed sendings in a row, and when the next may begin
  waitUntil: string | null;
  testedAt: string | null;
  certificate: SeenCertificate | null;
}

export interface OpenAlert {
  since: string;
  toldAt: string | null; // Null until the receiver accepted it
  seenAt?: string; // When it was last found to hold, by the hour
}

export interface SeenCertificate {
  host: string;
  at: string;
  expiresAt: string | null; // Null when the server does not reach its own address
}

const NOTHING: AlertState = { open: {}, last: null, failures: 0, waitUntil: null, testedAt: null, certificate: null };

export async function alertState(db: Db): Promise<AlertState> {
  return (await readSetting(db, 'alerts', NOTHING)).value;
}

/** `change` runs in the transaction, under a lock on the state. */
export function changeAlerts(db: Db, change: (state: AlertState, tx: Db) => AlertState | Promise<AlertState>) {
  return changeRecord(db, 'alerts', NOTHING, change);
}
