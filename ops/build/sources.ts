import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.join(import.meta.dirname, '../..');
export const BUILD = path.join(ROOT, 'build');
export const SERVER_BUNDLE = path.join(BUILD, 'boot');
/** File with the hash of the sources that a folder was built from. */
export const STAMP = 'stamp';
/** Argument of `server.ts`: fills the compile cache and exits. */
export const COMPILE_ONLY = '--compile-only';
/** A release contains the build, but not all of its sources. */
const IS_RELEASE = existsSync(path.join(ROOT, 'release.json'));

const MEDIA = /\.(webp|mp4|m4s|mp3|pdf)$/; // of the demo festival, not built in

/** Sources of the pages: their folders, what these import, and the build configuration. */
export const PAGE_SOURCES = [
  'app',
  'model',
  'db',
  'resources',
  'resources.ts',
  'roles.ts',
  'errors.ts',
  'command.ts',
  'http/view-choices.ts',
  'vite.config.ts',
  'react-router.config.ts',
];

/** Sources of the server's bundle beside `PAGE_SOURCES`. */
export const SERVER_SOURCES = ['api', 'boot', 'config', 'config.ts', 'http', 'ops', 'seeds', 'version.ts'];

/** Whether the built pages match their sources. */
export const arePagesCurrent = (): boolean => isCurrent(BUILD, PAGE_SOURCES);

/** Whether the server's bundle matches its sources, if the pages do: a build of pages deletes the bundle. */
export const isServerCurrent = (): boolean => isCurrent(SERVER_BUNDLE, SERVER_SOURCES);

function isCurrent(folder: string, sources: string[]): boolean {
  const stamp = readStamp(folder);
  return stamp !== undefined && (IS_RELEASE || stamp === hashOf(sources));
}

function readStamp(folder: string): string | undefined {
  try {
    return readFileSync(path.join(folder, STAMP), 'utf8');
  } catch {
    return undefined;
  }
}

/** SHA-256 over the names and the code of `sources`, and the versions in the lockfile. */
export function hashOf(sources: string[]): string {
  const hash = createHash('sha256');
  for (const source of sources)
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
    .filter((entry) => entry.isFile() && !MEDIA.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
