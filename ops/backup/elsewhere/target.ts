import path from 'node:path';
import type { Config } from '../../../config.ts';
import type { Progress } from '../archive/reader.ts';
import { folderTarget } from './folder.ts';
import { remoteTarget } from './remote.ts';

export type TargetConfig = Pick<Config, 'dataDir' | 'backupDir' | 'backupTo'>;

export interface Listed {
  name: string;
  bytes: number;
}

/** Where archives are kept besides BACKUP_DIR. Errors are BackupErrors, where they are foreseen. */
export interface Target {
  /** BACKUP_TO, for messages. */
  place: string;
  /** Fails unless it is there and may be written. Gives the mount point of a folder, else ''. */
  open: () => Promise<string>;
  /** Files whose names may be an archive's. */
  list: () => Promise<Listed[]>;
  /** Undefined when there is no such file. */
  read: (name: string) => Promise<string | undefined>;
  write: (name: string, text: string) => Promise<void>;
  /** In bytes; undefined when unknown. */
  free: () => Promise<number | undefined>;
  /** The file has its name only once it was read back and equals `from`. */
  put: (from: string, name: string, progress: Progress) => Promise<void>;
  /** Copies a file from there, of a place that is no folder. */
  fetch?: (name: string, to: string, progress: Progress) => Promise<void>;
  remove: (name: string) => Promise<void>;
  /** Removes what killed runs left. */
  clean: () => Promise<void>;
}

/** Undefined without BACKUP_TO. `site`: its identity, which names unfinished files. */
export function targetOf(config: TargetConfig, site: string): Target | undefined {
  const { backupTo } = config;
  if (backupTo === undefined) return undefined;
  return isRemote(backupTo) ? remoteTarget(backupTo, site) : folderTarget(backupTo, config, site);
}

/** Whether rclone is needed. */
export function isRemote(backupTo: string): boolean {
  return !path.isAbsolute(backupTo);
}
