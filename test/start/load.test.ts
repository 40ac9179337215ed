import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { PAGE_SOURCES, SERVER_SOURCES } from '../../ops/build/sources.ts';
import { ADMIN } from '../rig/server.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** What the first who needs it loads: each would cost every start 10 to 40 ms and the server 5 to 20 MB for good. */
const LATER = ['sanitize-html', 'postcss', '@fastify/swagger', 'yaml', 'sharp', 'pg', 'lowlight'];

test('a start loads nothing that only few need', async () => {
  const order = `
    const { Module, registerHooks } = await import('node:module');
    const read = [];
    registerHooks({ load: (url, context, next) => (read.push(url), next(url, context)) });
    const { loadServer } = await import('./boot/load.ts');
    await (await loadServer()).run();
    const { writeFileSync } = await import('node:fs');
    writeFileSync(process.env.LOADED, JSON.stringify({ files: Object.keys(Module._cache), inside: process.moduleLoadList, read }));
    process.exit();
  `;
  const args = ['--import', './boot/runtime.mjs', '--input-type=module', '--eval', order];
  const directory = await mkdtemp(path.join(tmpdir(), 'rampa-start-'));
  // Not to the standard output: the server writes there too, in the middle of a long line.
  const LOADED = path.join(directory, 'loaded.json');
  const own = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: directory, ADMIN_PASSWORD: ADMIN.password, LOADED };
  const env = { ...process.env, ...own };
  // The second finds types stripped already.
  for (let times = 1; times <= 3; times += 1) await promisify(execFile)(process.execPath, args, { cwd: ROOT, env });
  const { files, inside, read } = JSON.parse(await readFile(LOADED, 'utf8')) as Record<
    'files' | 'inside' | 'read',
    string[]
  >;
  expect(LATER.filter((name) => files.some((file) => file.includes(`/node_modules/${name}/`)))).toEqual([]);
  expect(read.filter((url) => /build\/boot\/run.js/.test(url))).toHaveLength(1);
  // The runtime, what finds the bundle, and packages that are not in it.
  expect(read.filter((url) => !/^node:|\/build\//.test(url)).length).toBeLessThan(60);
  expect(inside.filter((name) => /deps\/(undici|amaro)/.test(name))).toEqual([]);
});

test('the server runs from sources that are newer than its bundle, and bundles them for the next start', async () => {
  const site = await mkdtemp(path.join(tmpdir(), 'rampa-bundle-'));
  for (const entry of [...PAGE_SOURCES, ...SERVER_SOURCES, 'build', 'server.ts', 'package.json', 'package-lock.json'])
    await cp(path.join(ROOT, entry), path.join(site, entry), { recursive: true });
  await symlink(path.join(ROOT, 'node_modules'), path.join(site, 'node_modules'));
  const loaded = async () => {
    const order = `
      const { loadServer } = await import('./boot/load.ts');
      const { ensureBuilt } = await import('./ops/build/build.ts');
      const { registerHooks } = await import('node:module');
      registerHooks({ load: (url, context, next) => (/boot\\/run.(js|ts)$/.test(url) && console.log(url), next(url, context)) });
      await loadServer();
      await ensureBuilt(console.error);
      process.exit();
    `;
    const args = ['--import', './boot/runtime.mjs', '--input-type=module', '--eval', order];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: site });
    expect(stderr).toBe('');
    return path.relative(site, fileURLToPath(stdout.trim()));
  };
  try {
    expect(await loaded()).toBe('build/boot/run.js');
    await appendFile(path.join(site, 'http', 'origin.ts'), '\n// changed\n');
    expect(await loaded()).toBe('boot/run.ts');
    expect(await loaded()).toBe('build/boot/run.js');
    expect(await readdir(path.join(site, 'build'))).toEqual(['boot', 'client', 'code', 'server', 'stamp']);
  } finally {
    await rm(site, { recursive: true });
  }
});
