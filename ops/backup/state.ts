import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { lockSetting, readSetting, type SettingName, saveSetting } from '../../model/settings/define.ts';
import type { Tally } from './archive/manifest.ts';

const moment = z.string().describe('ISO 8601, UTC');

const madeSchema = z.object({
  at: moment,
  file: z.string(),
  host: z.string().describe('Host name of the machine with the file'),
  bytes: z.number(),
  articles: z.number().int(),
  pictures: z.number().int(),
  took: z.number().describe('In ms'),
});
const failureSchema = z.object({ at: moment, message: z.string() }).nullable().describe('Of the last attempt');

/** State of the copies in BACKUP_DIR, as the API answers it. */
export const backupStateSchema = z.object({
  backup: madeSchema.nullable().describe('The last backup'),
  failure: failureSchema,
  drill: z
    .object({
      at: moment,
      file: z.string(),
      madeAt: moment.nullable(),
      problem: z.string().nullable().describe('Null if the backup could be restored and was identical'),
    })
    .nullable(),
});

/** State of the copies in BACKUP_TO. */
export const elsewhereSchema = z.object({
  copied: z
    .object({
      at: moment.describe('Last successful check'),
      count: z.number().int(),
      newest: z.object({ name: z.string(), madeAt: moment, bytes: z.number() }).nullable(),
    })
    .nullable(),
  failure: failureSchema,
});

export interface BackupState extends z.infer<typeof backupStateSchema> {
  backup: MadeBackup | null;
  failure: Failure | null;
}

/** `tally` is missing in records of earlier versions. */
export type MadeBackup = z.infer<typeof madeSchema> & { tally?: Tally | undefined };

/** `isIncomplete`: the backup was made but lacks something. */
type Failure = NonNullable<z.infer<typeof failureSchema>> & { isIncomplete?: boolean };

export interface ElsewhereState extends z.infer<typeof elsewhereSchema> {
  site: string | null; // Identity of this site, part of each archive: a restored site continues in the same place
  copied: Copied | null;
}

/** `to`: BACKUP_TO at that time; the machine, and the mount point there. */
export type Copied = NonNullable<z.infer<typeof elsewhereSchema>['copied']> & Record<'to' | 'host' | 'mount', string>;

const NO_BACKUP: BackupState = { backup: null, failure: null, drill: null };
const NO_COPY: ElsewhereState = { site: null, copied: null, failure: null };

/** All null before the first backup. */
export async function backupState(db: Db): Promise<BackupState> {
  return (await readSetting(db, 'backup', NO_BACKUP)).value;
}

export async function recordBackup(db: Db, news: Partial<BackupState>): Promise<void> {
  await changeRecord(db, 'backup', NO_BACKUP, (state) => ({ ...state, ...news }));
}

export async function elsewhereState(db: Db): Promise<ElsewhereState> {
  return (await readSetting(db, 'backup-elsewhere', NO_COPY)).value;
}

export async function recordElsewhere(db: Db, news: Partial<ElsewhereState>): Promise<void> {
  await changeRecord(db, 'backup-elsewhere', NO_COPY, (state) => ({ ...state, ...news }));
}

/** The site's identity, created by the first call. */
export async function identityOf(db: Db): Promise<string> {
  const { site } = await elsewhereState(db);
  if (site !== null) return site;
  const made = randomBytes(8).toString('hex');
  const kept = await changeRecord(db, 'backup-elsewhere', NO_COPY, (state) => ({ ...state, site: state.site ?? made }));
  return kept.site ?? made;
}

/** Changes the setting of a name under a lock, without publishing a message. */
export function changeRecord<T extends object>(
  db: Db,
  name: SettingName,
  none: T,
  change: (known: T) => T,
): Promise<T> {
  return write({ db, publish: () => {} }, async (tx) => {
    const { value, version } = await lockSetting(tx, name, none);
    return (await saveSetting(tx, name, change(value), version)).value;
  });
}
