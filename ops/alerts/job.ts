import { randomUUID } from 'node:crypto';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { record } from '../../model/audit-log.ts';
import { ALERTS_JOB } from '../jobs.ts';
import { every, type Job } from '../schedule.ts';
import { type Condition, conditions, lookAtCertificate, type Watched } from './conditions.ts';
import { type Alert, type AlertState, alertState, changeAlerts, sendAlert } from './send.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A certificate is looked at daily, hourly while it is not reached. In ms. */
const CHECK_INTERVAL = { seen: DAY, unseen: HOUR };

/** Sends alerts to ALERT_URL: raised and resolved. Servers on one database send each once; the schedule tries again. */
export function alertJobs(db: Db, config: Watched): Job[] {
  if (config.alertUrl === undefined) return [];
  const run = async (signal: AbortSignal) => {
    const problem = await tellWhatChanged(db, config, signal);
    if (problem) throw new Error(`ALERT_URL: ${problem}`);
  };
  return [{ name: ALERTS_JOB, next: every(MINUTE), run }];
}

/** Sends due alerts up to the first failure, whose problem it returns. `now` in ms. */
export async function tellWhatChanged(
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
    await changeAlerts(db, (current) => settled(current, condition.key, alert, problem));
    if (problem) return problem;
  }
  return undefined;
}

/** The alert that is due for a condition. `since` is stored before sending: a retry has the same id. */
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
  // Resolved before it was sent.
  await changeAlerts(db, (state) => ({ ...state, open: without(state.open, key) }));
  return undefined;
}

function settled(state: AlertState, key: string, { event, since }: Alert, problem: string | undefined): AlertState {
  const last = { at: new Date().toISOString(), problem: problem ?? null };
  if (problem) return { ...state, last };
  const rest = without(state.open, key);
  return { ...state, open: event === 'resolved' ? rest : { ...rest, [key]: { since, isTold: true } }, last };
}

async function refreshCertificate(db: Db, { publicUrl }: Watched, now: number): Promise<AlertState> {
  const state = await alertState(db);
  const { certificate } = state;
  const wait = certificate?.expiresAt ? CHECK_INTERVAL.seen : CHECK_INTERVAL.unseen;
  const isOfNow = publicUrl !== undefined && certificate?.host === new URL(publicUrl).host;
  if (certificate && isOfNow && now - Date.parse(certificate.at) < wait) return state;
  const seen = await lookAtCertificate(publicUrl);
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

function without<T>(all: Record<string, T>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => name !== key));
}
