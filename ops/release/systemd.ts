import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { commandLine } from '../../command.ts';
import { type Finding, finding } from '../doctor/report.ts';
import { ReleaseError } from '../errors.ts';
import { answers } from '../timeout.ts';
import { DESCRIPTION } from './layout.ts';

const UNIT = 'rampa.service';
const READY_TIMEOUT = 30_000; // ms
const POLL_INTERVAL = 100;
const STABLE_DELAY = 1000;
const MAX_RESTARTS = 3; // A single start may fail while the former server or a restore is ending
const ANSWER_TIMEOUT = 2000;

/** ReleaseError if systemd has no such service, or this user may not restart it. */
export async function assertService(): Promise<void> {
  const isKnown = await systemctl('cat', UNIT).then(
    () => true,
    () => false,
  );
  if (!isKnown)
    throw new ReleaseError(
      `Службы ${UNIT} в systemd нет: перезапустить сервер эта команда не сможет. Поставьте её, как в docs/ru/установка.md, ` +
        'или распакуйте архив рядом, переставьте ссылку current и перезапустите сервер сами.',
    );
  if (process.getuid?.() !== 0) throw new ReleaseError('Нужны права администратора: запустите команду через sudo.');
}

/** Returns once the former process has ended; the socket stays open, visitors wait. */
export async function restartService(): Promise<void> {
  await systemctl('restart', UNIT);
}

/** Undefined if the server becomes ready within this time (ms) and stays so; else the reason, such as a crash loop. */
export async function whyNotReady(address: string, within = READY_TIMEOUT): Promise<string | undefined> {
  const end = performance.now() + within;
  const restartsBefore = await restarts();
  while (performance.now() < end) {
    if (await answers(`${address}/readyz`)) {
      await sleep(STABLE_DELAY);
      if (await answers(`${address}/readyz`)) return undefined;
    }
    await sleep(POLL_INTERVAL);
    if ((await restarts()) >= restartsBefore + MAX_RESTARTS) return 'Сервер завершается, едва запустившись.';
  }
  return `За ${within / 1000} секунд сервер не ответил, что готов.`;
}

/** Version reported by the running server; undefined when none answers. Answered to this machine only. */
export async function runningVersion(address: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT) });
    return ((await answer.json()) as { version?: string }).version;
  } catch {
    return undefined;
  }
}

/** systemd's NRestarts: restarts since the last command; NaN without systemd. */
async function restarts(): Promise<number> {
  return Number.parseInt(await systemctl('show', '--property=NRestarts', '--value', UNIT), 10);
}

/** Files of a release that the installation copies into the system: switching the symlink does not update them. */
const COPIED = {
  'deploy/systemd/rampa.service': 'etc/systemd/system/rampa.service',
  'deploy/systemd/rampa.socket': 'etc/systemd/system/rampa.socket',
  'deploy/systemd/rampa': 'usr/local/bin/rampa',
};
const SUFFIX = '.before-upgrade'; // Suffix of a replaced file; systemd ignores such units

interface Copied {
  from: string;
  to: string;
}

/** Installed copies that differ from those of `release`. Missing ones, installed elsewhere by hand, are skipped. */
async function differingSystemFiles(release: string, root: string): Promise<Copied[]> {
  const all = Object.entries(COPIED).map(([from, to]) => ({ from: path.join(release, from), to: path.join(root, to) }));
  const differs = await Promise.all(
    all.map(async ({ from, to }) => {
      const [own, installed] = await Promise.all([from, to].map((file) => readFile(file).catch(() => undefined)));
      return own !== undefined && installed !== undefined && !own.equals(installed);
    }),
  );
  return all.filter((_, at) => differs[at]);
}

/** Replaces installed copies; keeps the former ones as `.before-upgrade`. Returns an undo function. */
export async function replaceSystemFiles(release: string): Promise<() => Promise<void>> {
  const replaced = await differingSystemFiles(release, '/');
  for (const { from, to } of replaced) {
    await copyFile(to, `${to}${SUFFIX}`);
    await replaceFile(from, to);
  }
  if (replaced.length > 0) await systemctl('daemon-reload');
  return async () => {
    for (const { to } of replaced) {
      await replaceFile(`${to}${SUFFIX}`, to);
      await rm(`${to}${SUFFIX}`);
    }
    if (replaced.length > 0) await systemctl('daemon-reload');
  };
}

/** Advice about installed copies that differ from `release`; undefined if none does. */
export async function systemFilesAdvice(release: string, version: string, root = '/'): Promise<string | undefined> {
  const files = (await differingSystemFiles(release, root)).map(({ to }) => to);
  if (files.length === 0) return undefined;
  return `Не такие, как в версии ${version}: ${files.join(', ')}. Заменить их и перезапустить сайт: ${commandLine(`upgrade --system ${version}`)}`;
}

/** Attention when the installed unit files differ from the running release. */
export async function systemFilesFinding(release: string, version: string): Promise<Finding[]> {
  // A Git checkout is upgraded differently.
  if (!existsSync(path.join(release, DESCRIPTION))) return [];
  const advice = await systemFilesAdvice(release, version);
  const line = finding('system-files', 'Файлы службы');
  return advice ? [line.attention('Служба или команда rampa в системе осталась от другой версии.', advice)] : [];
}

/** Replaces by rename: a running command keeps reading the former file. */
async function replaceFile(from: string, to: string): Promise<void> {
  const part = `${to}.part`;
  await copyFile(from, part);
  await chmod(part, path.basename(to) === 'rampa' ? 0o755 : 0o644);
  await rename(part, to);
}

export function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? '';
}

async function systemctl(...args: string[]): Promise<string> {
  try {
    return (await promisify(execFile)('systemctl', args)).stdout;
  } catch (error) {
    const output = lastLine(String((error as { stderr?: string }).stderr)) || (error as Error).message;
    throw new ReleaseError(`systemctl ${args.join(' ')}: ${output}`, { cause: error });
  }
}
