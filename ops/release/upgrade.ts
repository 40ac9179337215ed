import { existsSync, lstatSync } from 'node:fs';
import { rename, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { commandLine } from '../../command.ts';
import { newestIn } from '../backup/retention.ts';
import { ReleaseError } from '../errors.ts';
import { assertSigned, describeArchive, unpackRelease, verifyUnpacked } from './archive.ts';
import {
  CURRENT,
  type Description,
  type Home,
  isWhole,
  makeCurrent,
  releaseIn,
  stepsBeyond,
  switchBack,
  switchTo,
  versionIn,
} from './layout.ts';
import { copyBefore, restoreBefore, runAsServer, type Switching } from './switching.ts';
import { replaceSystemFiles, restartService, runningVersion, whyNotReady } from './systemd.ts';

/** The former server exits at once on a newer schema: the restore need not wait longer. */
const ROLLBACK_TIMEOUT = 10_000; // ms

interface Upgrade extends Switching {
  isUnsignedAllowed: boolean; // Accepts an unsigned archive, such as one built locally
  withSystemFiles: boolean; // Also replaces the systemd units and the system's `rampa` command
}

/**
 * Switches to a release and waits until it is ready; returns its version. `wanted`: an archive, or the version of a release unpacked
 * beside the current one. Resumes an upgrade killed after its switch. After a ReleaseError the former release keeps serving.
 */
export async function upgrade(wanted: string, order: Upgrade): Promise<string> {
  const { home } = order;
  const isUnpacked = !existsSync(wanted) && /^\d[\w.+-]*$/.test(wanted) && existsSync(releaseIn(home, wanted));
  const about = isUnpacked ? undefined : await checked(wanted, order);
  const version = about?.version ?? wanted;
  if (version === versionIn(home.current)) return await resumeUpgrade(order);
  const release = about ? await tryArchive(wanted, about, order) : await tryUnpacked(wanted, order);
  const begun = new Date();
  await switchTo(home, release);
  await restart({ ...order, home: { ...home, current: release, previous: home.current } }, home, begun);
  return version;
}

async function checked(file: string, { print, isUnsignedAllowed }: Upgrade): Promise<Description> {
  const unsigned = async () => print('Подпись не проверена: за содержимое архива отвечаете вы.');
  const about = await describeArchive(file, isUnsignedAllowed ? unsigned : assertSigned);
  const own = `${process.platform}-${process.arch}`;
  if (about.platform !== own)
    throw new ReleaseError(`Этот архив для ${about.platform}, а здесь ${own}. Загрузите другой.`);
  return about;
}

/** The wanted release is current, but an upgrade may have been killed before the restart. */
async function resumeUpgrade(order: Upgrade): Promise<string> {
  const { home, address, print, withSystemFiles } = order;
  const version = versionIn(home.current);
  const running = await runningVersion(address);
  if (running === version) print(`Версия ${version} уже работает.`);
  else print(`Выбрана ${version}, а ${running ? `работает ${running}` : 'сервер не отвечает'}. Перезапускаю …`);
  if (running === version && !withSystemFiles) return version;
  const former = home.previous ? { folder: home.folder, current: home.previous, previous: undefined } : undefined;
  const { mtime } = lstatSync(path.join(home.folder, CURRENT));
  await restart(order, running === version ? undefined : former, mtime);
  return version;
}

async function tryArchive(file: string, { version, bytes }: Description, order: Upgrade): Promise<string> {
  const release = releaseIn(order.home, version);
  const unpacked = `${release}.unpacking`;
  await rm(unpacked, { recursive: true, force: true });
  const { folder } = order.home;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes)
    throw new ReleaseError(`На диске не хватает места: в ${folder} нужно ${Math.ceil(bytes / 1_000_000)} МБ.`);
  await unpackRelease(file, unpacked, (done) => order.progress('Распаковываю', done, bytes));
  order.print(`Распаковано и проверено: ${version}`);
  try {
    await rehearse(version, order, unpacked);
  } catch (error) {
    await rm(unpacked, { recursive: true, force: true });
    throw error;
  }
  // Only now replaces an existing folder of this version.
  await rm(release, { recursive: true, force: true });
  await rename(unpacked, release);
  return release;
}

async function tryUnpacked(version: string, order: Upgrade): Promise<string> {
  const release = releaseIn(order.home, version);
  if (!isWhole(release)) throw new ReleaseError(`Папка ${release} неполна. Обновите сайт из архива этой версии.`);
  await verifyUnpacked(release, order.progress);
  await rehearse(version, order, release);
  return release;
}

/** Makes a backup and starts the new release on its database, while the former one serves. */
async function rehearse(version: string, { home, config, print }: Switching, release: string): Promise<void> {
  if ((await stepsBeyond(home.current, release)).length > 0)
    throw new ReleaseError(
      `Версия ${version} старее базы: ${versionIn(home.current)} изменила её так, что ${version} не прочтёт. Ничего не изменено. ` +
        `К прежней версии возвращает ${commandLine('rollback')}, к другим — docs/ru/обновление.md.`,
    );
  const { dataDir, backupDir } = config;
  const output = await runAsServer(home.current, dataDir, 'cli/rampa.ts', 'backup');
  print(`Сделана резервная копия. ${output.split('\n').join(' ')}`);
  const copy = (await newestIn(backupDir)) ?? '';
  await runAsServer(release, dataDir, 'cli/rehearse.ts', copy).catch((error) => {
    throw new ReleaseError(
      `На копии данных новая версия не запускается, поэтому ничего не изменено. Она говорит: ${error.message}`,
    );
  });
  print('Проба на копии данных: новая версия открыла базу и отвечает.');
}

/** Restarts into the current release; rolls back to `former` if it fails. `begun`: earlier backups are not this upgrade's. */
async function restart(order: Upgrade, former: Home | undefined, begun: Date): Promise<void> {
  const { home, print } = order;
  const undo = order.withSystemFiles ? await replaceSystemFiles(home.current) : undefined;
  try {
    await restartService();
    const problem = await whyNotReady(order.address);
    if (problem) throw new ReleaseError(problem);
  } catch (error) {
    await undo?.();
    if (!former) throw error;
    print(`${(error as Error).message} Возвращаю ${versionIn(former.current)} …`);
    await returnToFormer(order, former.current, begun).finally(() => switchBack(former));
    throw new ReleaseError(
      `Обновления не было: работает ${versionIn(former.current)}. Почему не вышло: journalctl -u rampa`,
    );
  }
}

async function returnToFormer(switching: Switching, former: string, begun: Date): Promise<void> {
  const { home, config, print } = switching;
  await makeCurrent(home, former);
  await restartService();
  if ((await whyNotReady(switching.address, ROLLBACK_TIMEOUT)) === undefined) return;
  const copy = await copyBefore(config.backupDir, versionIn(home.current));
  // Names of backups have whole seconds.
  if (copy && copy.madeAt.getTime() > begun.getTime() - 1000)
    print(`База уже изменена. ${await restoreBefore(switching, former, copy.file)}`);
  const problem = await whyNotReady(switching.address);
  if (problem) throw new ReleaseError(`Прежняя версия тоже не отвечает. ${problem} Смотрите journalctl -u rampa`);
}
