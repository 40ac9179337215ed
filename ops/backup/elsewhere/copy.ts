import { existsSync, mkdirSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import type { Config } from '../../../config.ts';
import type { Db } from '../../../db/tables.ts';
import { messageOf } from '../../../errors.ts';
import { sizeText } from '../../../model/text/size.ts';
import { BackupError, BusyError } from '../../errors.ts';
import type { Progress } from '../archive/reader.ts';
import { withCopyLock } from '../lock.ts';
import { isArchiveName, listByKind, regularOf, retainedBy } from '../retention.ts';
import { type Copied, type ElsewhereState, elsewhereState, identityOf, recordElsewhere } from '../state.ts';
import { type Target, type TargetConfig, targetOf } from './target.ts';

const MARKER = 'rampa-site.txt'; // Holds the identity of the site. Archives of another site are never removed.
const LEFT_FREE = 16 * 1024 ** 2; // bytes; left free for other programs

type CopyConfig = Pick<Config, 'dataDir' | 'backupDir' | 'backupTo' | 'timeZone'>;

/** Mirrors BACKUP_DIR to BACKUP_TO by retention; records it. Undefined without BACKUP_TO. BackupError, BusyError. */
export async function copyElsewhere(config: CopyConfig, db: Db, progress: Progress): Promise<Copied | undefined> {
  const target = targetOf(config, await identityOf(db));
  if (!target) return undefined;
  try {
    const copied = await withCopyLock(config.backupDir, () => mirror(config, db, target, progress));
    await recordElsewhere(db, { copied, failure: null });
    return copied;
  } catch (error) {
    const failure = { at: new Date().toISOString(), message: messageOf(error) };
    if (!(error instanceof BusyError)) await recordElsewhere(db, { failure }).catch(() => {});
    throw error;
  }
}

/** BackupError when copying is impossible. Changes nothing. */
export async function assertTarget(config: CopyConfig, db: Db): Promise<void> {
  const state = await elsewhereState(db);
  const target = targetOf(config, state.site ?? '');
  if (target) await assertOurs(target, state, await target.open());
}

async function mirror(config: CopyConfig, db: Db, target: Target, progress: Progress): Promise<Copied> {
  const state = await elsewhereState(db);
  const mount = await target.open();
  if (!(await assertOurs(target, state, mount)))
    await target.write(
      MARKER,
      `${state.site}\n\nПо этому файлу сайт узнаёт свои копии. Не удаляйте и не меняйте его.\n`,
    );
  await target.clean();
  const there = new Map((await target.list()).map(({ name, bytes }) => [name, bytes]));
  const { regular: here } = await listByKind(config.backupDir);
  const all = regularOf([...new Set([...here.map(({ name }) => name), ...there.keys()])]);
  const kept = new Set([...retainedBy(all, config.timeZone)].map(({ name }) => name));
  for (const { name } of here.filter((file) => kept.has(file.name))) {
    const from = path.join(config.backupDir, name);
    const { size: bytes } = await stat(from);
    if (there.get(name) === bytes) continue;
    await assertSpace(target, bytes);
    await target.put(from, name, progress);
    there.set(name, bytes);
    // The newest copy exists now: old ones may be removed.
    await removeOld(target, there, kept);
  }
  await removeOld(target, there, kept);
  const [newest] = regularOf([...there.keys()]);
  return {
    at: new Date().toISOString(),
    to: target.place,
    host: hostname(),
    mount,
    count: regularOf([...there.keys()]).length,
    newest: newest
      ? { name: newest.name, madeAt: newest.madeAt.toISOString(), bytes: there.get(newest.name) ?? 0 }
      : null,
  };
}

/** True with our marker, false for an empty place. BackupError if the place belongs, or may belong, to another site. */
async function assertOurs(target: Target, { site, copied }: ElsewhereState, mount: string): Promise<boolean> {
  const holder = (await target.read(MARKER))?.split('\n')[0];
  if (holder !== undefined && holder === site) return true;
  if (copied?.to === target.place && copied.host === hostname() && copied.mount !== mount)
    throw new BackupError(
      `Диск ${copied.mount}, на котором лежат копии из BACKUP_TO, не подключён: папка ${target.place} сейчас на другом.`,
    );
  if (holder !== undefined)
    throw new BackupError(
      `В ${target.place} лежат копии другого сайта. Восстановите сайт из копии оттуда или укажите в BACKUP_TO пустую папку.`,
    );
  const isTaken = (await target.list()).length > 0 || (await target.read('backup.lock')) !== undefined;
  if (isTaken)
    throw new BackupError(
      `В ${target.place} уже лежат копии, и чьи они, неизвестно. Укажите в BACKUP_TO пустую папку: ничего чужого сервер не удаляет.`,
    );
  return false;
}

async function assertSpace(target: Target, bytes: number): Promise<void> {
  const free = await target.free();
  if (free === undefined || free >= bytes + LEFT_FREE) return;
  throw new BackupError(
    `В ${target.place} не хватает места: копия занимает ${sizeText(bytes)}, свободно ${sizeText(free)}. Освободите место.`,
  );
}

async function removeOld(target: Target, there: Map<string, number>, kept: Set<string>): Promise<void> {
  for (const { name } of regularOf([...there.keys()])) {
    if (kept.has(name)) continue;
    await target.remove(name);
    there.delete(name);
  }
}

/** Runs `use` on the archive that `given` names: a path, or the name of one in BACKUP_DIR or BACKUP_TO. */
export async function withCopy<T>(
  config: TargetConfig,
  given: string,
  progress: Progress,
  use: (file: string) => Promise<T>,
): Promise<T> {
  const { backupDir, backupTo } = config;
  if (existsSync(given) || !isArchiveName(given)) return use(path.resolve(given));
  const target = targetOf(config, '');
  const folders = [backupDir, ...(backupTo === undefined || target?.fetch ? [] : [backupTo])];
  const found = folders.map((folder) => path.join(folder, given)).find((file) => existsSync(file));
  if (found || !target?.fetch) return use(found ?? path.resolve(given));
  mkdirSync(backupDir, { recursive: true, mode: 0o700 });
  const fetched = path.join(backupDir, `.fetched-${process.pid}.tar`);
  try {
    await target.fetch(given, fetched, progress);
    return await use(fetched);
  } finally {
    await rm(fetched, { force: true });
  }
}

/** Regular archives in BACKUP_TO, newest first. `problem`: why they cannot be listed. */
export async function listElsewhere(config: TargetConfig) {
  const target = targetOf(config, '');
  try {
    await target?.open();
    const sizes = new Map((await target?.list())?.map(({ name, bytes }) => [name, bytes]));
    return { there: regularOf([...sizes.keys()]).map((file) => ({ ...file, bytes: sizes.get(file.name) ?? 0 })) };
  } catch (error) {
    if (error instanceof BackupError) return { there: [], problem: error.message };
    throw error;
  }
}
