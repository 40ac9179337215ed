import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { StartupError } from './config.ts';

const ROOT = path.join(import.meta.dirname, '..');
const STAMP = path.join(ROOT, 'build', 'stamp');
/** What the build is made of. */
const SOURCES = ['app', 'model', 'server/pages.ts', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json'];

export const ASSETS_DIR = path.join(ROOT, 'build', 'client', 'assets');
export const SERVER_BUILD = path.join(ROOT, 'build', 'server', 'index.js');

/** Builds the pages when there is no build or its sources have changed since. Gives whether it built. */
export async function ensureBuilt(say: (line: string) => void): Promise<boolean> {
  const sources = hashSources();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return false;
  const cli = path.join(ROOT, 'node_modules', '@react-router', 'dev', 'bin.cjs');
  if (!existsSync(cli)) {
    throw new StartupError('The pages are not built (or are older than their sources), and this is a production-only install: run "npm ci && npm run build" first.');
  }
  say('Building the pages (once, a few seconds) …');
  await promisify(execFile)(process.execPath, [cli, 'build'], { cwd: ROOT, env: { ...process.env, NODE_ENV: 'production' } }).catch((error) => {
    throw new StartupError(`The pages cannot be built: ${error.stderr || error.message}`);
  });
  await compressAssets();
  await writeFile(STAMP, sources);
  return true;
}

function hashSources(): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) for (const file of filesIn(path.join(ROOT, source))) hash.update(path.relative(ROOT, file)).update(readFileSync(file));
  return hash.digest('hex');
}

function filesIn(source: string): string[] {
  if (path.extname(source)) return [source];
  const entries = readdirSync(source, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name)).sort();
}

/** Beside each file its Brotli and gzip form, made once with the slowest settings. */
async function compressAssets(): Promise<void> {
  const names = (await readdir(ASSETS_DIR)).filter((name) => /\.(js|css|svg)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(ASSETS_DIR, name);
      const bytes = await readFile(file);
      await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
      await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}
