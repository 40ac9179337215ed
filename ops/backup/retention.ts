import { rm } from 'node:fs/promises';
import path from 'node:path';
import { todayIn } from '../../model/text/date.ts';
import { type KeptFile, listKept } from './archive/names.ts';

/** By count, not age: a site that stands still keeps its last backups. Empty days and weeks do not count. None of the last hour goes. */
const KEPT = { newest: 3, days: 7, weeks: 4, beforeMigration: 5 };

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;

export async function removeOld(folder: string, timeZone: string): Promise<string[]> {
  const { regular, beforeMigration } = await listKept(folder);
  const kept = keep(regular, timeZone);
  const old = [...regular.filter((file) => !kept.has(file)), ...beforeMigration.slice(KEPT.beforeMigration)];
  for (const { name } of old) await rm(path.join(folder, name), { force: true });
  return old.map(({ name }) => name);
}

/** Those of the regular archives, newest first, that retention keeps. */
export function keep(newestFirst: KeptFile[], timeZone: string, now = Date.now()): Set<KeptFile> {
  const dayOf = ({ madeAt }: KeptFile) => todayIn(timeZone, madeAt);
  // Weeks since a Monday.
  const weekOf = (file: KeptFile) => Math.floor((Date.parse(dayOf(file)) / DAY + 3) / 7);
  return new Set([
    ...newestFirst.slice(0, KEPT.newest),
    ...newestFirst.filter(({ madeAt }) => Math.abs(now - madeAt.getTime()) < HOUR),
    ...firstOfEach(newestFirst, dayOf).slice(0, KEPT.days),
    ...firstOfEach(newestFirst, weekOf).slice(0, KEPT.weeks),
  ]);
}

function firstOfEach<T>(files: KeptFile[], groupOf: (file: KeptFile) => T): KeptFile[] {
  const first = new Map<T, KeptFile>();
  for (const file of files) if (!first.has(groupOf(file))) first.set(groupOf(file), file);
  return [...first.values()];
}
