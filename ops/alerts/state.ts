import type { Db } from '../../db/tables.ts';
import { readSetting } from '../../model/settings/define.ts';
import { changeRecord } from '../backup/state.ts';

/** Times are ISO 8601 UTC. */
export interface AlertState {
  /** By the key of their condition, so that a restart or another server repeats nothing. */
  open: Record<string, OpenAlert>;
  last: Sending | null;
  /** Failed sendings in a row, and when the next may begin. */
  failures: number;
  waitUntil: string | null;
  testedAt: string | null;
  certificate: SeenCertificate | null;
}

export interface OpenAlert {
  since: string;
  /** Null until the receiver accepted it. */
  toldAt: string | null;
  /** When it was last found to hold, by the hour. */
  seenAt?: string;
}

interface Sending {
  at: string;
  /** In Russian; null when it was accepted. */
  problem: string | null;
}

export interface SeenCertificate {
  host: string;
  at: string;
  /** Null when the server does not reach its own address. */
  expiresAt: string | null;
}

const NOTHING: AlertState = { open: {}, last: null, failures: 0, waitUntil: null, testedAt: null, certificate: null };

export async function alertState(db: Db): Promise<AlertState> {
  return (await readSetting(db, 'alerts', NOTHING)).value;
}

/** `change` runs in the transaction, under a lock on the state. */
export function changeAlerts(db: Db, change: (state: AlertState, tx: Db) => AlertState | Promise<AlertState>) {
  return changeRecord(db, 'alerts', NOTHING, change);
}
