import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { messageOf } from '../../errors.ts';
import { asideOf, ensurePages, putInPlace } from './pages.ts';
import { COMPILE_ONLY, hashOf, isServerCurrent, ROOT, SERVER_BUNDLE, SERVER_SOURCES, STAMP } from './sources.ts';

/** Builds what is missing or older than its sources; gives whether it built. StartupError when pages cannot be built. */
export async function ensureBuilt(say: (line: string) => void): Promise<boolean> {
  const pages = await ensurePages(say);
  const server = await ensureServer().catch((error) => {
    say(`The server is not bundled and starts slower: ${messageOf(error)}`);
    return false;
  });
  return pages || server;
}

/** Bundles the server if its bundle is stale; whether it did. Without Vite it runs from its sources. */
async function ensureServer(): Promise<boolean> {
  if (isServerCurrent() || !existsSync(path.join(ROOT, 'node_modules', 'vite'))) return false;
  const sources = hashOf(SERVER_SOURCES);
  const aside = await asideOf(SERVER_BUNDLE);
  try {
    // Fails early, in one line, if the folder is read-only.
    await mkdir(aside);
    // In a child process, whose memory is freed.
    const bundle = path.join(import.meta.dirname, 'bundle.ts');
    await promisify(execFile)(process.execPath, [bundle, aside], { cwd: ROOT });
    await writeFile(path.join(aside, STAMP), sources);
    if (!isServerCurrent()) await putInPlace(aside, SERVER_BUNDLE);
    // Fills the compile cache: without it the first start keeps 22 MB more. A failure costs only that.
    const compile = ['--import', './boot/runtime.mjs', 'server.ts', COMPILE_ONLY];
    await promisify(execFile)(process.execPath, compile, { cwd: ROOT }).catch(() => {});
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  return true;
}
