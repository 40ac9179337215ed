import type { Watched } from '../metrics/families.ts';
import { ownFamilies } from '../metrics/families.ts';
import { examine, type Report } from './examine.ts';
import { runningFrom, valuesOf } from './running.ts';
import { reportText } from './text.ts';

/** The dashboard need not be newer than this, in ms. */
const FRESH_FOR = 5 * 60_000;

export interface Doctor {
  /** The state of this server: a recent one, or with `isFresh` as it is now. Whoever asks meanwhile gets the same. */
  report: (isFresh: boolean) => Promise<Report & { text: string }>;
}

/** Looks at this server from inside. */
export function createDoctor(watched: Watched): Doctor {
  let last: { report: ReturnType<Doctor['report']>; at: number; isDone: boolean } | undefined;
  return {
    report(isFresh) {
      const now = performance.now();
      const isUseful = last && (!last.isDone || (!isFresh && now - last.at < FRESH_FOR));
      if (last && isUseful) return last.report;
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
    draw: (drawing) => store.pictures.draw(drawing),
  });
  return { ...report, text: reportText(report, config.timeZone) };
}
