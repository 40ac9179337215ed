import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { readdir, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { syncFolder } from '../../db/fsync.ts';
import { lockFile } from '../../db/open.ts';
import { ReleaseError } from '../errors.ts';

/** Folder of unpacked releases, with symlinks to the current and the previous one. */
export interface Home {
  folder: string;
  current: string; // Real path of a release's folder
  previous: string | undefined;
}

const RELEASES = 'releases';
export const CURRENT = 'current';
const PREVIOUS = 'previous';
const OF_CONTAINERS = ['/.dockerenv', '/run/.containerenv'];

/** First file of an archive, also in an unpacked release. Older versions read it: fields are never removed. */
export const DESCRIPTION = 'release.json';
/** Second file: checksums of all other files, in the format of `sha256sum`. */
export const SUMS = 'SHA256SUMS';

const descriptionSchema = z.object({
  format: z.literal(1),
  version: z.string().regex(/^\d[\w.+-]*$/),
  commit: z.string(),
  /** Same values as `process.platform` and `process.arch`. */
  platform: z.string(),
  bytes: z.number().int().positive(), // Unpacked
  files: z.number().int().positive(),
});

export type Description = z.infer<typeof descriptionSchema>;

/** `release` is the folder of the running command. ReleaseError, with advice, without a symlink to switch. */
export function homeOf(release: string, signs = OF_CONTAINERS): Home {
  if (existsSync(path.join(release, '.git')))
    throw new ReleaseError(
      `Сайт в ${release} — из git, а не из архива. Обновите его там же: git pull && npm ci && npm run build — и перезапустите сервер. ` +
        'Как поставить сайт из архива, чтобы обновлять одной командой: docs/ru/установка.md.',
    );
  const folder = path.dirname(path.dirname(release));
  const isLaidOut = path.dirname(release) === path.join(folder, RELEASES) && resolveLink(folder, CURRENT) === release;
  if (!isLaidOut && signs.some((file) => existsSync(file)))
    throw new ReleaseError('Это контейнер: обновляют не его, а образ. Как — docs/ru/docker.md.');
  if (!isLaidOut)
    throw new ReleaseError(
      `Обновить можно сайт, который стоит как в docs/ru/установка.md: папки версий в /opt/rampa/${RELEASES} и ссылка /opt/rampa/${CURRENT}. ` +
        `Эта команда запущена из ${release}. Распакуйте новый архив рядом и запустите сервер оттуда.`,
    );
  const previous = resolveLink(folder, PREVIOUS);
  // A switch killed between its two steps leaves both symlinks on one release.
  return { folder, current: release, previous: previous === release ? undefined : previous };
}

/** Makes `release` the current one and the former current one the previous. */
export async function switchTo({ folder, current }: Home, release: string): Promise<Home> {
  await replaceSymlink(folder, PREVIOUS, current);
  await replaceSymlink(folder, CURRENT, release);
  await syncFolder(folder);
  return { folder, current: release, previous: current };
}

/** Runs `work`; ReleaseError if another upgrade or rollback is running. */
export async function withReleaseLock<T>({ folder }: Home, work: () => Promise<T>): Promise<T> {
  using lock = lockFile(path.join(folder, '.release.lock'));
  if (!lock) throw new ReleaseError('Обновление или возврат уже идёт. Дождитесь конца и повторите.');
  return await work();
}

/** Undoes `switchTo`. */
export async function switchBack({ folder, current, previous }: Home): Promise<void> {
  await replaceSymlink(folder, CURRENT, current);
  if (previous) await replaceSymlink(folder, PREVIOUS, previous);
  else await rm(path.join(folder, PREVIOUS), { force: true });
  await syncFolder(folder);
}

/** Makes the previous release the current one. */
export async function makeCurrent({ folder }: Home, release: string): Promise<void> {
  await replaceSymlink(folder, CURRENT, release);
  await syncFolder(folder);
}

export function releaseIn({ folder }: Pick<Home, 'folder'>, version: string): string {
  return path.join(folder, RELEASES, version);
}

/** Release folders without a symlink to them. */
export async function unusedIn({ folder, current, previous }: Home): Promise<string[]> {
  const names = await readdir(path.join(folder, RELEASES));
  const all = names.sort().map((name) => path.join(folder, RELEASES, name));
  return all.filter((each) => each !== current && each !== previous);
}

/** Whether the files needed by a rollback exist: the folder may be half deleted. */
export function isWhole(release: string): boolean {
  return ['package.json', 'bin/node', 'db/migrations', 'cli/rampa.ts'].every((name) =>
    existsSync(path.join(release, name)),
  );
}

export function versionIn(release: string): string {
  const { version } = JSON.parse(readFileSync(path.join(release, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** Migrations of `release` that `other` lacks. */
export async function stepsBeyond(release: string, other: string): Promise<string[]> {
  const stepsOf = async (each: string) =>
    (await readdir(path.join(each, 'db', 'migrations'))).filter((name) => /^\d{4}-.+\.ts$/.test(name));
  const known = await stepsOf(other);
  return (await stepsOf(release)).filter((step) => !known.includes(step)).sort();
}

/** Replaces the symlink atomically by a rename. */
async function replaceSymlink(folder: string, name: string, release: string): Promise<void> {
  const made = path.join(folder, `.${name}-${process.pid}`);
  await rm(made, { force: true });
  await symlink(path.relative(folder, release), made);
  await rename(made, path.join(folder, name));
}

function resolveLink(folder: string, name: string): string | undefined {
  try {
    return realpathSync(path.join(folder, name));
  } catch {
    return undefined;
  }
}

export function parseDescription(text: string): Description {
  try {
    return descriptionSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new ReleaseError('Этот файл — не архив rampa, или эта версия его не читает.', { cause });
  }
}
