import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { isArchiveName } from '../archive/names.ts';
import type { Progress } from '../archive/reader.ts';
import { BackupError, UNFINISHED } from '../errors.ts';
import { rclone } from './rclone.ts';
import type { Listed, Target } from './target.ts';

/** A place that rclone reaches by its own configuration, `remote:path`. */
export function remoteTarget(place: string, site: string): Target {
  const prefix = `${UNFINISHED}${site}-`;
  const at = (name: string) => `${place}${/[:/]$/.test(place) ? '' : '/'}${name}`;
  const work = at(`${prefix}${process.pid}`);
  const put: Target['put'] = async (from, name, progress) => {
    const { size } = await stat(from);
    await rclone(['copyto', from, work], { onBytes: (done) => progress('Копирую в другое место', done, size) });
    progress('Сверяю копию в другом месте', 0, size);
    if ((await remoteSum(work, progress)) !== (await localSum(from)))
      throw new BackupError(`Копия в ${place} прочиталась не такой, какой была записана.`);
    if ((await rclone(['moveto', work, at(name)], { onBytes: () => {} })) === undefined)
      throw new BackupError(`Копия пропала из ${place}, прежде чем получила имя.`);
  };
  return {
    place,
    // The marker, which is asked for next, shows whether it answers.
    open: async () => '',
    list: async () => (await listFiles(place)).filter(({ name }) => isArchiveName(name)),
    // On object stores the output for a missing file is empty.
    read: async (name) => (await rclone(['cat', at(name)])) || undefined,
    write: async (name, text) => {
      await rclone(['rcat', work], { input: text });
      await rclone(['moveto', work, at(name)]);
    },
    free: () => freeIn(place),
    put,
    fetch: async (name, to, progress) => {
      const bytes = (await listFiles(place)).find((file) => file.name === name)?.bytes ?? 0;
      await rclone(['copyto', at(name), to], { onBytes: (done) => progress('Забираю копию', done, bytes) });
    },
    remove: async (name) => void (await rclone(['deletefile', at(name)])),
    clean: async () => {
      for (const { name } of await listFiles(place))
        if (name.startsWith(prefix)) await rclone(['deletefile', at(name)]);
    },
  };
}

async function listFiles(place: string): Promise<Listed[]> {
  const lines = (await rclone(['lsf', '--files-only', '--format=sp', '--separator=/', place])) ?? '';
  return lines.split('\n').flatMap((line) => {
    const [, bytes, name] = /^(-?\d+)\/(.+)$/.exec(line) ?? [];
    return name ? [{ name, bytes: Number(bytes) }] : [];
  });
}

/** Undefined where the service reports none. */
async function freeIn(place: string): Promise<number | undefined> {
  try {
    const { free } = JSON.parse((await rclone(['about', '--json', place])) ?? '{}') as { free?: number };
    return free;
  } catch {
    return undefined;
  }
}

/** Computed there, else from the bytes that come back. */
async function remoteSum(file: string, progress: Progress): Promise<string | undefined> {
  const ofService = await rclone(['hashsum', 'sha256', file]).catch(() => undefined);
  const [sum] = /^[0-9a-f]{64}\b/.exec(ofService ?? '') ?? [];
  if (sum) return sum;
  const onBytes = () => progress('Сверяю копию в другом месте', 0, 1);
  const [own] =
    /^[0-9a-f]{64}\b/.exec((await rclone(['hashsum', 'sha256', '--download', file], { onBytes })) ?? '') ?? [];
  return own;
}

async function localSum(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}
