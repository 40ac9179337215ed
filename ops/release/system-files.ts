import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { typed } from '../../command.ts';
import { type Finding, finding } from '../doctor/report.ts';
import { DESCRIPTION } from './layout.ts';

/** Files of a release that its installation copies into the system: an upgrade switches a link and leaves them as they are. */
const COPIED = {
  'deploy/systemd/rampa.service': 'etc/systemd/system/rampa.service',
  'deploy/systemd/rampa.socket': 'etc/systemd/system/rampa.socket',
  'deploy/systemd/rampa': 'usr/local/bin/rampa',
};
const SUFFIX = '.before-upgrade'; // Added to the name of a replaced file. systemd reads no unit that is called so

interface Copied {
  from: string;
  to: string;
}

/** Installed copies that differ from those of `release`. One that is not there was put elsewhere by hand: it is left out. */
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

/** Replaces them by those of `release` and keeps each former one beside it, `.before-upgrade`. Gives what undoes it. */
export async function replaceSystemFiles(release: string, root = '/'): Promise<() => Promise<void>> {
  const replaced = await differingSystemFiles(release, root);
  for (const { from, to } of replaced) {
    await copyFile(to, `${to}${SUFFIX}`);
    await put(from, to);
  }
  if (replaced.length > 0) await readUnits();
  return async () => {
    for (const { to } of replaced) {
      await put(`${to}${SUFFIX}`, to);
      await rm(`${to}${SUFFIX}`);
    }
    if (replaced.length > 0) await readUnits();
  };
}

/** What to say of copies that differ from those of `release`; undefined when none does. */
export async function systemFilesAdvice(release: string, version: string, root = '/'): Promise<string | undefined> {
  const files = (await differingSystemFiles(release, root)).map(({ to }) => to);
  if (files.length === 0) return undefined;
  return `Не такие, как в версии ${version}: ${files.join(', ')}. Заменить их и перезапустить сайт: ${typed(`upgrade --system ${version}`)}`;
}

/** Attention when what systemd runs is not what the running release brought. */
export async function systemFilesFinding(release: string, version: string): Promise<Finding[]> {
  // A checkout is upgraded otherwise.
  if (!existsSync(path.join(release, DESCRIPTION))) return [];
  const advice = await systemFilesAdvice(release, version);
  const line = finding('system-files', 'Файлы службы');
  return advice ? [line.attention('Служба или команда rampa в системе осталась от другой версии.', advice)] : [];
}

/** Replaces by rename, so that a command running from the former file reads it to its end. */
async function put(from: string, to: string): Promise<void> {
  const part = `${to}.part`;
  await copyFile(from, part);
  await chmod(part, path.basename(to) === 'rampa' ? 0o755 : 0o644);
  await rename(part, to);
}

async function readUnits(): Promise<void> {
  await promisify(execFile)('systemctl', ['daemon-reload']);
}
