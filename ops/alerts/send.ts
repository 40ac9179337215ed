import { createHmac } from 'node:crypto';
import { hostname } from 'node:os';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/tables.ts';
import { readSetting } from '../../model/settings/define.ts';
import { VERSION } from '../../version.ts';
import { changeRecord } from '../backup/state.ts';

/** For name, connection and the head of the answer. Its body is not read. */
const TIMEOUT = 10_000; // ms

export type AlertCode =
  | 'backup_failed'
  | 'backup_trial_failed'
  | 'backup_elsewhere_failed'
  | 'disk_low'
  | 'certificate_expiring'
  | 'test';

export interface Alert {
  id: string; // Idempotency key: a retry has the same
  event: 'raised' | 'resolved' | 'test';
  code: AlertCode;
  since: string; // ISO 8601, UTC
  message: string; // For a person, in Russian
}

type AlertConfig = Pick<Config, 'alertUrl' | 'alertSecret' | 'publicUrl'>;

/** POSTs an alert, signed. Returns the problem as a Russian sentence without the address; undefined when accepted. */
export async function sendAlert(config: AlertConfig, alert: Alert, within = TIMEOUT): Promise<string | undefined> {
  const { alertUrl = '', alertSecret = '', publicUrl = null } = config;
  const sent = { version: 1, ...alert, site: publicUrl, host: hostname(), at: new Date().toISOString() };
  const body = JSON.stringify(sent);
  const timestamp = String(Math.floor(Date.now() / 1000));
  try {
    const answer = await fetch(alertUrl, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(within),
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': `rampa/${VERSION}`,
        'X-Rampa-Timestamp': timestamp,
        // With the time: an old message cannot be sent again with a new one.
        'X-Rampa-Signature': `sha256=${createHmac('sha256', alertSecret).update(`${timestamp}.${body}`).digest('hex')}`,
      },
      body,
    });
    await answer.body?.cancel();
    if (answer.ok) return undefined;
    const isRedirect = answer.status >= 300 && answer.status < 400;
    return isRedirect
      ? `Получатель перенаправляет на другой адрес (${answer.status}): укажите в ALERT_URL сразу его.`
      : `Получатель ответил ошибкой ${answer.status}.`;
  } catch (error) {
    return reasonOf(error);
  }
}

function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  if (name === 'TimeoutError') return 'Получатель не ответил за 10 секунд.';
  // Messages of the library hold the address.
  return `Получатель недоступен${cause?.code ? ` (${cause.code})` : ''}.`;
}

/** Times are ISO 8601 UTC. */
export interface AlertState {
  /** `isTold`: the receiver accepted it. */
  open: Record<string, { since: string; isTold: boolean }>; // By the key of their condition, so that a restart or another server repeats nothing
  last: { at: string; problem: string | null } | null; // The problem in Russian; null when it was accepted
  certificate: SeenCertificate | null;
}

export interface SeenCertificate {
  host: string;
  at: string;
  expiresAt: string | null; // Null when the server does not reach its own address
}

const NOTHING: AlertState = { open: {}, last: null, certificate: null };

export async function alertState(db: Db): Promise<AlertState> {
  return (await readSetting(db, 'alerts', NOTHING)).value;
}

/** `change` runs under a lock on the state. */
export function changeAlerts(db: Db, change: (state: AlertState) => AlertState) {
  return changeRecord(db, 'alerts', NOTHING, change);
}
