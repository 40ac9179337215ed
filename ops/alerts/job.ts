import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db/tables.ts';
import { tooMany } from '../../errors.ts';
import { record } from '../../model/audit-log.ts';
import { ALERTS_JOB } from '../jobs.ts';
import { every, type Job } from '../schedule.ts';
import { type Condition, conditions, lookAtCertificate, type Watched } from './conditions.ts';
import { type Alert, type AlertState, alertState, changeAlerts, type OpenAlert, sendAlert } from './send.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A certificate is looked at daily, hourly while it is not reached. In ms. */
const CHECK_INTERVAL = { seen: DAY, unseen: HOUR };
const MAX_WAIT = HOUR;
const BETWEEN_TESTS = 15_000;

/** Sends alerts to ALERT_URL: raised, reminded daily, resolved. Servers on one database send each once. */
export function alertJobs(db: Db, config: Watched, log: FastifyBaseLogger): Job[] {
  if (config.alertUrl === undefined) return [];
  const run = async (signal: AbortSignal) => {
    const problem = await tellWhatChanged(db, config, signal);
    if (problem) log.warn(`ALERT_URL: ${problem}`);
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
  await noteHolding(db, seen, state, now);
  if (state.waitUntil !== null && now < Date.parse(state.waitUntil)) return undefined;
  for (const condition of seen) {
    if (signal.aborted) return undefined;
    const alert = await due(db, condition, state, now);
    if (!alert) continue;
    const problem = await sendAlert(config, alert);
    await changeAlerts(db, (current) => settled(current, condition.key, alert, problem, now));
    if (problem) return problem;
  }
  return undefined;
}

/** Hourly heartbeat of open alerts, also while the receiver is down. An alert without one is stale. */
async function noteHolding(db: Db, seen: Condition[], { open }: AlertState, now: number): Promise<void> {
  const isOld = ({ since, seenAt }: OpenAlert) => now - Date.parse(seenAt ?? since) > HOUR;
  const holding = seen.filter(({ isBad }) => isBad).map(({ key }) => key);
  if (!holding.some((key) => open[key] && isOld(open[key]))) return;
  const noted = ([key, each]: [string, OpenAlert]): [string, OpenAlert] =>
    holding.includes(key) ? [key, { ...each, seenAt: new Date(now).toISOString() }] : [key, each];
  await changeAlerts(db, (state) => ({ ...state, open: Object.fromEntries(Object.entries(state.open).map(noted)) }));
}

/** The alert that is due for a condition. `since` is stored before sending: a retry has the same id. */
async function due(db: Db, { key, code, isBad, message }: Condition, { open }: AlertState, now: number) {
  const known = open[key];
  const alert = (event: Alert['event'], since: string, part = ''): Alert => ({
    id: `${key}:${since}:${event}${part}`,
    event,
    code,
    since,
    message,
  });
  if (isBad && !known) {
    const since = new Date(now).toISOString();
    await changeAlerts(db, (state) => ({ ...state, open: { ...state.open, [key]: { since, toldAt: null } } }));
    return alert('raised', since);
  }
  if (!known) return undefined;
  if (isBad && known.toldAt === null) return alert('raised', known.since);
  if (isBad)
    return now - Date.parse(known.toldAt ?? '') < DAY ? undefined : alert('reminded', known.since, `:${known.toldAt}`);
  if (known.toldAt !== null) return alert('resolved', known.since);
  // Resolved before it was sent.
  await changeAlerts(db, (state) => ({ ...state, open: without(state.open, key) }));
  return undefined;
}

function settled(state: AlertState, key: string, alert: Alert, problem: string | undefined, now: number): AlertState {
  const at = new Date(now).toISOString();
  const last = { at, problem: problem ?? null };
  if (problem) {
    const failures = state.failures + 1;
    const wait = Math.min(MAX_WAIT, MINUTE * 2 ** Math.min(failures - 1, 10)) * (0.75 + Math.random() / 2);
    return { ...state, last, failures, waitUntil: new Date(now + wait).toISOString() };
  }
  const rest = without(state.open, key);
  const open = alert.event === 'resolved' ? rest : { ...rest, [key]: { since: alert.since, toldAt: at, seenAt: at } };
  return { ...state, open, last, failures: 0, waitUntil: null };
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

/** Sends a test now; returns the problem, if any. 429 within 15 s of another. */
export async function sendTest(db: Db, config: Watched, who: string): Promise<string | undefined> {
  const now = Date.now();
  await changeAlerts(db, async (state, tx) => {
    const wait = state.testedAt ? Date.parse(state.testedAt) + BETWEEN_TESTS - now : 0;
    if (wait > 0 && wait <= BETWEEN_TESTS) {
      const seconds = Math.ceil(wait / 1000);
      throw tooMany(`Пробное оповещение только что отправляли. Подождите ${seconds} с.`, seconds);
    }
    await record(tx, { who, action: 'alert.test', subject: '' });
    return { ...state, testedAt: new Date(now).toISOString() };
  });
  const since = new Date(now).toISOString();
  const message = 'Это пробное оповещение: его отправил администратор из панели. Всё в порядке.';
  const problem = await sendAlert(config, { id: randomUUID(), event: 'test', code: 'test', since, message });
  await changeAlerts(db, (state) => ({
    ...state,
    last: { at: new Date().toISOString(), problem: problem ?? null },
    // A successful test ends the backoff.
    ...(!problem && { failures: 0, waitUntil: null }),
  }));
  return problem;
}

function without<T>(all: Record<string, T>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => name !== key));
}
