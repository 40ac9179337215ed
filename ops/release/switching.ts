import path from 'node:path';
import type { Config } from '../../config.ts';
import { listKept } from '../backup/archive/names.ts';
import type { Home } from './layout.ts';
import { runAsServer } from './systemd.ts';

/** What `upgrade` and `rollback` both need. */
export interface Switching {
  home: Home;
  config: Pick<Config, 'dataDir' | 'backupDir' | 'databaseUrl'>;
  /** Of the server, on this machine. */
  address: string;
  tell: (line: string) => void;
  progress: (what: string, done: number, total: number) => void;
}

/** The copy that `version` made before it changed the database, the newest one. */
export async function copyBefore(
  backupDir: string,
  version: string,
): Promise<{ file: string; madeAt: Date } | undefined> {
  const { beforeMigration } = await listKept(backupDir);
  const found = beforeMigration.find(({ name }) => name.startsWith(`rampa-before-${version}-0`));
  return found && { file: path.join(backupDir, found.name), madeAt: found.madeAt };
}

/** Restores with `release` in between two starts of the server: its socket stays open. Gives where the former data are. */
export async function restoreBefore({ config }: Switching, release: string, copy: string): Promise<string> {
  const flags = ['--yes', '--wait', ...(config.databaseUrl ? ['--replace'] : [])];
  const said = await runAsServer({
    release,
    dataDir: config.dataDir,
    args: ['cli/rampa.ts', 'restore', copy, ...flags],
  });
  const aside = said.split('\n').find((line) => line.startsWith('Прежние данные'));
  return ['Данные восстановлены из копии.', aside].filter(Boolean).join(' ');
}
