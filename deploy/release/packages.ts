import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { outsideNpm } from '../check/machine.ts';
import { contentOf, type Tree } from './archive.ts';
import { withoutSymbols } from './runtime.ts';

/** Not needed by a server: sources, maps and docs. Node strips no types below node_modules. */
const OF_PEOPLE = /\.([cm]?tsx?|map|md|markdown|cc|h|gyp|flow|s?css)$|\/(\.[^/]*|tests?|examples?|benchmarks?)(\/|$)/;
/** A package without a text of its own mostly has it in README.md. */
const LICENCE = /\/(licen[cs]e|copying|notice)[^/]*$/i;
const README = /\/readme\.md$/i;
/** sharp takes it only where no library of its own fits. */
const SPARE = /^node_modules\/@img\/sharp-wasm32\//;
const OF_RUNTIME = /^node_modules\/[^/]+\/(LICENSE|package\.json)$/;
const RUNTIME = /^node_modules\/node-(bin-)?(linux|darwin|win)-\w+\//;

/** Installs what the server of this platform loads, from the registry by the lockfile, and gives its files. */
export function productionPackages(source: string, folder: string, arch: string): Tree {
  mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    copyFileSync(path.join(source, name), path.join(folder, name));
  // No package that the server loads has a script.
  const asked = ['--omit=dev', '--ignore-scripts', '--os=linux', `--cpu=${arch}`, '--libc=glibc'];
  execFileSync('npm', ['ci', ...asked], { cwd: folder, env: outsideNpm(), stdio: ['ignore', 'ignore', 'inherit'] });
  const names = filesIn(folder, 'node_modules').filter((name) => !SPARE.test(name));
  const licensed = new Set(names.filter((name) => LICENCE.test(name)).map((name) => path.dirname(name)));
  const isTaken = (name: string) =>
    !OF_PEOPLE.test(name) || LICENCE.test(name) || (README.test(name) && !licensed.has(path.dirname(name)));
  const tree: Tree = new Map();
  for (const name of names) {
    const from = path.join(folder, name);
    if (!RUNTIME.test(name)) {
      if (isTaken(name)) tree.set(name, { from, isExecutable: false });
    } else if (name.endsWith('/bin/node')) tree.set(name, { from: withoutSymbols(from), isExecutable: true });
    else if (OF_RUNTIME.test(name)) tree.set(name, { from, isExecutable: false });
  }
  return tree;
}

/** Paths of the plain files below `folder`, `/` between folders. */
export function filesIn(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

export interface Package {
  name: string;
  version: string;
  licence: string;
  text: string | undefined;
}

/** The packages of a tree. */
export function packagesIn(tree: Tree): Package[] {
  const folders = [...tree.keys()].flatMap((name) => {
    const [, folder] = /^((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(name) ?? [];
    return folder === undefined ? [] : [folder];
  });
  return folders.map((folder) => {
    const { name, version, license } = JSON.parse(textOf(tree, `${folder}/package.json`) ?? '');
    const own = [...tree.keys()].filter((each) => path.dirname(each) === folder);
    const file = own.find((each) => LICENCE.test(each)) ?? own.find((each) => README.test(each));
    return {
      name,
      version,
      licence: typeof license === 'string' ? license : 'UNKNOWN',
      text: file && textOf(tree, file),
    };
  });
}

function textOf(tree: Tree, name: string): string | undefined {
  const from = tree.get(name)?.from;
  return from === undefined ? undefined : contentOf(from).toString();
}
