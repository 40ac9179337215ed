import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, readdir, readFile, rm, symlink, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { PAGE_SOURCES, SERVER_SOURCES } from '../../ops/build/sources.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** Not copied: other test processes write it meanwhile, and its temporary files vanish under the copy. */
const CODE_CACHE = path.join(ROOT, 'build', 'code');

async function copyOfSite() {
  const site = await mkdtemp(path.join(tmpdir(), 'rampa-bundle-'));
  for (const entry of [...PAGE_SOURCES, ...SERVER_SOURCES, 'build', 'server.ts', 'package.json', 'package-lock.json'])
    await cp(path.join(ROOT, entry), path.join(site, entry), {
      recursive: true,
      filter: (file) => file !== CODE_CACHE,
    });
  await symlink(path.join(ROOT, 'node_modules'), path.join(site, 'node_modules'));
  return { site, load: (env = {}) => load(site, env) };
}

async function load(site: string, env: NodeJS.ProcessEnv) {
  const order = `
    console.log('id', process.pid);
    process.on('exit', () => process.moduleLoadList.some((name) => name.includes('amaro')) && console.log('stripped'));
    const { loadServer } = await import('./boot/load.ts');
    const { registerHooks } = await import('node:module');
    registerHooks({ load: (url, context, next) => (/boot\\/run.(js|ts)$/.test(url) && console.log(url), next(url, context)) });
    await loadServer();
    process.exit();
  `;
  const args = ['--import', './boot/runtime.mjs', '--input-type=module', '--eval', order];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
    cwd: site,
    env: { ...process.env, ...env },
  });
  const lines = stdout.trim().split('\n');
  const files = lines.filter((line) => line.startsWith('file:')).map((url) => path.relative(site, fileURLToPath(url)));
  return { files, ids: lines.filter((line) => line.startsWith('id ')), isStripped: lines.includes('stripped'), stderr };
}

const BUNDLE = 'build/boot/run.js';
const READY = { files: [BUNDLE], isStripped: false, stderr: '' };

test('a bundle older than its sources is made again, compiled and started under the same process id', async () => {
  const copy = await copyOfSite();
  expect((await copy.load()).files).toEqual([BUNDLE]);
  const stamp = () => readFile(path.join(copy.site, 'build', 'boot', 'stamp'), 'utf8');
  const before = await stamp();
  await appendFile(path.join(copy.site, 'http', 'origin.ts'), '\n// changed\n');
  await rm(path.join(copy.site, 'build', 'code'), { recursive: true });
  const { ids, ...rest } = await copy.load();
  expect(rest).toEqual(READY);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  expect(await stamp()).not.toBe(before);
  expect((await copy.load()).ids).toHaveLength(1);
  expect(await readdir(path.join(copy.site, 'build'))).toEqual(['boot', 'client', 'code', 'server', 'stamp']);
});

test('a damaged bundle is made again, too', async () => {
  const copy = await copyOfSite();
  const bundle = path.join(copy.site, BUNDLE);
  for (const damage of [() => truncate(bundle, 50_000), () => truncate(bundle, 0), () => rm(bundle)]) {
    await damage();
    const { files, stderr } = await copy.load();
    expect(files.at(-1)).toBe(BUNDLE);
    expect(stderr).toMatch(/^build\/boot is damaged: .*\n$/);
    expect(await copy.load()).toMatchObject(READY);
  }
});

test('where execve would close a socket of systemd, the process that built loads the new bundle itself', async () => {
  const copy = await copyOfSite();
  await appendFile(path.join(copy.site, 'http', 'origin.ts'), '\n// changed\n');
  const { files, ids } = await copy.load({ LISTEN_FDS: '1' });
  expect([files, ids.length]).toEqual([[BUNDLE], 1]);
});

test('wrong settings are refused before a build', async () => {
  const copy = await copyOfSite();
  await appendFile(path.join(copy.site, 'http', 'origin.ts'), '\n// changed\n');
  const stamp = path.join(copy.site, 'build', 'boot', 'stamp');
  const before = await readFile(stamp, 'utf8');
  await expect(copy.load({ PORT: 'x' })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^PORT .*\n$/),
  });
  expect(await readFile(stamp, 'utf8')).toBe(before);
});
