import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf } from '../errors.ts';
import { arePagesCurrent, COMPILE_ONLY, isServerCurrent, SERVER_BUNDLE } from '../ops/build/sources.ts';

type Server = typeof import('./run.ts');

/** Imports the bundle of the server. Falls back to the sources. */
export async function loadServer(): Promise<() => Promise<void>> {
  const { run } = (await findBundle()) ?? (await import('./run.ts'));
  return run;
}

/** Builds a missing, stale or damaged bundle. Undefined with `--dev` or if the build is impossible. */
async function findBundle(): Promise<Server | undefined> {
  if (process.argv.includes('--dev')) return undefined;
  const bundle = await loadBundle();
  return bundle || process.argv.includes(COMPILE_ONLY) ? bundle : build();
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

/** Checks the settings, builds, and restarts the process: type stripping and the build leave 40 MB behind. */
async function build(): Promise<Server | undefined> {
  const [{ readConfig }, { createLog, refuseStart }, { ensureBuilt }] = await Promise.all([
    import('../config.ts'),
    import('./log.ts'),
    import('../ops/build/build.ts'),
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

/** `execve` keeps the process id but closes descriptors above 2 (IPC, systemd sockets); Windows has none. */
function startAgain(): void {
  if (!process.execve || process.platform === 'win32' || process.send || process.env.LISTEN_FDS !== undefined) return;
  try {
    process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], process.env);
  } catch {
    // Some sandboxes forbid execve. The server keeps more memory then.
  }
}
