import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { outsideNpm } from '../check/machine.ts';
import { contentOf, type Tree } from './archive.ts';
import type { Commit } from './commit.ts';
import { filesIn, type Package, packagesIn, productionPackages } from './packages.ts';
import { billOfMaterials, licencesText, withoutDeadLinks } from './papers.ts';
import { findLibatomic } from './runtime.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
/** Files of the repository that a server or its administrator needs. Pages only as built. */
const TAKEN =
  /^((api|bin|boot|cli|config|db|http|model|resources|ops|seeds|docs)\/|app\/fonts\/.+\.txt$|deploy\/([^/]+\.(conf|yml|yaml|json|mjs|example)|Caddyfile|Dockerfile|systemd\/.+)$|[^/]+\.ts$|\.dockerignore$|package(-lock)?\.json$|LICENSE$|(README|CHANGELOG|SECURITY)\.md$)/;
const OF_BUILD = /^(vitest|vite|react-router)\.config\.ts$/;
const LISTS = /(^|\/)licences\.json$/;

/** Whether a file of the repository belongs to a release. */
export function isOfRelease(name: string): boolean {
  return TAKEN.test(name) && !OF_BUILD.test(name);
}

/** A clone of the commit with all packages and the finished pages. */
export function buildSource(commit: Commit, folder: string): void {
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: folder, env: outsideNpm(), stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', ROOT, folder]);
  run('git', 'checkout', '--quiet', '--detach', commit.hash);
  run('npm', 'ci');
  run('npm', 'run', 'build');
}

/** Every file of a release for Linux on this processor, with papers, by its path. */
export function treeOf(source: string, commit: Commit, { work, arch }: { work: string; arch: string }): Tree {
  const tree: Tree = new Map();
  for (const [name, isExecutable] of filesOfCommit(source))
    if (isOfRelease(name)) tree.set(name, { from: path.join(source, name), isExecutable });
  const manifest = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8'));
  put(tree, 'package.json', `${JSON.stringify({ ...manifest, version: commit.version }, null, 2)}\n`);
  const built = filesIn(source, 'build').filter((name) => !name.startsWith('build/code/'));
  for (const name of built.filter((each) => !LISTS.test(each)))
    tree.set(name, { from: path.join(source, name), isExecutable: false });
  const packages = productionPackages(source, path.join(work, arch), arch);
  for (const [name, each] of packages) tree.set(name, each);
  const all = [...packagesIn(packages), ...bundledIn(source, built)];
  const library = findLibatomic(arch);
  if (library) {
    put(tree, 'lib/libatomic.so.1', library.content);
    all.push({
      name: 'libatomic',
      version: '1',
      licence: 'GPL-3.0-or-later WITH GCC-exception-3.1',
      text: library.licence,
    });
  }
  for (const [name, { from }] of tree)
    if (isPaper(name)) put(tree, name, withoutDeadLinks(name, contentOf(from).toString(), tree.keys().toArray()));
  const listed = sorted(all);
  put(tree, 'LICENCES.txt', licencesText(listed));
  put(tree, 'sbom.cdx.json', billOfMaterials({ ...commit, packages: listed, integrityOf: lockedIn(source) }));
  return tree;
}

function isPaper(name: string): boolean {
  return name.endsWith('.md') && !name.includes('node_modules/');
}

function put(tree: Tree, name: string, content: string | Buffer): void {
  tree.set(name, { from: Buffer.from(content as string), isExecutable: false });
}

function filesOfCommit(source: string): [name: string, isExecutable: boolean][] {
  const listed = execFileSync('git', ['ls-files', '-z', '--stage'], { cwd: source, encoding: 'utf8' });
  return listed
    .split('\0')
    .filter(Boolean)
    .map((line) => [line.slice(line.indexOf('\t') + 1), line.startsWith('100755')]);
}

/** Packages whose code Vite has put into the pages. */
function bundledIn(source: string, built: string[]): Package[] {
  const lists = built.filter((name) => LISTS.test(name));
  return lists.flatMap((name) => {
    const list: Listed[] = JSON.parse(readFileSync(path.join(source, name), 'utf8'));
    return list.map(({ identifier = 'UNKNOWN', text, ...each }) => ({ ...each, licence: identifier, text }));
  });
}

interface Listed {
  name: string;
  version: string;
  identifier?: string;
  text?: string;
}

/** Each once. */
function sorted(packages: Package[]): Package[] {
  const byKey = new Map(packages.map((each) => [`${each.name}@${each.version}`, each]));
  return [...byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

function lockedIn(source: string): (name: string, version: string) => string | undefined {
  const { packages } = JSON.parse(readFileSync(path.join(source, 'package-lock.json'), 'utf8'));
  const all = Object.entries<{ version?: string; integrity?: string }>(packages);
  return (name, version) =>
    all.find(([folder, each]) => folder.endsWith(`node_modules/${name}`) && each.version === version)?.[1].integrity;
}
