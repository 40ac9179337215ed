import { rm } from 'node:fs/promises';
import path from 'node:path';
import { todayIn } from '../../model/text/date.ts';
import { type KeptFile, listKept } from './archive/names.ts';
import { readManifest } from './archive/reader.ts';

/** By count, not age: a site that stands still keeps its last backups. Empty days and weeks do not count. None of the last hour goes. */
const KEPT = { newest: 3, days: 7, weeks: 4, beforeMigration: 5 };

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;

export async function removeOld(folder: string, timeZone: string): Promise<string[]> {
  const { regular, beforeMigration } = await listKept(folder);
  const kept = keep(regular, timeZone, await findIncomplete(folder, regular, timeZone));
  const old = [...regular.filter((file) => !kept.has(file)), ...beforeMigration.slice(KEPT.beforeMigration)];
  for (const { name } of old) await rm(path.join(folder, name), { force: true });
  return old.map(({ name }) => name);
}

/** Those of the regular archives, newest first, that retention keeps: `incomplete` ones displace no other. */
export function keep(newestFirst: KeptFile[], timeZone: string, incomplete: Set<string> = new Set()): Set<KeptFile> {
  const whole = newestFirst.filter(({ name }) => !incomplete.has(name));
  return new Set([...chosen(newestFirst, timeZone), ...chosen(whole, timeZone)]);
}

/** Names of archives in `folder` that lack uploads: earlier versions named them as the others. None is read while all are kept. */
export async function findIncomplete(folder: string, regular: KeptFile[], timeZone: string): Promise<Set<string>> {
  const incomplete = new Set<string>();
  if (keep(regular, timeZone).size === regular.length) return incomplete;
  for (const { name } of regular) {
    const manifest = await readManifest(path.join(folder, name)).catch(() => undefined);
    if (manifest && manifest.missing.length > 0) incomplete.add(name);
  }
  return incomplete;
}

function chosen(newestFirst: KeptFile[], timeZone: string): KeptFile[] {
  const now = Date.now();
  const dayOf = ({ madeAt }: KeptFile) => todayIn(timeZone, madeAt);
  // Weeks since a Monday.
  const weekOf = (file: KeptFile) => Math.floor((Date.parse(dayOf(file)) / DAY + 3) / 7);
  return [
    ...newestFirst.slice(0, KEPT.newest),
    ...newestFirst.filter(({ madeAt }) => Math.abs(now - madeAt.getTime()) < HOUR),
    ...firstOfEach(newestFirst, dayOf).slice(0, KEPT.days),
    ...firstOfEach(newestFirst, weekOf).slice(0, KEPT.weeks),
  ];
}

function firstOfEach<T>(files: KeptFile[], groupOf: (file: KeptFile) => T): KeptFile[] {
  const first = new Map<T, KeptFile>();
  for (const file of files) if (!first.has(groupOf(file))) first.set(groupOf(file), file);
  return [...first.values()];
}
