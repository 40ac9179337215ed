import { stat } from 'node:fs/promises';
import path from 'node:path';
import { commandLine } from '../../command.ts';
import type { Config } from '../../config.ts';
import { absentTables } from '../../db/copying/tables.ts';
import type { Db } from '../../db/tables.ts';
import { createLimit } from '../../model/limit.ts';
import { readSetting } from '../../model/settings/define.ts';
import { listUploads } from '../../model/uploads/storage/transfer.ts';
import { BackupError } from '../errors.ts';
import { damagedIn, type Manifest, type Tally } from './archive/manifest.ts';
import { readManifest } from './archive/reader.ts';
import { newestIn } from './retention.ts';
import { backupState, changeRecord } from './state.ts';

/** Reference values for a backup's completeness. */
export interface Measure {
  tally: Tally | undefined; // Of the last good backup; undefined if there is none
  lost: string[]; // Names of uploads whose loss was accepted
  accept: boolean; // Accepts every loss
}

export type Verdict = Pick<Manifest, 'missing' | 'lost' | 'shrunk'>;

/** BackupError for a database that lost a table: its backup would restore an empty table and look sound. */
export async function assertNoTableLost(db: Db): Promise<void> {
  const absent = await absentTables(db);
  if (absent.length === 0) return;
  throw new BackupError(
    `В базе нет таблиц, которые в ней были: ${absent.join(', ')}. Копия не сделана, прежние целы. Восстановите последнюю: ${commandLine('restore Файл')}`,
  );
}

type Content = Pick<Manifest, 'missing' | 'pictures'> & { tally: Tally };

const SMALLEST_PART = 0.5; // relative to the last good backup
const NAMED = 3;
const NOTHING: { names: string[] } = { names: [] };

/** Prefers the record in the database: with several servers this one's folder may lack the last good backup. */
export async function measureOf({ backupDir }: Pick<Config, 'backupDir'>, db: Db, accept: boolean): Promise<Measure> {
  const { backup } = await backupState(db);
  const newest = await newestIn(backupDir);
  const found = newest && (await readManifest(newest).catch(() => undefined));
  return { tally: backup?.tally ?? (found || undefined)?.tally, lost: await acceptedLosses(db), accept };
}

async function acceptedLosses(db: Db): Promise<string[]> {
  const { value } = await readSetting(db, 'backup-lost', NOTHING);
  return value.names;
}

/** `missing`: uploads in the database that are not in storage. */
export function verdictOn(content: Content, { tally: before, lost, accept }: Measure): Verdict {
  const gone = [...content.missing, ...damagedIn({ ...content, lost: [] })];
  if (accept) return { missing: [], lost: gone };
  const accepted = new Set(lost);
  return {
    missing: content.missing.filter((name) => !accepted.has(name)),
    lost: gone.filter((name) => accepted.has(name)),
    ...(before && isLoss(content.tally, before) && { shrunk: { from: before.kept, to: content.tally.kept } }),
  };
}

/** Deletions in the panel are no loss. */
function isLoss({ kept, deletions }: Tally, before: Tally): boolean {
  return kept + deletions - before.deletions < before.kept * SMALLEST_PART;
}

/** A Russian sentence if the backup is incomplete. */
export function faultOf(manifest: Manifest): string | undefined {
  const { missing, shrunk } = manifest;
  const damaged = damagedIn(manifest);
  const faults = [
    missing.length > 0 && `нет картинок или файлов, которые названы в базе: ${someOf(missing)}`,
    damaged.length > 0 && `повреждены картинки или файлы: ${someOf(damaged)}`,
    shrunk && `в ней меньше половины прежних новостей, страниц, картинок и файлов: ${shrunk.to} вместо ${shrunk.from}`,
  ].filter(Boolean);
  return faults.length > 0 ? `Копия неполная: ${faults.join('; ')}.` : undefined;
}

export function someOf(names: string[]): string {
  const others = names.length - NAMED;
  return `${names.slice(0, NAMED).join(', ')}${others > 0 ? ` и ещё ${others}` : ''}`;
}

/** Advice for a fault of `faultOf`. `file`: path of the backup. */
export function remedyOf(manifest: Manifest, file: string): string {
  const mend =
    manifest.missing.length + damagedIn(manifest).length > 0
      ? ' Верните файлы из прежней копии или удалите их в панели.'
      : '';
  return (
    `Прежние копии она не вытеснит и лежит отдельно: ${file}.${mend} ` +
    `Если так и должно быть, потерю примет команда «${commandLine('backup --accept-loss')}».`
  );
}

/** Names of uploads whose file in `folder` is missing or has a different size, unless their loss was accepted. */
export async function lostUploads(db: Db, folder: string): Promise<string[]> {
  const accepted = new Set(await acceptedLosses(db));
  const inTurn = createLimit(2); // leaves threads of libuv's pool to requests
  const isWhole = async ({ name, bytes }: { name: string; bytes: number }) =>
    accepted.has(name) || (await stat(path.join(folder, name)).catch(() => undefined))?.size === bytes;
  const uploads = await listUploads(db);
  const whole = await Promise.all(uploads.map((each) => inTurn(() => isWhole(each))));
  return uploads.flatMap(({ name }, at) => (whole[at] ? [] : [name]));
}

/** Later copies may lack these uploads. */
export async function recordLost(db: Db, names: string[]): Promise<void> {
  if ((await acceptedLosses(db)).join() === names.join()) return;
  await changeRecord(db, 'backup-lost', NOTHING, () => ({ names }));
}
