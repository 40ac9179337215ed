import path from 'node:path';
import { typed } from '../command.ts';
import { readConfig } from '../config.ts';
import { homeOf, releaseIn, unusedIn, withReleaseLock } from '../ops/release/layout.ts';
import type { Switching } from '../ops/release/switching.ts';
import { systemFilesAdvice } from '../ops/release/system-files.ts';
import { assertService } from '../ops/release/systemd.ts';
import { upgrade } from '../ops/release/upgrade.ts';
import { type Given, UsageError } from './arguments.ts';
import { addressOf } from './doctor.ts';
import { type ShownProgress, showingProgress } from './progress.ts';

export const help = `rampa upgrade [--unsigned] [--system] <архив | версия>

Переводит сайт на версию из архива rampa-…-linux-….tar.zst. Посетители этого не замечают: пока сервер перезапускается, они ждут
в очереди сокета. Подпись архива (файл .minisig рядом) и контрольные суммы сверяются, архив распаковывается рядом с нынешней
версией. Затем делается резервная копия, новая версия запускается на пробу с этой копией, и только потом меняется ссылка current
и перезапускается служба. Если новая версия за 30 секунд не готова, всё возвращается само. Прерванную команду просто повторите.

Вместо архива можно назвать версию, которая уже распакована в releases, например после rampa rollback.
--unsigned  взять архив без подписи: только тот, который собрали вы сами
--system    заменить и файлы службы, и команду rampa в системе на те, что пришли с версией; прежние останутся рядом, .before-upgrade

Прежняя версия остаётся на диске, вернуться к ней: ${typed('rollback')}

Примеры:
  ${typed('upgrade rampa-0.2.0-linux-x64.tar.zst')}
  ${typed('upgrade --system 0.2.0')}`;
export const flags = ['unsigned', 'system'];

/** Folder of this release, links resolved. */
const RELEASE = path.join(import.meta.dirname, '..');

export async function run({ words: [wanted, ...rest], flags: given }: Given): Promise<number> {
  if (!wanted) throw new UsageError('Из какого архива обновить?');
  if (rest.length > 0) throw new UsageError('Архив нужен один.');
  return showingProgress(async (shown) => {
    const { version, old, advice } = await switching(shown, async (order) => {
      const options = { isUnsignedAllowed: given.has('unsigned'), withSystemFiles: given.has('system') };
      const version = await upgrade(wanted, { ...order, ...options });
      const release = releaseIn(order.home, version);
      return { version, old: await unusedIn(homeOf(release)), advice: await systemFilesAdvice(release, version) };
    });
    shown.end();
    if (old.length > 0) shown.tell(`Других версий сайт не использует, их можно удалить: sudo rm -r ${old.join(' ')}`);
    if (advice) shown.tell(advice);
    process.stdout.write(`Работает rampa ${version}.\n`);
    return 0;
  });
}

/** Under the lock: one changes the release in use at a time. */
export async function switching<T>(
  { tell, progress }: ShownProgress,
  work: (order: Switching) => Promise<T>,
): Promise<T> {
  // The server's user must be able to read the files of a release.
  process.umask(0o022);
  const config = readConfig(process.env);
  const home = homeOf(RELEASE);
  await assertService();
  return withReleaseLock(home, () =>
    // Another command may have ended in between.
    work({ home: homeOf(RELEASE), config, address: addressOf(config), tell, progress }),
  );
}
