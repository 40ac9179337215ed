import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { messageOf, StartupError } from '../../errors.ts';
import {
  arePagesCurrent,
  BUILD,
  COMPILE_ONLY,
  hashOf,
  isServerCurrent,
  PAGE_SOURCES,
  ROOT,
  SERVER_BUNDLE,
  SERVER_SOURCES,
  STAMP,
} from './sources.ts';

export const ASSETS_DIR = path.join(BUILD, 'client', 'assets');
export const SERVER_BUILDS = path.join(BUILD, 'server');

/** Builds what is missing or stale; returns whether it built. StartupError when pages cannot be built. */
export async function ensureBuilt(log: (line: string) => void): Promise<boolean> {
  const pages = await ensurePages(log);
  const server = await ensureServer().catch((error) => {
    log(`The server is not bundled and starts slower: ${messageOf(error)}`);
    return false;
  });
  return pages || server;
}

/** Bundles the server if its bundle is stale; returns whether it did. Without Vite the server runs from its sources. */
async function ensureServer(): Promise<boolean> {
  if (isServerCurrent() || !existsSync(path.join(ROOT, 'node_modules', 'vite'))) return false;
  const sources = hashOf(SERVER_SOURCES);
  const aside = `${SERVER_BUNDLE}-${process.pid}`;
  try {
    // Fails early, in one line, if the folder is read-only.
    await mkdir(aside);
    // In a child process, whose memory is freed.
    const bundle = path.join(import.meta.dirname, 'bundle.ts');
    await promisify(execFile)(process.execPath, [bundle, aside], { cwd: ROOT });
    await writeFile(path.join(aside, STAMP), sources);
    if (!isServerCurrent()) await putInPlace(aside, SERVER_BUNDLE);
    // Fills the compile cache: without it the first start keeps 22 MB more. A failure has no other effect.
    const compile = ['--import', './boot/runtime.mjs', 'server.ts', COMPILE_ONLY];
    await promisify(execFile)(process.execPath, compile, { cwd: ROOT }).catch(() => {});
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  return true;
}

/** Builds the pages if missing or stale (StartupError on failure); returns whether it built. */
async function ensurePages(log: (line: string) => void): Promise<boolean> {
  if (arePagesCurrent()) return false;
  const cli = path.join(ROOT, 'node_modules', '@react-router', 'dev', 'bin.cjs');
  if (!existsSync(cli)) {
    throw new StartupError(
      'Страницы не собраны или старее своих исходников, а собрать их здесь нечем: выполните npm ci && npm run build.',
    );
  }
  log('Building the pages (once, a few seconds) …');
  const sources = hashOf(PAGE_SOURCES);
  // Built aside, then renamed: no partial build is served, and concurrent builds do no harm.
  const aside = `${BUILD}-${process.pid}`;
  const env = { ...process.env, NODE_ENV: 'production', BUILD_DIR: path.basename(aside) };
  try {
    await promisify(execFile)(process.execPath, [cli, 'build'], { cwd: ROOT, env });
    const assets = path.join(aside, 'client', 'assets');
    await shortenManifest(assets);
    await compressAssets(assets);
    await nameFolder(aside);
    await writeFile(path.join(aside, STAMP), sources);
    if (!arePagesCurrent()) await putInPlace(aside, BUILD);
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new StartupError(`Страницы не собираются: ${stderr || message}`);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  return true;
}

/** Drops route imports, used only for prefetching, and false flags, the default: saves 2 KB of every first visit. */
async function shortenManifest(directory: string): Promise<void> {
  const name = (await readdir(directory)).find((each) => /^manifest-.*\.js$/.test(each)) ?? '';
  const file = path.join(directory, name);
  const [, opening = '', json = ''] = /^([\w.]+=)(.*);$/s.exec(await readFile(file, 'utf8')) ?? [];
  const manifest: { routes: Record<string, object> } = JSON.parse(json);
  const shorten = (route: object) =>
    Object.fromEntries(Object.entries(route).filter(([key, value]) => key !== 'imports' && value !== false));
  const routes = Object.fromEntries(Object.entries(manifest.routes).map(([id, route]) => [id, shorten(route)]));
  await writeFile(file, `${opening}${JSON.stringify({ ...manifest, routes })};`);
}

/** Replaces the build folder's name in the bundles: with its process id builds would not be reproducible. */
async function nameFolder(folder: string): Promise<void> {
  for (const bundle of ['site', 'panel']) {
    const file = path.join(folder, 'server', bundle, 'index.js');
    const code = await readFile(file, 'utf8');
    await writeFile(file, code.replace(`${path.basename(folder)}/client`, 'build/client'));
  }
}

async function compressAssets(directory: string): Promise<void> {
  const names = (await readdir(directory)).filter((name) => /\.(js|css|svg)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(directory, name);
      const bytes = await readFile(file);
      await writeFile(
        `${file}.br`,
        await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      );
      await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}

/** Replaces `folder` by `made` with renames, safe for concurrent processes; if another one was faster, `made` stays. */
export async function putInPlace(made: string, folder: string): Promise<void> {
  const former = `${made}-former`;
  await rename(folder, former).catch(unless('ENOENT'));
  await rename(made, folder).catch(unless('ENOTEMPTY', 'EEXIST', 'EPERM'));
  await rm(former, { recursive: true, force: true });
}

function unless(...expected: string[]): (error: NodeJS.ErrnoException) => void {
  return (error) => {
    if (!expected.includes(error.code ?? '')) throw error;
  };
}
