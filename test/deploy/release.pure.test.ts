import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Tree, writeArchive } from '../../deploy/release/archive.ts';
import { versionOf } from '../../deploy/release/commit.ts';
import { billOfMaterials, licencesText } from '../../deploy/release/papers.ts';
import { isOfRelease } from '../../deploy/release/tree.ts';
import { BLOCK, paddingOf, tarHeader } from '../../ops/backup/archive/tar.ts';
import {
  homeOf,
  isWhole,
  stepsBeyond,
  switchBack,
  switchTo,
  unusedIn,
  withReleaseLock,
} from '../../ops/release/layout.ts';
import { describeArchive, unpackRelease } from '../../ops/release/unpack.ts';
import { rampa } from '../rig/command.ts';

const ROOT = path.join(import.meta.dirname, '../..');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rampa-release-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a release is called after the tag of its commit, or after the tag before it with what came since', () => {
  const hash = 'abcdef0123456789abcdef0123456789abcdef01';
  expect(versionOf(hash, 'v0.2.0-0-gabcdef0')).toBe('0.2.0');
  expect(versionOf(hash, 'v0.2.0-12-gabcdef0')).toBe('0.2.0-12-gabcdef01');
  expect(() => versionOf(hash, 'v0.2-beta-0-gabcdef0')).toThrow('no version such as v0.2.0');
});

test('a release holds every folder that the server is made of, no sources of pages, no tools and no secret', () => {
  const folders = readdirSync(ROOT, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !/^\./.test(entry.name),
  );
  const left = folders.map(({ name }) => name).filter((name) => !isOfRelease(`${name}/x.ts`));
  const built = left.filter((name) => !/^(build(-\d+)?|data|node_modules|release|test-results)$/.test(name));
  expect(built.sort()).toEqual(['app', 'bench', 'deploy', 'docs', 'test', 'tools']);
  for (const name of [
    'deploy/nginx.conf',
    'deploy/systemd/rampa',
    'docs/ru/обновление.md',
    'app/fonts/unbounded.OFL.txt',
    'server.ts',
  ])
    expect([name, isOfRelease(name)]).toEqual([name, true]);
  for (const name of [
    'deploy/.env',
    'deploy/check/debian.ts',
    'deploy/release.ts',
    'vite.config.ts',
    'data/rampa.sqlite',
  ])
    expect([name, isOfRelease(name)]).toEqual([name, false]);
});

