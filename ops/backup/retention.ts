import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { todayIn } from '../../model/text/date.ts';

/** By count, not age: an unchanged site keeps its last backups. Empty days and weeks do not count. The last hour is kept. */
const RETENTION = { newest: 3, days: 7, weeks: 4, beforeMigration: 5 };

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;

/** Names carry the start in UTC; Windows allows no colon in file names. */
const REGULAR = /^rampa-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.tar$/;
const BEFORE_MIGRATION = /^rampa-before-.+-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.tar$/;

/** The only incomplete backup of a folder: the next one replaces it. Retention ignores it. */
export const INCOMPLETE = 'rampa-incomplete.tar';

const AHEAD = DAY; // Tolerated clock skew between servers

export interface ArchiveFile {
  name: string;
  madeAt: Date;
}

export async function removeOld(folder: string, timeZone: string): Promise<string[]> {
  const { regular, beforeMigration } = await listByKind(folder);
  const kept = retainedBy(regular, timeZone);
  const old = [...regular.filter((file) => !kept.has(file)), ...beforeMigration.slice(RETENTION.beforeMigration)];
  for (const { name } of old) await rm(path.join(folder, name), { force: true });
  return old.map(({ name }) => name);
}

/** Regular archives that retention keeps. */
export function retainedBy(newestFirst: ArchiveFile[], timeZone: string): Set<ArchiveFile> {
  const now = Date.now();
  const dayOf = ({ madeAt }: ArchiveFile) => todayIn(timeZone, madeAt);
  // Weeks start on Monday.
  const weekOf = (file: ArchiveFile) => Math.floor((Date.parse(dayOf(file)) / DAY + 3) / 7);
  return new Set([
    ...newestFirst.slice(0, RETENTION.newest),
    ...newestFirst.filter(({ madeAt }) => Math.abs(now - madeAt.getTime()) < HOUR),
    ...firstOfEach(newestFirst, dayOf).slice(0, RETENTION.days),
    ...firstOfEach(newestFirst, weekOf).slice(0, RETENTION.weeks),
  ]);
}

function firstOfEach<T>(files: ArchiveFile[], groupOf: (file: ArchiveFile) => T): ArchiveFile[] {
  return [...Map.groupBy(files, groupOf).values()].flatMap((group) => group.slice(0, 1));
}

export function regularName(moment: Date): string {
  return `rampa-${stamp(moment)}.tar`;
}

/** Path of a regular archive that begins now. Names have seconds: waits if the present second is taken. */
export async function newRegular(folder: string): Promise<string> {
  for (;;) {
    const file = path.join(folder, regularName(new Date()));
    if (!existsSync(file)) return file;
    await sleep(1000 - (Date.now() % 1000));
  }
}

/** `version` is the new one, `step` its first migration. */
export function beforeMigrationName(version: string, step: string, moment: Date): string {
  return `rampa-before-${version}-${step}-${stamp(moment)}.tar`;
}

/** UTC to the second, without colons: `2026-07-20T01-12-45Z`. */
export function stamp(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

/** Newest first, future dates last: a clock once ahead would make later backups the oldest. Other names are ignored. */
export async function listByKind(folder: string): Promise<{ regular: ArchiveFile[]; beforeMigration: ArchiveFile[] }> {
  const names = await readdir(folder).catch(() => []);
  return { regular: regularOf(names), beforeMigration: dated(names, BEFORE_MIGRATION) };
}

/** Regular archives among `names`, in the order of `listByKind`. */
export function regularOf(names: string[]): ArchiveFile[] {
  return dated(names, REGULAR);
}

/** Whether a file name is that of a backup archive. */
export function isArchiveName(name: string): boolean {
  return REGULAR.test(name) || BEFORE_MIGRATION.test(name) || name === INCOMPLETE;
}

export async function newestIn(folder: string): Promise<string | undefined> {
  const { regular } = await listByKind(folder);
  return regular[0] && path.join(folder, regular[0].name);
}

function dated(names: string[], pattern: RegExp): ArchiveFile[] {
  return names
    .flatMap((name) => {
      const [, moment] = pattern.exec(name) ?? [];
      return moment ? [{ name, madeAt: new Date(moment.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:')) }] : [];
    })
    .sort((one, other) => Number(isAhead(one)) - Number(isAhead(other)) || Number(other.madeAt) - Number(one.madeAt));
}

function isAhead({ madeAt }: ArchiveFile): boolean {
  return madeAt.getTime() > Date.now() + AHEAD;
}
