import type { Db } from '../../db/tables.ts';
import { listAdmins } from '../../model/admins/admins.ts';
import { alertState } from '../alerts/send.ts';
import { backupState, elsewhereState } from '../backup/state.ts';
import { ALERTS_JOB, listJobs } from '../jobs.ts';
import { ownFamilies, type Watched } from '../metrics/families.ts';
import { withTimeout } from '../timeout.ts';
import { examine, type Report, reportText } from './examine.ts';
import { runningFrom, valuesOf } from './running.ts';

const CACHE_TTL = 5 * 60_000; // ms
const MARK_TIMEOUT = 3000;

export interface Doctor {
  /** At most 5 min old unless `isFresh`; single-flight. A backup, restore test or change of administrators expires it. */
  report: (isFresh: boolean) => Promise<Report & { text: string }>;
}

export function createDoctor(watched: Watched): Doctor {
  let last: { report: ReturnType<Doctor['report']>; mark: string; at: number; isDone: boolean } | undefined;
  return {
    async report(isFresh) {
      // A timeout does not expire the cached report.
      const mark = (await markOf(watched.store.db)) ?? last?.mark ?? '';
      const now = performance.now();
      const isUseful = last?.mark === mark && (!last.isDone || (!isFresh && now - last.at < CACHE_TTL));
      if (last && isUseful) return last.report;
      const mine = { report: look(watched), mark, at: now, isDone: false };
      last = mine;
      return mine.report.finally(() => {
        mine.isDone = true;
      });
    },
  };
}

async function markOf(db: Db): Promise<string | undefined> {
  const read = () => Promise.all([listJobs(db), backupState(db), elsewhereState(db), alertState(db), listAdmins(db)]);
  const found = await withTimeout(MARK_TIMEOUT, read).catch(() => undefined);
  if (!found) return undefined;
  const [jobs, ...others] = found;
  // Alerts are checked each minute.
  return JSON.stringify([jobs.filter(({ name }) => name !== ALERTS_JOB), ...others]);
}

async function look(watched: Watched): ReturnType<Doctor['report']> {
  const { config, store, meters, health } = watched;
  const report = await examine({
    config,
    db: () => store.db,
    node: process.versions.node,
    running: runningFrom(valuesOf(await ownFamilies(watched))),
    signs: meters.signs.seen(),
    health,
  });
  return { ...report, text: reportText(report, config.timeZone) };
}
