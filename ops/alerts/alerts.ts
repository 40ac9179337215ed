import { createHmac, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { record } from '../../model/audit-log.ts';
import { readSetting } from '../../model/settings/define.ts';
import { VERSION } from '../../version.ts';
import { changeRecord } from '../backup/state.ts';
import { ALERTS_JOB } from '../jobs.ts';
import { every, type Job } from '../schedule.ts';
import { type Condition, conditions, fetchCertificate, type Watched } from './conditions.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** In ms. The certificate is checked daily, hourly while it cannot be fetched. */
const CHECK_INTERVAL = { seen: DAY, unseen: HOUR };

/** Sends raised and resolved alerts to ALERT_URL, each once for all servers on a database; the schedule retries. */
export function alertJobs(db: Db, config: Watched): Job[] {
  if (config.alertUrl === undefined) return [];
  const run = async (signal: AbortSignal) => {
    const problem = await sendDueAlerts(db, config, signal);
    if (problem) throw new Error(`ALERT_URL: ${problem}`);
  };
  return [{ name: ALERTS_JOB, next: every(MINUTE), run }];
}

/** Sends due alerts up to the first failure, whose problem it returns. `now` in ms. */
export async function sendDueAlerts(
  db: Db,
  config: Watched,
  signal: AbortSignal,
  now = Date.now(),
): Promise<string | undefined> {
  const state = await refreshCertificate(db, config, now);
  const seen = await conditions(db, config, state, now);
  for (const condition of seen) {
    if (signal.aborted) return undefined;
    const alert = await due(db, condition, state, now);
    if (!alert) continue;
    const problem = await sendAlert(config, alert);
    await changeAlerts(db, (current) => withSent(current, condition.key, alert, problem));
    if (problem) return problem;
  }
  return undefined;
}

/** The alert that is due for a condition. `since` is stored before sending: a retry has the same id, its idempotency key. */
async function due(db: Db, { key, code, isBad, message }: Condition, { open }: AlertState, now: number) {
  const known = open[key];
  const alert = (event: Alert['event'], since: string): Alert => ({
    id: `${key}:${since}:${event}`,
    event,
    code,
    since,
    message,
  });
  if (isBad && !known) {
    const since = new Date(now).toISOString();
    await changeAlerts(db, (state) => ({ ...state, open: { ...state.open, [key]: { since, isTold: false } } }));
    return alert('raised', since);
  }
  if (!known || (isBad && known.isTold)) return undefined;
  if (isBad || known.isTold) return alert(isBad ? 'raised' : 'resolved', known.since);
  // The condition resolved before its alert was sent.
  await changeAlerts(db, (state) => ({ ...state, open: without(state.open, key) }));
  return undefined;
}

function withSent(state: AlertState, key: string, { event, since }: Alert, problem: string | undefined): AlertState {
  const last = { at: new Date().toISOString(), problem: problem ?? null };
  if (problem) return { ...state, last };
  const rest = without(state.open, key);
  return { ...state, open: event === 'resolved' ? rest : { ...rest, [key]: { since, isTold: true } }, last };
}

function without<T>(all: Record<string, T>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => name !== key));
}

async function refreshCertificate(db: Db, { publicUrl }: Watched, now: number): Promise<AlertState> {
  const state = await alertState(db);
  const { certificate } = state;
  const wait = certificate?.expiresAt ? CHECK_INTERVAL.seen : CHECK_INTERVAL.unseen;
  const isOfNow = publicUrl !== undefined && certificate?.host === new URL(publicUrl).host;
  if (certificate && isOfNow && now - Date.parse(certificate.at) < wait) return state;
  const seen = await fetchCertificate(publicUrl);
  if (!seen) return state;
  await changeAlerts(db, (current) => ({ ...current, certificate: seen }));
  return { ...state, certificate: seen };
}

/** Sends a test now; returns the problem, if any. */
export async function sendTest(db: Db, config: Watched, who: string): Promise<string | undefined> {
  await write({ db, publish: () => {} }, (tx) => record(tx, { who, action: 'alert.test', subject: '' }));
  const since = new Date().toISOString();
  const message = 'Это пробное оповещение: его отправил администратор из панели. Всё в порядке.';
  const problem = await sendAlert(config, { id: randomUUID(), event: 'test', code: 'test', since, message });
  await changeAlerts(db, (state) => ({ ...state, last: { at: new Date().toISOString(), problem: problem ?? null } }));
  return problem;
}

/** For DNS, connection and response headers; the body is not read. */
const TIMEOUT = 10_000; // ms

export type AlertCode =
  | 'backup_failed'
  | 'backup_trial_failed'
  | 'backup_elsewhere_failed'
  | 'disk_low'
  | 'certificate_expiring'
  | 'test';

export interface Alert {
  id: string; // Idempotency key: unchanged by retries
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
        // The signature covers the timestamp: an old message cannot be replayed with a new one.
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
  // The library's messages contain the URL.
  return `Получатель недоступен${cause?.code ? ` (${cause.code})` : ''}.`;
}

/** Times are ISO 8601 UTC. */
export interface AlertState {
  /** `isTold`: the receiver accepted it. */
  open: Record<string, { since: string; isTold: boolean }>; // By condition key, so that a restart or another server sends nothing twice
  last: { at: string; problem: string | null } | null; // The problem in Russian; null when it was accepted
  certificate: SeenCertificate | null;
}

export interface SeenCertificate {
  host: string;
  at: string;
  expiresAt: string | null; // Null if the server cannot reach its own address
}

const NOTHING: AlertState = { open: {}, last: null, certificate: null };

export async function alertState(db: Db): Promise<AlertState> {
  return (await readSetting(db, 'alerts', NOTHING)).value;
}

/** `change` runs under a lock on the state. */
function changeAlerts(db: Db, change: (state: AlertState) => AlertState) {
  return changeRecord(db, 'alerts', NOTHING, change);
}
