import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Config } from '../../config.ts';
import { listByKind } from '../backup/retention.ts';
import { ReleaseError } from '../errors.ts';
import { type Home, isWhole, makeCurrent, stepsBeyond, switchBack, versionIn } from './layout.ts';
import { lastLine, restartService, whyNotReady } from './systemd.ts';

/** Common input of `upgrade` and `rollback`. */
export interface Switching {
  home: Home;
  config: Pick<Config, 'dataDir' | 'backupDir' | 'databaseUrl'>;
  address: string; // Local URL of the server
  print: (line: string) => void;
  progress: (what: string, done: number, total: number) => void;
}

interface Rollback extends Switching {
  agree: (madeAt: Date) => Promise<boolean>; // Confirms replacing the data with the backup made at `madeAt`
}

/** Runs a script of a release, with its own Node, as the owner of `dataDir`: the server could not write files of root. ReleaseError with what it output last. */
export async function runAsServer(release: string, dataDir: string, ...args: string[]): Promise<string> {
  const { uid, gid } = statSync(dataDir);
  const command = ['--import', './boot/runtime.mjs', ...args];
  const options = { cwd: release, uid, gid };
  const child = spawn(path.join(release, 'bin', 'node'), command, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, complaints, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (code !== 0)
    throw new ReleaseError(lastLine(complaints) || lastLine(output) || `${args[0]} завершилась с кодом ${code}.`);
  return output.trim();
}

/** The newest backup that `version` made before its migrations. */
export async function copyBefore(backupDir: string, version: string) {
  const { beforeMigration } = await listByKind(backupDir);
  const found = beforeMigration.find(({ name }) => name.startsWith(`rampa-before-${version}-0`));
  return found && { file: path.join(backupDir, found.name), madeAt: found.madeAt };
}

/** Restores with `release` while the server is stopped; its socket stays open. Returns the place of the former data. */
export async function restoreBefore({ config }: Switching, release: string, copy: string): Promise<string> {
  const flags = ['--yes', '--wait', ...(config.databaseUrl ? ['--replace'] : [])];
  const output = await runAsServer(release, config.dataDir, 'cli/rampa.ts', 'restore', copy, ...flags);
  const aside = output.split('\n').find((line) => line.startsWith('Прежние данные'));
  return ['Данные восстановлены из копии.', aside].filter(Boolean).join(' ');
}

/** Switches back to the previous release; returns its version, or undefined if the user declines the loss of data. */
export async function rollback(order: Rollback): Promise<string | undefined> {
  const { home, config, agree, print } = order;
  const { previous } = home;
  if (!previous)
    throw new ReleaseError('Прежней версии здесь нет: эту ставили первой, к ней уже вернулись, или ту папку удалили.');
  if (!isWhole(previous))
    throw new ReleaseError(
      `Папка прежней версии неполна: ${previous}. Распакуйте туда архив этой версии, как в docs/ru/установка.md.`,
    );
  const copy = await neededCopy(order, previous);
  if (copy && !(await agree(copy.madeAt))) return undefined;
  if (copy) await runAsServer(previous, config.dataDir, 'cli/rampa.ts', 'backup', '--check', copy.file);
  await makeCurrent(home, previous);
  try {
    await restartService();
    // Until the backup is restored the former server exits on the newer schema, and systemd restarts it.
    if (copy) print(await restoreBefore(order, previous, copy.file));
    const problem = await whyNotReady(order.address);
    if (problem) throw new ReleaseError(problem);
  } catch (error) {
    print(`${(error as Error).message} Возвращаю ${versionIn(home.current)} …`);
    await switchBack(home);
    await restartService();
    const problem = await whyNotReady(order.address);
    throw new ReleaseError(
      `Возврата не было. ${problem ?? `Работает ${versionIn(home.current)}.`} Почему не вышло: journalctl -u rampa`,
    );
  }
  return versionIn(previous);
}

/** The backup to restore; undefined if the previous release can read the present data. */
async function neededCopy({ home, config }: Switching, previous: string) {
  if ((await stepsBeyond(home.current, previous)).length === 0) return undefined;
  // An upgrade killed before its restart has not migrated the data.
  if (await canOpenData(previous, config.dataDir)) return undefined;
  const version = versionIn(home.current);
  const copy = await copyBefore(config.backupDir, version);
  if (copy) return copy;
  throw new ReleaseError(
    `Версия ${version} изменила базу, а копии, которую она сделала перед этим, в ${config.backupDir} нет. ` +
      'Выберите другую копию и действуйте, как в docs/ru/обновление.md.',
  );
}

function canOpenData(release: string, dataDir: string): Promise<boolean> {
  return runAsServer(release, dataDir, 'cli/rampa.ts', 'admin', 'list').then(
    () => true,
    () => false,
  );
}