describe('an archive', () => {
  const LONG = `node_modules/${'long/'.repeat(25)}name.js`;
  const TREE: Tree = new Map([
    [LONG, { from: Buffer.from('long'), isExecutable: false }],
    ['bin/rampa', { from: Buffer.from('#!/bin/sh\n'), isExecutable: true }],
    ['empty', { from: Buffer.alloc(0), isExecutable: false }],
    // Does not get smaller: a cut or a changed byte is in the middle of it.
    [
      'noise',
      { from: Buffer.from(Array.from({ length: 50_000 }, (_, at) => (at * at * 7919) >> 5)), isExecutable: false },
    ],
  ]);
  const ABOUT = { version: '0.2.0', commit: 'abc', platform: 'linux-x64', time: 1_795_000_000, level: 1 };
  const archive = async (tree = TREE) => {
    const file = path.join(folder, 'rampa.tar.zst');
    await writeArchive(file, tree, ABOUT);
    return file;
  };

  test('is the same for the same files, in whatever order they are found', async () => {
    const first = readFileSync(await archive());
    expect(readFileSync(await archive(new Map([...TREE].reverse()))).equals(first)).toBe(true);
  });

  test('says what it is, and unpacks to the same files with their modes', async () => {
    const file = await archive();
    expect(await describeArchive(file)).toMatchObject({ version: '0.2.0', platform: 'linux-x64', files: 4 });
    const to = path.join(folder, 'unpacked');
    await unpackRelease(file, to);
    for (const [name, { from }] of TREE) expect(readFileSync(path.join(to, name)).equals(from as Buffer)).toBe(true);
    expect(readdirSync(to).sort()).toEqual(['SHA256SUMS', 'bin', 'empty', 'node_modules', 'noise', 'release.json']);
  });

  test('that is cut off anywhere or changed is refused, and nothing of it stays', async () => {
    const file = await archive();
    const whole = readFileSync(file);
    const to = path.join(folder, 'unpacked');
    for (const length of [0, 1, 40, Math.floor(whole.length / 2), whole.length - 1]) {
      writeFileSync(file, whole);
      truncateSync(file, length);
      await expect(unpackRelease(file, to)).rejects.toThrow(/повреждён|не архив rampa/);
      expect(readdirSync(folder)).toEqual(['rampa.tar.zst']);
    }
    for (const at of [Math.floor(whole.length / 2), whole.length - 2]) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      writeFileSync(file, changed);
      await expect(unpackRelease(file, to)).rejects.toThrow(/повреждён/);
      expect(readdirSync(folder)).toEqual(['rampa.tar.zst']);
    }
  });

  test('is told from other files, and from what is no file', async () => {
    const other = path.join(folder, 'other');
    for (const [content, said] of [
      ['<!doctype html>', 'не архив rampa. Он называется rampa-'],
      [zstdCompressSync(Buffer.from('x'.repeat(2 * BLOCK))), 'или это не архив rampa'],
      ['', 'не архив rampa'],
    ] as const) {
      writeFileSync(other, content);
      await expect(describeArchive(other)).rejects.toThrow(said);
    }
    await expect(describeArchive(folder)).rejects.toThrow('не файл');
    await expect(describeArchive(path.join(folder, 'none'))).rejects.toThrow('нет');
  });

  test.each([
    ['another sum', `${'0'.repeat(64)}  server.ts\n`],
    ['no sum', ''],
  ])('of which a file has %s in its list is refused', async (_, sums) => {
    const entry = (name: string, text: string) => {
      const header = tarHeader({ name: `rampa/${name}`, size: text.length, time: 0 });
      return Buffer.concat([header, Buffer.from(text), Buffer.alloc(paddingOf(text.length))]);
    };
    const parts = [entry('SHA256SUMS', sums), entry('server.ts', 'code'), Buffer.alloc(2 * BLOCK)];
    const file = path.join(folder, 'rampa.tar.zst');
    writeFileSync(file, zstdCompressSync(Buffer.concat(parts)));
    await expect(unpackRelease(file, path.join(folder, 'to'))).rejects.toThrow('server.ts не сходится');
    expect(readdirSync(folder)).toEqual(['rampa.tar.zst']);
  });

  test('cannot write outside of its folder', async () => {
    const file = await archive(new Map([['../../outside', { from: Buffer.from('x'), isExecutable: false }]]));
    await expect(unpackRelease(file, path.join(folder, 'one/two'))).rejects.toThrow('повреждён');
    expect(readdirSync(folder).includes('outside')).toBe(false);
  });

  test('is compared with the SHA256SUMS beside it', async () => {
    const file = await archive();
    writeFileSync(path.join(folder, 'SHA256SUMS'), `${'0'.repeat(64)}  rampa.tar.zst\n`);
    await expect(describeArchive(file)).rejects.toThrow('не сходится с контрольной суммой');
    writeFileSync(path.join(folder, 'SHA256SUMS'), `${'0'.repeat(64)}  another.tar.zst\n`);
    expect((await describeArchive(file)).version).toBe('0.2.0');
  });

  test('of something else is no release', async () => {
    const file = path.join(folder, 'notes.txt');
    writeFileSync(file, 'notes');
    await expect(describeArchive(file)).rejects.toThrow(/повреждён|не архив rampa/);
    await expect(describeArchive(path.join(folder, 'missing'))).rejects.toThrow('нет');
  });
});

