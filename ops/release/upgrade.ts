import { rename, rm, statfs } from 'node:fs/promises';
import { typed } from '../../command.ts';
import { newestIn } from '../backup/archive/names.ts';
import type { Description } from './description.ts';
import { ReleaseError } from './errors.ts';
import { type Home, releaseIn, stepsBeyond, switchBack, switchTo, versionIn } from './layout.ts';
import { copyBefore, restoreBefore, type Switching, whyNotReady } from './switching.ts';
import { restartService, runAsServer } from './systemd.ts';
import { describeArchive, unpackRelease } from './unpack.ts';

/** A former server that meets data of a newer one ends at once: no need to wait longer before they are restored. */
const BACK_WITHIN = 10_000; // ms

/** Puts the release of an archive in use and waits until it is ready; gives its version. ReleaseError: the former one serves on. */
export async function upgrade(archive: string, switching: Switching): Promise<string> {
  const { home, tell, progress } = switching;
  const about = await describeArchive(archive);
  await assertFits(about, home);
  const release = releaseIn(home, about.version);
  const unpacked = `${release}.unpacking`;
  await rm(unpacked, { recursive: true, force: true });
  await unpackRelease(archive, unpacked, progress);
  tell(`Распаковано и проверено: ${about.version}`);
  try {
    await assertKnowsData(about.version, unpacked, home);
    await rehearse(switching, unpacked);
  } catch (error) {
    await rm(unpacked, { recursive: true, force: true });
    throw error;
  }
  // Only now: until here a release of this version that already lies there stays.
  await rm(release, { recursive: true, force: true });
  await rename(unpacked, release);

  const begun = new Date();
  await switchTo(home, release);
  try {
    await restartService();
    const problem = await whyNotReady(switching);
    if (problem) throw new ReleaseError(problem);
  } catch (error) {
    tell(`${(error as Error).message} Возвращаю ${versionIn(home.current)} …`);
    await goBack(switching, about.version, begun);
    throw new ReleaseError(
      `Обновления не было: работает ${versionIn(home.current)}. Почему не вышло: journalctl -u rampa`,
    );
  }
  return about.version;
}

async function assertFits({ version, platform, bytes }: Description, home: Home): Promise<void> {
  const own = `${process.platform}-${process.arch}`;
  if (platform !== own) throw new ReleaseError(`Этот архив для ${platform}, а здесь ${own}. Загрузите другой.`);
  if (version === versionIn(home.current)) throw new ReleaseError(`Версия ${version} уже работает.`);
  if (releaseIn(home, version) === home.previous)
    throw new ReleaseError(`Версия ${version} здесь уже есть, она прежняя. Перейти на неё: ${typed('rollback')}`);
  const { bavail, bsize } = await statfs(home.folder);
  if (bavail * bsize < bytes)
    throw new ReleaseError(`На диске не хватает места: в ${home.folder} нужно ${Math.ceil(bytes / 1_000_000)} МБ.`);
}

async function assertKnowsData(version: string, release: string, { current }: Home): Promise<void> {
  const steps = await stepsBeyond(current, release);
  if (steps.length === 0) return;
  throw new ReleaseError(
    `Версия ${version} старее базы: ${versionIn(current)} изменила её так, что ${version} не прочтёт. Ничего не изменено. ` +
      `К прежней версии возвращает ${typed('rollback')}, к другим — docs/ru/обновление.md.`,
  );
}

/** A backup, and on its database a first start of the new release, while the former one serves. */
async function rehearse({ home, config, tell }: Switching, release: string): Promise<void> {
  const { dataDir, backupDir } = config;
  const said = await runAsServer({ release: home.current, dataDir, args: ['cli/rampa.ts', 'backup'] });
  tell(`Сделана резервная копия. ${said.split('\n').join(' ')}`);
  const copy = (await newestIn(backupDir)) ?? '';
  await runAsServer({ release, dataDir, args: ['cli/rehearse.ts', copy] }).catch((error) => {
    throw new ReleaseError(
      `На копии данных новая версия не запускается, поэтому ничего не изменено. Она говорит: ${error.message}`,
    );
  });
  tell('Проба на копии данных: новая версия открыла базу и отвечает.');
}

async function goBack(switching: Switching, version: string, begun: Date): Promise<void> {
  const { home, config, tell } = switching;
  await switchBack(home);
  await restartService();
  if ((await whyNotReady(switching, BACK_WITHIN)) === undefined) return;
  const copy = await copyBefore(config.backupDir, version);
  // Names of copies have whole seconds.
  if (copy && copy.madeAt.getTime() > begun.getTime() - 1000)
    tell(`База уже изменена. ${await restoreBefore(switching, home.current, copy.file)}`);
  const problem = await whyNotReady(switching);
  if (problem) throw new ReleaseError(`Прежняя версия тоже не отвечает. ${problem} Смотрите journalctl -u rampa`);
}
