import { execFile } from 'node:child_process';
import { readFile, stat, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { typedStart } from '../../../command.ts';
import type { Config } from '../../../config.ts';
import { VERSION } from '../../../version.ts';
import { openFilesLimit } from '../../metrics/text.ts';
import { systemFilesFinding } from '../../release/system-files.ts';
import type { DoctorContext } from '../examine.ts';
import { bytesText, countText, type Finding, finding, momentText, numberText, spanText } from '../report.ts';
import type { Running } from '../running.ts';

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;
const DISK = { low: 2 * GIB, full: GIB / 2, none: MIB / 4 }; // Free bytes
const MEMORY = { low: 300 * MIB, short: 100 * MIB }; // bytes; the largest photo takes 300 MB while it is processed
const CLOCK = { off: 2000, wrong: 30_000 }; // ms; TOTP tolerates 30 s
const FILES = 12_000 + 500; // Maximum connections plus other open files
const LATE = 250; // Event loop delay that visitors notice, in ms

export async function diskFindings({ config }: DoctorContext): Promise<Finding[]> {
  const { bavail, bsize, blocks } = await statfs(config.dataDir);
  const found = diskFinding(bavail * bsize, blocks * bsize);
  return [bavail * bsize < DISK.none ? { ...found, ...DISK_FULL } : found];
}

const DISK_FULL = {
  text: 'Там, где лежат данные, места не осталось: сайт открывается, но сохранить ничего нельзя.',
  advice: 'Освободите место. Перезапускать сервер не нужно: как только место появится, он снова начнёт сохранять.',
};

export function diskFinding(free: number, size: number): Finding {
  const line = finding('disk', 'Место на диске');
  const text = `Там, где лежат данные, свободно ${bytesText(free)} из ${bytesText(size)}.`;
  if (free < DISK.full) return line.bad(text, 'Освободите место сейчас: когда оно кончится, сохранять будет нельзя.');
  return free < DISK.low
    ? line.attention(text, 'Удалите лишнее или увеличьте диск: место продолжит убывать.')
    : line.good(text);
}

/** Free space in a folder that is on another disk than the data. */
export async function ownDiskFindings(
  { dataDir }: Pick<Config, 'dataDir'>,
  folder: string,
  { what, ...named }: { id: string; name: string; what: string },
): Promise<Finding[]> {
  const [data, own] = await Promise.all([dataDir, folder].map((each) => stat(each).catch(() => undefined)));
  if (!own || own.dev === data?.dev) return [];
  const { bavail, bsize, blocks } = await statfs(folder);
  const found = diskFinding(bavail * bsize, blocks * bsize);
  return [{ ...found, ...named, text: found.text.replace('данные', what) }];
}

/** Available memory within the cgroup limit, if any. */
export async function memoryFindings({ running }: DoctorContext): Promise<Finding[]> {
  const limit = process.constrainedMemory();
  const total = limit > 0 && limit < os.totalmem() ? limit : os.totalmem();
  return [memoryFinding(process.availableMemory(), total, running?.memory)];
}

/** In bytes: attention below 300 MiB, bad below 100 MiB; `own` is the server's. */
export function memoryFinding(available: number, total: number, own: number | undefined): Finding {
  const line = finding('memory', 'Память');
  const ours = own === undefined ? '' : ` Сервер занимает ${bytesText(own)}.`;
  const text = `Доступно ${bytesText(available)} из ${bytesText(total)}.${ours}`;
  if (available < MEMORY.short)
    return line.bad(
      text,
      'Остановите лишние программы или добавьте памяти: система может завершить сервер в любой момент.',
    );
  return available < MEMORY.low
    ? line.attention(
        text,
        'Большая фотография на время обработки занимает до 300 МБ: добавьте памяти или остановите лишние программы.',
      )
    : line.good(text);
}

export interface ClockFacts {
  now: Date;
  timeZone: string;
  drift: number | undefined; // Relative to the database server's clock
  ahead: number;
  jumps: number;
  isSynchronised: boolean | undefined;
}

export async function clockFindings({ config, running, database }: DoctorContext): Promise<Finding[]> {
  const [{ newestRecord, facts, askedAt }, synchronised] = await Promise.all([database(), isSynchronised()]);
  const now = new Date();
  return [
    clockFinding({
      now,
      timeZone: config.timeZone,
      drift: facts?.clock === undefined ? undefined : askedAt - facts.clock,
      ahead: newestRecord === undefined ? 0 : Math.max(0, newestRecord - now.getTime()),
      jumps: running?.clockJumps ?? 0,
      isSynchronised: synchronised,
    }),
  ];
}

/** Attention from 2 s of drift, bad from 30 s: scheduled news and login codes depend on the clock. */
export function clockFinding({ now, timeZone, drift, ahead, jumps, isSynchronised }: ClockFacts): Finding {
  const line = finding('clock', 'Часы');
  const shown = `На сервере ${momentText(now, timeZone)} (${timeZone}).`;
  const advice = 'Включите сверку часов по сети: timedatectl set-ntp true (или chrony).';
  if (ahead >= CLOCK.wrong)
    return line.bad(
      `${shown} Последняя запись журнала панели — из будущего: часы отстают или отставали на ${spanText(ahead)}.`,
      advice,
    );
  if (drift !== undefined && Math.abs(drift) >= CLOCK.wrong)
    return line.bad(`${shown} С часами сервера базы данных они расходятся на ${spanText(Math.abs(drift))}.`, advice);
  if (drift !== undefined && Math.abs(drift) >= CLOCK.off)
    return line.attention(
      `${shown} С часами сервера базы данных они расходятся на ${numberText(Math.round(Math.abs(drift) / 1000))} с.`,
      advice,
    );
  if (isSynchronised === false) return line.attention(`${shown} По сети они не сверяются.`, advice);
  if (jumps > 0)
    return line.attention(
      `${shown} С запуска сервера их переводили: ${countText(jumps, 'раз', 'раза', 'раз')}.`,
      `${advice} Запланированные новости и коды входа зависят от часов.`,
    );
  return isSynchronised
    ? line.good(`${shown} Они сверяются по сети.`)
    : line.unknown(
        `${shown} Сверяются ли они по сети, узнать не удалось.`,
        'Убедитесь, что на машине работает chrony, ntpd или systemd-timesyncd.',
      );
}

/** Asks systemd only; undefined with other NTP clients. */
async function isSynchronised(): Promise<boolean | undefined> {
  const command = promisify(execFile)('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
    timeout: 2000,
  });
  const answer = await command.then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
  return answer === 'yes' ? true : answer === 'no' ? false : undefined;
}

