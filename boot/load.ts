import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf } from '../errors.ts';
import { arePagesCurrent, COMPILE_ONLY, isServerCurrent, SERVER_BUNDLE } from '../ops/build/sources.ts';

type Server = typeof import('./run.ts');

/** Imports the bundled server, built anew if stale or damaged; its sources for `--dev` and where it cannot be built. */
export async function loadServer(): Promise<() => Promise<void>> {
  const isDev = process.argv.includes('--dev');
  const isOfBuild = process.argv.includes(COMPILE_ONLY);
  const bundle = isDev ? undefined : ((await loadBundle()) ?? (isOfBuild ? undefined : await build()));
  const { run } = bundle ?? (await import('./run.ts'));
  return run;
}

async function loadBundle(): Promise<Server | undefined> {
  if (!arePagesCurrent() || !isServerCurrent()) return undefined;
  try {
    const bundle = await import(pathToFileURL(path.join(SERVER_BUNDLE, 'run.js')).href);
    if (typeof bundle.run !== 'function') throw new Error('it is empty');
    return bundle;
  } catch (error) {
    process.stderr.write(`build/boot is damaged: ${messageOf(error)}\n`);
    await rm(SERVER_BUNDLE, { recursive: true, force: true }).catch(() => {});
    return undefined;
  }
}

/** Builds, after a check of the settings, and starts again: stripping types and building leave 40 MB behind. */
async function build(): Promise<Server | undefined> {
  const [{ readConfig }, { createLog }, { ensureBuilt }, { refuseStart }] = await Promise.all([
    import('../config.ts'),
    import('./log.ts'),
    import('../ops/build/build.ts'),
    import('./refuse.ts'),
  ]);
  try {
    const log = await createLog(Boolean(process.stdout.isTTY), readConfig(process.env));
    if (!(await ensureBuilt((line) => log.info(line)))) return undefined;
  } catch (error) {
    refuseStart(error);
  }
  startAgain();
  return loadBundle();
}

/** Under the same process id. Not on Windows, nor with descriptors above 2 (IPC, systemd sockets), which execve closes. */
function startAgain(): void {
  if (!process.execve || process.platform === 'win32' || process.send || process.env.LISTEN_FDS !== undefined) return;
  try {
    process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], process.env);
  } catch {
    // Some sandboxes forbid execve: the server only keeps more memory.
  }
}
