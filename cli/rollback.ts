import { typed } from '../command.ts';
import { readConfig } from '../config.ts';
import { releaseIn, versionIn } from '../ops/release/layout.ts';
import { rollback } from '../ops/release/switching.ts';
import { systemFilesAdvice } from '../ops/release/system-files.ts';
import { agrees } from './agree.ts';
import { type Given, UsageError } from './arguments.ts';
import { showingProgress } from './progress.ts';
import { switching } from './upgrade.ts';

export const help = `rampa rollback [--yes]

Возвращает версию, которая работала до последнего rampa upgrade. Если новая изменила базу, прежняя её не откроет: тогда
восстанавливается копия, сделанная перед этим изменением, а сохранённое после неё пропадает. Об этом команда сначала спрашивает.
--yes  не переспрашивать

Примеры:
  ${typed('rollback')}`;
export const flags = ['yes'];

export async function run({ words, flags: given }: Given): Promise<number> {
  if (words.length > 0) throw new UsageError('Прежнюю версию команда найдёт сама.');
  return showingProgress(async (shown) => {
    const { timeZone } = readConfig(process.env);
    const agree = (madeAt: Date) => {
      shown.end();
      return given.has('yes') ? Promise.resolve(true) : ask(madeAt, timeZone);
    };
    const done = await switching(shown, async (order) => {
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
    if (done.advice) shown.tell(done.advice);
    process.stdout.write(
      `Работает rampa ${done.version}. Снова перейти на ${done.left}, с пробой: ${typed(`upgrade ${done.left}`)}\n`,
    );
    return 0;
  });
}

function ask(madeAt: Date, timeZone: string): Promise<boolean> {
  const time = new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeStyle: 'medium', timeZone }).format(madeAt);
  process.stdout.write(
    `Нынешняя версия изменила базу. Прежняя откроет только копию, сделанную перед этим: ${time}.\n` +
      'Всё, что сохранено на сайте после этой минуты, пропадёт (нынешние данные останутся рядом, в отдельной папке).\n',
  );
  return agrees('Вернуться?', 'это');
}
