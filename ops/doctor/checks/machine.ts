import { execFile } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sizeText } from '../../../model/text/size.ts';
import { VERSION } from '../../../version.ts';
import { systemFilesFinding } from '../../release/systemd.ts';
import type { DoctorContext, Running } from '../doctor.ts';
import { type Finding, finding, momentText, numberText, spanText } from '../report.ts';

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;
const DISK = { low: 2 * GIB, full: GIB / 2, none: MIB / 4 }; // Free bytes
const MEMORY = { low: 300 * MIB, short: 100 * MIB }; // bytes; the largest photo takes 300 MB while it is processed
const CLOCK = { off: 2000, wrong: 30_000 }; // ms; TOTP tolerates 30 s

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
  const text = `Там, где лежат данные, свободно ${sizeText(free)} из ${sizeText(size)}.`;
  if (free < DISK.full) return line.bad(text, 'Освободите место сейчас: когда оно кончится, сохранять будет нельзя.');
  return free < DISK.low
    ? line.attention(text, 'Удалите лишнее или увеличьте диск: место продолжит убывать.')
    : line.good(text);
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
  const ours = own === undefined ? '' : ` Сервер занимает ${sizeText(own)}.`;
  const text = `Доступно ${sizeText(available)} из ${sizeText(total)}.${ours}`;
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
  drift: number | undefined; // ms, relative to the database server's clock
  isSynchronised: boolean | undefined;
}

export async function clockFindings({ config, database }: DoctorContext): Promise<Finding[]> {
  const [{ facts, askedAt }, synchronised] = await Promise.all([database(), isSynchronised()]);
  const now = new Date();
  return [
    clockFinding({
      now,
      timeZone: config.timeZone,
      drift: facts?.clock === undefined ? undefined : askedAt - facts.clock,
      isSynchronised: synchronised,
    }),
  ];
}

/** Attention from 2 s of drift, bad from 30 s: scheduled news and login codes depend on the clock. */
export function clockFinding({ now, timeZone, drift, isSynchronised }: ClockFacts): Finding {
  const line = finding('clock', 'Часы');
  const shown = `На сервере ${momentText(now, timeZone)} (${timeZone}).`;
  const advice = 'Включите сверку часов по сети: timedatectl set-ntp true (или chrony).';
  if (drift !== undefined && Math.abs(drift) >= CLOCK.wrong)
    return line.bad(`${shown} С часами сервера базы данных они расходятся на ${spanText(Math.abs(drift))}.`, advice);
  if (drift !== undefined && Math.abs(drift) >= CLOCK.off)
    return line.attention(
      `${shown} С часами сервера базы данных они расходятся на ${numberText(Math.round(Math.abs(drift) / 1000))} с.`,
      advice,
    );
  if (isSynchronised === false) return line.attention(`${shown} По сети они не сверяются.`, advice);
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

export async function programFindings({ running }: DoctorContext): Promise<Finding[]> {
  const program = programFinding({ version: VERSION, running, node: process.versions.node, now: Date.now() });
  return [program, ...(await systemFilesFinding(path.join(import.meta.dirname, '../../..'), VERSION))];
}

interface ProgramFacts {
  version: string;
  running: Running | undefined;
  node: string;
  now: number;
}

/** Attention when the files are newer than the server. */
export function programFinding({ version, running, node, now }: ProgramFacts): Finding {
  const line = finding('program', 'Программа');
  const runtime = running?.node ?? node;
  const since = running ? ` Работает без перезапуска: ${spanText(now - running.startedAt)}.` : '';
  const text = `Рампа ${running?.version ?? version}, Node.js ${runtime}.${since}`;
  if (running?.version && running.version !== version)
    return line.attention(
      `${text} Файлы уже новее: ${version}.`,
      'Перезапустите сервер, чтобы обновление вступило в силу.',
    );
  return line.good(text);
}
