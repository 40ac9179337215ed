import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { StartupError } from '../../errors.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const BUILD = path.join(ROOT, 'build');
/** An archive of a release brings the pages finished and none of their sources. */
const IS_RELEASE = existsSync(path.join(ROOT, 'release.json'));
const STAMP = path.join(BUILD, 'stamp');
/** Folders that the pages are made of, what these import, and what builds them. */
export const SOURCES = [
  'app',
  'model',
  'db',
  'nouns',
  'nouns.ts',
  'roles.ts',
  'errors.ts',
  'command.ts',
  'http/spoilers.ts',
  'http/view-choices.ts',
  'vite.config.ts',
  'react-router.config.ts',
];

export const ASSETS_DIR = path.join(BUILD, 'client', 'assets');
export const SERVER_BUILDS = path.join(BUILD, 'server');

/** Builds the pages if missing or older than their sources (StartupError on failure); gives whether it built. */
export async function ensureBuilt(say: (line: string) => void): Promise<boolean> {
  if (IS_RELEASE) return false;
  const sources = hashSources();
  if (isBuilt(sources)) return false;
  const cli = path.join(ROOT, 'node_modules', '@react-router', 'dev', 'bin.cjs');
  if (!existsSync(cli)) {
    throw new StartupError(
      'Страницы не собраны или старее своих исходников, а собрать их здесь нечем: выполните npm ci && npm run build.',
    );
  }
  say('Building the pages (once, a few seconds) …');
  // Built aside, then renamed: no partial build is served, and concurrent builds do no harm.
  const aside = `${BUILD}-${process.pid}`;
  const env = { ...process.env, NODE_ENV: 'production', BUILD_DIR: path.basename(aside) };
  try {
    await promisify(execFile)(process.execPath, [cli, 'build'], { cwd: ROOT, env });
    const assets = path.join(aside, 'client', 'assets');
    await shortenManifest(assets);
    await compressAssets(assets);
    await nameFolder(aside);
    await writeFile(path.join(aside, 'stamp'), sources);
    if (!isBuilt(sources)) await putInPlace(aside, BUILD);
  } catch (error) {
    throw new StartupError(`Страницы не собираются: ${reasonOf(error)}`);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  return true;
}

function isBuilt(sources: string): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources;
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

function reasonOf(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string };
  return stderr || message;
}

function hashSources(): string {
  const hash = createHash('sha256');
  for (const source of SOURCES)
    for (const file of filesIn(path.join(ROOT, source)))
      hash.update(path.relative(ROOT, file)).update(readFileSync(file));
  hash.update(JSON.stringify(lockedVersions()));
  return hash.digest('hex');
}

/** Not the lockfile's bytes: `npm prune` of npm 9 rewrites it without some fields. */
function lockedVersions(): [folder: string, version: string][] {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  return Object.entries<{ version: string }>(packages).map(([folder, { version }]) => [folder, version]);
}

function filesIn(source: string): string[] {
  if (path.extname(source)) return [source];
  const entries = readdirSync(source, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** Browsers use the imports of a route only to prefetch it, and take an absent flag for false: 1 KB of every first visit. */
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

/** The bundles name the folder they were built in: without the process id, every build of the same sources is the same. */
async function nameFolder(folder: string): Promise<void> {
  for (const bundle of ['site', 'panel']) {
    const file = path.join(folder, 'server', bundle, 'index.js');
    const code = await readFile(file, 'utf8');
    await writeFile(file, code.replace(`"${path.basename(folder)}/client"`, '"build/client"'));
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
