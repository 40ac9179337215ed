import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { putInPlace } from '../../ops/build/build.ts';
import { PAGE_SOURCES, SERVER_SOURCES } from '../../ops/build/sources.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** Not copied: other test processes write it meanwhile, and its temporary files vanish under the copy. */
const CODE_CACHE = path.join(ROOT, 'build', 'code');

test('servers that build the pages of one folder at the same moment leave one whole build', async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'rampa-build-'));
  const build = path.join(home, 'build');
  await makeBuild(build);
  for (let round = 0; round < 10; round += 1) {
    const made = [1, 2, 3, 4, 5].map((each) => `${build}-${round}-${each}`);
    await Promise.all(made.map(makeBuild));
    await Promise.all(made.map((each) => putInPlace(each, build)));
    expect(await readdir(path.join(build, 'server'))).toHaveLength(FILES);
    for (const each of made) await rm(each, { recursive: true, force: true });
    expect(await readdir(home)).toEqual(['build']);
  }
});

test('a build stays good when an older npm has written the lockfile again, and not when a version in it has changed', async () => {
  const site = await mkdtemp(path.join(tmpdir(), 'rampa-pruned-'));
  const lockfile = path.join(site, 'package-lock.json');
  const build = () => promisify(execFile)(process.execPath, ['cli/build.ts'], { cwd: site });
  const filter = (file: string) => file !== CODE_CACHE;
  for (const entry of [...PAGE_SOURCES, ...SERVER_SOURCES, 'build', 'cli', 'package.json'])
    await cp(path.join(ROOT, entry), path.join(site, entry), { recursive: true, filter });
  // After `npm prune --omit=dev` there is nothing to build with.
  await mkdir(path.join(site, 'node_modules'));
  for (const name of await readdir(path.join(ROOT, 'node_modules')))
    if (name !== '@react-router')
      await symlink(path.join(ROOT, 'node_modules', name), path.join(site, 'node_modules', name));
  const original = await readFile(path.join(ROOT, 'package-lock.json'), 'utf8');
  await writeFile(lockfile, original.replaceAll(/\s*"libc": \[[^\]]*\],/g, ''));
  expect(await readFile(lockfile, 'utf8')).not.toBe(original);
  await build();
  await writeFile(lockfile, original.replace(/(?<="node_modules\/kysely": \{\s*"version": ")[^"]*/, '99.0.0'));
  await expect(build()).rejects.toMatchObject({ stderr: expect.stringContaining('Страницы не собраны') });
});

test.each([
  ['pages', PAGE_SOURCES, PAGE_SOURCES],
  ['the server', SERVER_SOURCES, [...SERVER_SOURCES, ...PAGE_SOURCES]],
])('a build is stale when any file changes that %s import', async (_name, folders, sources) => {
  const outside = new Set<string>();
  for (const source of folders.filter((each) => !path.extname(each)))
    for (const name of await readdir(path.join(ROOT, source), { recursive: true })) {
      if (!/\.tsx?$/.test(name)) continue;
      const code = await readFile(path.join(ROOT, source, name), 'utf8');
      for (const [, imported = ''] of code.matchAll(/^(?:import|export) (?!type\b)[^;]*?from '(\.[^']+)'/gm)) {
        const file = path.join(source, path.dirname(name), imported);
        if (!sources.some((each) => file === each || file.startsWith(`${each}/`))) outside.add(file);
      }
    }
  expect([...outside]).toEqual([]);
});

const FILES = 20;

async function makeBuild(folder: string): Promise<void> {
  await mkdir(path.join(folder, 'server'), { recursive: true });
  for (let file = 0; file < FILES; file += 1) await writeFile(path.join(folder, 'server', `${file}.js`), '');
}

type Texts = Record<'version' | 'integrity' | 'resolved', string>;
type Locked = Partial<Texts & Record<'link' | 'hasInstallScript', boolean>>;

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
const { dependencies, devDependencies, optionalDependencies, allowScripts } = JSON.parse(read('package.json'));
const installed = Object.entries(packages).filter(([folder]) => folder !== '');

test('every package is held to the hash of its bytes, comes from no address of its own, and runs no script unless allowed by name', () => {
  expect(installed.length).toBeGreaterThan(100);
  const isHeld = ({ integrity, resolved, link }: Locked) => integrity?.startsWith('sha512-') && !(resolved ?? link);
  expect(installed.filter(([, locked]) => !isHeld(locked)).map(([folder]) => folder)).toEqual([]);
  const running = installed.filter(([, { hasInstallScript }]) => hasInstallScript);
  // `node_modules/a/node_modules/@b/c` is `@b/c`.
  const names = running.map(([folder]) => folder.replace(/^.*node_modules\//, ''));
  expect(names.filter((name) => allowScripts[name] !== true)).toEqual([]);
});

test('what the server loads is little, its versions are exact, and what is declared is what is locked', () => {
  expect(Object.keys(dependencies).length).toBeLessThanOrEqual(35);
  const exact = Object.values<string>({ ...dependencies, ...optionalDependencies });
  expect(exact.filter((version) => /[^\d.]/.test(version))).toEqual([]);
  const declared = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const isDrifted = ([name, version]: [string, string]) => packages[`node_modules/${name}`]?.version !== version;
  expect(declared.filter(([, version]) => /^\d/.test(version)).filter(isDrifted)).toEqual([]);
});
