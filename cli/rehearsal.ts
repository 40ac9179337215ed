import { accessSync, constants, statSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { commandLine } from '../command.ts';
import { readConfig } from '../config.ts';
import { messageOf } from '../errors.ts';
import { RehearsalError } from '../ops/errors.ts';
import { inWords, type StepResult } from '../ops/rehearsal/night.ts';
import { type Rehearsal, rehearse } from '../ops/rehearsal/rehearsal.ts';
import { reportPage, stepsInWords } from '../ops/rehearsal/report.ts';
import { type Args, showProgress, UsageError } from './terminal.ts';

// Not named cli/rehearse.ts: `rampa upgrade` of earlier versions runs that file.

export const help = `rampa rehearse [--viewers 200] [--speed 20] [--demo] [--report <файл>] [--json] [--anyway]

Играет ночь эфира на копии сайта: приходит толпа, начинается эфир, на сцену выходят участники, открывается голосование,
замирает база, погибает сервер, открываются итоги. Пишет отчёт — одну страницу HTML с таблицами и графиком — и удаляет копию.
Сам сайт не затрагивается: его база только читается, сервер не спрашивается, наружу не уходит ничего.

  --viewers N   сколько зрителей, от 1 до 10000
  --speed K     во сколько раз быстрее настоящей ночи, от 1 до 1000; с 20 — около двух минут, с 1 — около сорока
  --demo        на показательном фестивале, а не на копии сайта
  --report      куда записать отчёт; без него — rehearsal-<дата>-<время>.html в этой папке
  --json        напечатать всё измеренное для программ
  --anyway      даже если на сайте сейчас идёт трансляция

Машина будет занята: не репетируйте во время эфира. Прервать — Ctrl+C, копия удалится. Папку для копии задаёт TMPDIR.
Код завершения: 0 — всё пройдено, 1 — что-то не пройдено или сыграть не удалось, 2 — команда записана с ошибкой.

Примеры:
  ${commandLine('rehearse')}
  ${commandLine('rehearse --viewers 2000 --report /tmp/репетиция.html')}`;
export const flags = ['demo', 'json', 'anyway'];
export const values = ['viewers', 'speed', 'report'];

const MAX_VIEWERS = 10_000;
const HIGHEST_SPEED = 1000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

export async function run({ words, flags: given, values: set }: Args): Promise<number> {
  if (words.length > 0) throw new UsageError('У этой команды нет слов после имени.');
  const viewers = readCount('viewers', set.viewers ?? '200', MAX_VIEWERS);
  const speed = readCount('speed', set.speed ?? '20', HIGHEST_SPEED);
  const config = readConfig(process.env);
  const report = path.resolve(set.report ?? defaultName(new Date(), config.timeZone));
  assertWritable(report);
  const stopping = new AbortController();
  const stop = () => stopping.abort(new RehearsalError('Репетиция прервана, копия удалена.'));
  // `on`, not `once`: a second Ctrl+C would skip the cleanup.
  for (const signal of SIGNALS) process.on(signal, stop);
  // The listeners stay: EPIPE of a closed pipe may be emitted late.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', stop);
  try {
    using shown = showProgress();
    const rehearsal = await rehearse({
      config,
      isDemo: given.has('demo'),
      viewers,
      speed,
      isAnyway: given.has('anyway'),
      signal: stopping.signal,
      progress: shown.progress,
      played: (step) => shown.print(lineOf(step)),
    });
    shown.end();
    await writeFile(report, reportPage(rehearsal, config.timeZone));
    // World-readable: the report holds no secrets.
    await chmod(report, 0o644);
    process.stdout.write(
      given.has('json') ? `${JSON.stringify({ ...rehearsal, report }, null, 2)}\n` : verdict(rehearsal, report),
    );
    return rehearsal.isPassed ? 0 : 1;
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    process.stderr.write(`${messageOf(error)}\n`);
    // The simulated viewers would keep the process alive.
    return process.exit(1);
  } finally {
    for (const signal of SIGNALS) process.removeListener(signal, stop);
  }
}

/** UsageError unless it is a whole number from 1 to `most`. */
function readCount(name: string, value: string, most: number): number {
  const count = Number(value);
  if (/^\d{1,6}$/.test(value) && count >= 1 && count <= most) return count;
  throw new UsageError(`--${name}: нужно целое число от 1 до ${most}.`);
}

/** File name in the site's time zone: «rehearsal-2025-07-19-2105.html». */
function defaultName(now: Date, timeZone: string): string {
  const moment = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(now);
  return `rehearsal-${moment.replace(' ', '-').replace(':', '')}.html`;
}

/** Checked before the rehearsal, whose result would otherwise be lost. */
function assertWritable(report: string): void {
  const isFolder = (file: string) => statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
  try {
    if (isFolder(report))
      throw new UsageError(
        `--report: ${report} — это папка. Добавьте имя файла: --report ${path.join(report, 'rehearsal.html')}`,
      );
    if (!isFolder(path.dirname(report))) throw new Error('No folder.');
    accessSync(path.dirname(report), constants.W_OK);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new RehearsalError(
      `В папку ${path.dirname(report)} нельзя записать отчёт. Назовите другую: --report /tmp/${path.basename(report)}`,
    );
  }
}

const SIGNS = { passed: '✓', failed: '✗', skipped: '–' };

function lineOf({ title, state, why, latencies, checks }: StepResult): string {
  const note = why ?? (latencies ? `99 % зрителей за ${inWords(latencies.p99)}` : '');
  const bad = checks.filter(({ isGood }) => !isGood);
  const lines = bad.flatMap(({ name, expected, measured, advice }) => [
    `    ✗ ${name}: ${measured}; ждали: ${expected}`,
    ...(advice ? [`      → ${advice}`] : []),
  ]);
  return [`${SIGNS[state]} ${title}${note && ` — ${note}`}`, ...lines].join('\n');
}

function verdict({ isPassed, steps }: Rehearsal, report: string): string {
  return `\nРепетиция ${isPassed ? 'пройдена' : 'не пройдена'}. ${stepsInWords(steps)}.\nОтчёт: ${report}\n`;
}
