import { ownFamilies, type Watched } from '../metrics/families.ts';
import { examine, type Report, reportText } from './examine.ts';
import { runningFrom, valuesOf } from './running.ts';

const CACHE_TTL = 5 * 60_000; // ms

export interface Doctor {
  /** At most 5 min old unless `isFresh`; single-flight. */
  report: (isFresh: boolean) => Promise<Report & { text: string }>;
}

export function createDoctor(watched: Watched): Doctor {
  let last: { report: ReturnType<Doctor['report']>; at: number; isDone: boolean } | undefined;
  return {
    async report(isFresh) {
      const now = performance.now();
      if (last && (!last.isDone || (!isFresh && now - last.at < CACHE_TTL))) return last.report;
      const mine = { report: look(watched), at: now, isDone: false };
      last = mine;
      return mine.report.finally(() => {
        mine.isDone = true;
      });
    },
  };
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