test('the list of packages and the licences name each with its version, and depend on nothing but them', () => {
  const packages = [{ name: '@a/b', version: '1.0.0', licence: 'MIT', text: 'Be nice.' }];
  const made = () => billOfMaterials({ version: '0.2.0', time: 1, packages, integrityOf: () => 'sha512-AAAA' });
  expect(made()).toBe(made());
  expect(JSON.parse(made()).components).toMatchObject([
    { purl: 'pkg:npm/%40a/b@1.0.0', hashes: [{ content: '000000' }] },
  ]);
  expect(licencesText(packages)).toMatch(/@a\/b 1\.0\.0: MIT\n\nBe nice\./);
});

describe('releases beside each other', () => {
  const make = (version: string, ...steps: string[]) => {
    const release = path.join(folder, 'releases', version);
    mkdirSync(path.join(release, 'db/migrations'), { recursive: true });
    writeFileSync(path.join(release, 'package.json'), JSON.stringify({ version }));
    for (const step of ['0001-first', ...steps]) writeFileSync(path.join(release, 'db/migrations', `${step}.ts`), '');
    return release;
  };

  test('are switched by links: the former one is the previous one, and a switch can be taken back', async () => {
    const [one, two] = [make('1'), make('2')];
    make('0');
    symlinkSync('releases/1', path.join(folder, 'current'));
    const before = homeOf(one, []);
    expect(before).toEqual({ folder, current: one, previous: undefined });
    await switchTo(before, two);
    expect(homeOf(two, [])).toEqual({ folder, current: two, previous: one });
    expect(readlinkSync(path.join(folder, 'current'))).toBe('releases/2');
    expect(await unusedIn(homeOf(two, []))).toEqual([path.join(folder, 'releases/0')]);
    await switchBack(before);
    expect(homeOf(one, [])).toEqual(before);
    expect(readdirSync(folder).sort()).toEqual(['current', 'releases']);
  });

  test('differ by their migrations', async () => {
    const [one, two] = [make('1'), make('2', '0002-partners')];
    expect([await stepsBeyond(two, one), await stepsBeyond(one, two)]).toEqual([['0002-partners.ts'], []]);
  });

  test('are not where a checkout, a container or any other folder is: each is told what to do', () => {
    const release = make('1');
    expect(() => homeOf(release, [])).toThrow('docs/ru/установка.md');
    expect(() => homeOf(release, [release])).toThrow('docs/ru/docker.md');
    mkdirSync(path.join(release, '.git'));
    expect(() => homeOf(release, [])).toThrow('git pull && npm ci && npm run build');
  });
});

test('the commands say where they cannot work, and how they are written', async () => {
  const [one, other, wrong] = await Promise.all([
    rampa(['upgrade', 'x.tar.zst'], {}),
    rampa(['rollback'], {}),
    rampa(['upgrade'], {}),
  ]);
  expect([one.code, other.code, wrong.code]).toEqual([1, 1, 2]);
  expect(one.err).toMatch(/из git|docs\/ru/);
  expect(wrong.err).toMatch('Из какого архива обновить?');
});

test('one command at a time changes the release in use', async () => {
  const home = { folder, current: folder, previous: undefined };
  const second = () => withReleaseLock(home, async () => 'second');
  await withReleaseLock(home, async () => {
    await expect(second()).rejects.toThrow('Обновление или возврат уже идёт.');
  });
  expect(await second()).toBe('second');
});

test('a release of which a part was deleted is not whole', () => {
  for (const name of ['bin', 'cli', 'db/migrations']) mkdirSync(path.join(folder, name), { recursive: true });
  for (const name of ['package.json', 'bin/node', 'cli/rampa.ts']) writeFileSync(path.join(folder, name), '');
  expect(isWhole(folder)).toBe(true);
  rmSync(path.join(folder, 'db'), { recursive: true });
  expect(isWhole(folder)).toBe(false);
});
