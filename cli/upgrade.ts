import path from 'node:path';
import { commandLine } from '../command.ts';
import { addressOf, readConfig } from '../config.ts';
import { homeOf, releaseIn, unusedIn, versionIn, withReleaseLock } from '../ops/release/layout.ts';
import { rollback, type Switching } from '../ops/release/switching.ts';
import { assertService, systemFilesAdvice } from '../ops/release/systemd.ts';
import { upgrade } from '../ops/release/upgrade.ts';
import { type Args, type Command, confirm, type ShownProgress, showProgress, UsageError } from './terminal.ts';

const RELEASE = path.join(import.meta.dirname, '..'); // Folder of this release, links resolved

export const upgradeSite: Command = {
  help: `rampa upgrade [--unsigned] [--system] <архив | версия>

Переводит сайт на версию из архива rampa-…-linux-….tar.zst. Посетители этого не замечают: пока сервер перезапускается, они ждут
в очереди сокета. Подпись архива (файл .minisig рядом) и контрольные суммы сверяются, архив распаковывается рядом с нынешней
версией. Затем делается резервная копия, новая версия запускается на пробу с этой копией, и только потом меняется ссылка current
и перезапускается служба. Если новая версия за 30 секунд не готова, всё возвращается само. Прерванную команду просто повторите.

Вместо архива можно назвать версию, которая уже распакована в releases, например после rampa rollback.
--unsigned  взять архив без подписи: только тот, который собрали вы сами
--system    заменить и файлы службы, и команду rampa в системе на те, что пришли с версией; прежние останутся рядом, .before-upgrade

Прежняя версия остаётся на диске, вернуться к ней: ${commandLine('rollback')}

Примеры:
  ${commandLine('upgrade rampa-0.2.0-linux-x64.tar.zst')}
  ${commandLine('upgrade --system 0.2.0')}`,
  flags: ['unsigned', 'system'],
  run: runUpgrade,
};

export const rollbackSite: Command = {
  help: `rampa rollback [--yes]

Возвращает версию, которая работала до последнего rampa upgrade. Если новая изменила базу, прежняя её не откроет: тогда
восстанавливается копия, сделанная перед этим изменением, а сохранённое после неё пропадает. Об этом команда сначала спрашивает.
--yes  не переспрашивать

Примеры:
  ${commandLine('rollback')}`,
  flags: ['yes'],
  run: runRollback,
};

async function runUpgrade({ words: [wanted, ...rest], flags: given }: Args): Promise<number> {
  if (!wanted) throw new UsageError('Из какого архива обновить?');
  if (rest.length > 0) throw new UsageError('Архив нужен один.');
  using shown = showProgress();
  const { version, old, advice } = await withSwitchLock(shown, async (order) => {
    const options = { isUnsignedAllowed: given.has('unsigned'), withSystemFiles: given.has('system') };
    const version = await upgrade(wanted, { ...order, ...options });
    const release = releaseIn(order.home, version);
    return { version, old: await unusedIn(homeOf(release)), advice: await systemFilesAdvice(release, version) };
  });
  shown.end();
  if (old.length > 0) shown.print(`Других версий сайт не использует, их можно удалить: sudo rm -r ${old.join(' ')}`);
  if (advice) shown.print(advice);
  process.stdout.write(`Работает rampa ${version}.\n`);
  return 0;
}

/** Runs `work` under the lock: only one command at a time may switch the release. */
async function withSwitchLock<T>(
  { print, progress }: ShownProgress,
  work: (order: Switching) => Promise<T>,
): Promise<T> {
  // The server's user must be able to read the files of a release.
  process.umask(0o022);
  const config = readConfig(process.env);
  const home = homeOf(RELEASE);
  await assertService();
  return withReleaseLock(home, () =>
    // Another command may have ended in between.
    work({ home: homeOf(RELEASE), config, address: addressOf(config, '127.0.0.1'), print, progress }),
  );
}

async function runRollback({ words, flags: given }: Args): Promise<number> {
  if (words.length > 0) throw new UsageError('Прежнюю версию команда найдёт сама.');
  using shown = showProgress();
  const { timeZone } = readConfig(process.env);
  const agree = async (madeAt: Date) => {
    shown.end();
    return given.has('yes') || ask(madeAt, timeZone);
  };
  const done = await withSwitchLock(shown, async (order) => {
    const version = await rollback({ ...order, agree });
    if (!version) return undefined;
    const advice = await systemFilesAdvice(releaseIn(order.home, version), version);
    return { version, advice, left: versionIn(order.home.current) };
  });
  shown.end();
  if (!done) {
    process.stdout.write('Ничего не изменено.\n');
    return 1;
  }
  if (done.advice) shown.print(done.advice);
  process.stdout.write(
    `Работает rampa ${done.version}. Снова перейти на ${done.left}, с пробой: ${commandLine(`upgrade ${done.left}`)}\n`,
  );
  return 0;
}

function ask(madeAt: Date, timeZone: string): Promise<boolean> {
  const time = new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeStyle: 'medium', timeZone }).format(madeAt);
  process.stdout.write(
    `Нынешняя версия изменила базу. Прежняя откроет только копию, сделанную перед этим: ${time}.\n` +
      'Всё, что сохранено на сайте после этой минуты, пропадёт (нынешние данные останутся рядом, в отдельной папке).\n',
  );
  return confirm('Вернуться?', 'это');
}
