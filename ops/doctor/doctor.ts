import type { Db } from '../../db/tables.ts';
import { listAdmins } from '../../model/admins/admins.ts';
import { backupState } from '../backup/state.ts';
import { listJobs } from '../jobs.ts';
import type { Watched } from '../metrics/families.ts';
import { ownFamilies } from '../metrics/families.ts';
import { withTimeout } from '../timeout.ts';
import { examine, type Report } from './examine.ts';
import { runningFrom, valuesOf } from './running.ts';
import { reportText } from './text.ts';

/** The dashboard need not be newer than this, in ms. */
const FRESH_FOR = 5 * 60_000;
const MARK_WITHIN = 3000;

export interface Doctor {
  /**
   * The state of this server: at most 5 min old, or with `isFresh` as it is now; single-flight. A copy, a trial or a change of
   * administrators, on any server of the site, ends a cached report at once.
   */
  report: (isFresh: boolean) => Promise<Report & { text: string }>;
}

/** Looks at this server from inside. */
export function createDoctor(watched: Watched): Doctor {
  let last: { report: ReturnType<Doctor['report']>; mark: string; at: number; isDone: boolean } | undefined;
  return {
    async report(isFresh) {
      // A database that does not answer in time has not said that anything changed.
      const mark = (await markOf(watched.store.db)) ?? last?.mark ?? '';
      const now = performance.now();
      const isUseful = last?.mark === mark && (!last.isDone || (!isFresh && now - last.at < FRESH_FOR));
      if (last && isUseful) return last.report;
      const mine = { report: look(watched), mark, at: now, isDone: false };
      last = mine;
      return mine.report.finally(() => {
        mine.isDone = true;
      });
    },
  };
}

/** Changes with every act of an administrator that a report tells of. Undefined while the database does not answer. */
async function markOf(db: Db): Promise<string | undefined> {
  const read = async () => JSON.stringify(await Promise.all([backupState(db), listJobs(db), listAdmins(db)]));
  return withTimeout(MARK_WITHIN, read).catch(() => undefined);
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
    draw: (drawing) => store.images.draw(drawing),
  });
  return { ...report, text: reportText(report, config.timeZone) };
}
