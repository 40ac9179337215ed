import { ReleaseError } from './errors.ts';
import { isWhole, stepsBeyond, switchBack, switchTo, versionIn } from './layout.ts';
import { copyBefore, restoreBefore, type Switching } from './switching.ts';
import { restartService, runAsServer, whyNotReady } from './systemd.ts';

interface Rollback extends Switching {
  /** Asked before data are replaced by the copy made at this time. */
  agree: (madeAt: Date) => Promise<boolean>;
}

/** Puts the previous release in use again; gives its version, or undefined when the loss of data was not agreed to. */
export async function rollback(order: Rollback): Promise<string | undefined> {
  const { home, config, agree, tell } = order;
  const { previous } = home;
  if (!previous) throw new ReleaseError('Прежней версии здесь нет: эту ставили первой, или ту папку удалили.');
  if (!isWhole(previous))
    throw new ReleaseError(
      `Папка прежней версии неполна: ${previous}. Распакуйте туда архив этой версии, как в docs/ru/установка.md.`,
    );
  const copy = await neededCopy(order, previous);
  if (copy && !(await agree(copy.madeAt))) return undefined;
  if (copy)
    await runAsServer({
      release: previous,
      dataDir: config.dataDir,
      args: ['cli/rampa.ts', 'backup', '--check', copy.file],
    });

  await switchTo(home, previous);
  try {
    await restartService();
    // Until the copy is in place the former server exits on newer data, and systemd restarts it.
    if (copy) tell(await restoreBefore(order, previous, copy.file));
    const problem = await whyNotReady(order.address);
    if (problem) throw new ReleaseError(problem);
  } catch (error) {
    tell(`${(error as Error).message} Возвращаю ${versionIn(home.current)} …`);
    await switchBack(home);
    await restartService();
    const problem = await whyNotReady(order.address);
    throw new ReleaseError(
      `Возврата не было. ${problem ?? `Работает ${versionIn(home.current)}.`} Почему не вышло: journalctl -u rampa`,
    );
  }
  return versionIn(previous);
}

/** Undefined when the previous release reads the data as they are. */
async function neededCopy(
  { home, config }: Switching,
  previous: string,
): Promise<{ file: string; madeAt: Date } | undefined> {
  const steps = await stepsBeyond(home.current, previous);
  if (steps.length === 0) return undefined;
  const version = versionIn(home.current);
  const copy = await copyBefore(config.backupDir, version);
  if (copy) return copy;
  throw new ReleaseError(
    `Версия ${version} изменила базу, а копии, которую она сделала перед этим, в ${config.backupDir} нет. ` +
      'Выберите другую копию и действуйте, как в docs/ru/обновление.md.',
  );
}