export async function programFindings({ running, node }: DoctorContext): Promise<Finding[]> {
  const program = programFinding({ version: VERSION, running, node, tested: await testedNode(), now: Date.now() });
  return [program, ...(await systemFilesFinding(path.join(import.meta.dirname, '../../..'), VERSION))];
}

interface ProgramFacts {
  version: string;
  running: Running | undefined;
  node: string;
  tested: string;
  now: number;
}

/** Attention when the files are newer than the server, or its Node is older than the tested one. */
export function programFinding({ version, running, node, tested, now }: ProgramFacts): Finding {
  const line = finding('program', 'Программа');
  const runtime = running?.node ?? node;
  const since = running ? ` Работает без перезапуска: ${spanText(now - running.startedAt)}.` : '';
  const text = `Рампа ${running?.version ?? version}, Node.js ${runtime}.${since}`;
  if (running?.version && running.version !== version)
    return line.attention(
      `${text} Файлы уже новее: ${version}.`,
      'Перезапустите сервер, чтобы обновление вступило в силу.',
    );
  return Number.parseInt(runtime, 10) < Number.parseInt(tested, 10)
    ? line.attention(
        `${text} Проверена она на Node.js ${tested}.`,
        `Запускайте сервер так: ${typedStart()}. Нужная версия ставится вместе с сайтом.`,
      )
    : line.good(text);
}

async function testedNode(): Promise<string> {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  const { optionalDependencies = {} } = JSON.parse(text) as { optionalDependencies?: Record<string, string> };
  return Object.values(optionalDependencies)[0] ?? '0';
}

export async function filesFindings({ running }: DoctorContext): Promise<Finding[]> {
  return [filesFinding(running ? running.openFilesLimit : await openFilesLimit())];
}

export function filesFinding(limit: number | undefined): Finding {
  const line = finding('files', 'Предел соединений');
  if (limit === undefined) return line.unknown('Сколько файлов и соединений разрешает система, узнать не удалось.');
  if (limit === Number.POSITIVE_INFINITY)
    return line.good('Система не ограничивает число открытых файлов и соединений.');
  const text = `Система разрешает серверу ${numberText(limit)} открытых файлов и соединений; он рассчитан на ${numberText(FILES)}.`;
  return limit < FILES
    ? line.attention(
        text,
        'Поднимите предел: LimitNOFILE=32768 в службе systemd или ulimit -n 32768 в оболочке, затем перезапустите сервер.',
      )
    : line.good(text);
}

export async function loadFindings({ running }: DoctorContext): Promise<Finding[]> {
  return running ? [loadFinding(running)] : [];
}

export function loadFinding({ delay, shed }: Pick<Running, 'delay' | 'shed'>): Finding {
  const line = finding('load', 'Нагрузка');
  const refused = shed === 0 ? '' : ` С запуска из-за перегрузки отказано запросам: ${numberText(shed)}.`;
  if (delay >= LATE)
    return line.attention(
      `Сервер не успевает: ответы задерживаются на ${numberText(Math.round(delay))} мс.${refused}`,
      'Если так долго, поставьте перед сайтом nginx с кешем на секунду (deploy/nginx.conf) или машину быстрее.',
    );
  return line.good(
    `Сервер успевает: задержка за последнюю минуту не больше ${numberText(Math.ceil(delay))} мс.${refused}`,
  );
}
