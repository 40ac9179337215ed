import path from 'node:path';
import { StartupError } from '../errors.ts';

/** Options beside the name may be secrets: they belong into rclone's own configuration. */
const RCLONE_PLACE = /^[\w.+@][\w.+@ -]*:[^\n]{0,500}$/;

export function readBackupTo(value: string | undefined, taken: Record<string, string>): string | undefined {
  if (value === undefined) return undefined;
  if (!path.isAbsolute(value) && RCLONE_PLACE.test(value)) return value;
  if (!path.isAbsolute(value))
    throw new StartupError(
      'BACKUP_TO: нужен полный путь к папке, например /mnt/copies, или место для rclone, например remote:copies; ключи к нему — в настройках самого rclone.',
    );
  const folder = path.resolve(value);
  for (const [name, other] of Object.entries(taken))
    if (`${folder}${path.sep}`.startsWith(`${other}${path.sep}`))
      throw new StartupError(
        `BACKUP_TO — «${value}»: это внутри ${name} (${other}), и копия пропадёт вместе с ней. Нужна папка на другом диске.`,
      );
  return folder;
}
