import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { PAGE_SOURCES, SERVER_SOURCES } from '../../ops/build/sources.ts';
import { needFolder } from '../rig/needs.ts';
import { ADMIN } from '../rig/server.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** Not copied: other test processes write it meanwhile, and its temporary files vanish under the copy. */
const CODE_CACHE = path.join(ROOT, 'build', 'code');

/** A copy of the site, which each test leaves with a good bundle. */
const site = await needFolder();
for (const entry of [...PAGE_SOURCES, ...SERVER_SOURCES, 'build', 'server.ts', 'package.json', 'package-lock.json'])
  await cp(path.join(ROOT, entry), path.join(site, entry), { recursive: true, filter: (file) => file !== CODE_CACHE });
await symlink(path.join(ROOT, 'node_modules'), path.join(site, 'node_modules'));

const change = () => appendFile(path.join(site, 'http', 'origin.ts'), '\n// changed\n');
const stamp = () => readFile(path.join(site, 'build', 'boot', 'stamp'), 'utf8');

async function load(env: NodeJS.ProcessEnv = {}) {
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
  const options = { cwd: site, env: { ...process.env, ...env } };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, options);
  const lines = stdout.trim().split('\n');
  const files = lines.filter((line) => line.startsWith('file:')).map((url) => path.relative(site, fileURLToPath(url)));
  return { files, ids: lines.filter((line) => line.startsWith('id ')), isStripped: lines.includes('stripped'), stderr };
}

const BUNDLE = 'build/boot/run.js';
const READY = { files: [BUNDLE], isStripped: false, stderr: '' };

test('a bundle older than its sources is made again, compiled and started under the same process id', async () => {
  expect((await load()).files).toEqual([BUNDLE]);
  const before = await stamp();
  await change();
  await rm(path.join(site, 'build', 'code'), { recursive: true });
  const { ids, ...rest } = await load();
  expect(rest).toEqual(READY);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  expect(await stamp()).not.toBe(before);
  expect((await load()).ids).toHaveLength(1);
  expect(await readdir(path.join(site, 'build'))).toEqual(['boot', 'client', 'code', 'server', 'stamp']);
});

test('a damaged bundle is made again, too', async () => {
  const bundle = path.join(site, BUNDLE);
  for (const damage of [() => truncate(bundle, 50_000), () => truncate(bundle, 0), () => rm(bundle)]) {
    await damage();
    const { files, stderr } = await load();
    expect(files.at(-1)).toBe(BUNDLE);
    expect(stderr).toMatch(/^build\/boot is damaged: .*\n$/);
  }
  expect(await load()).toMatchObject(READY);
});

test('wrong settings are refused before a build; where execve would close a socket of systemd, the process that built loads the new bundle itself', async () => {
  const before = await stamp();
  await change();
  const refused = { code: 1, stderr: expect.stringMatching(/^PORT .*\n$/) };
  await expect(load({ PORT: 'x' })).rejects.toMatchObject(refused);
  expect(await stamp()).toBe(before);
  const { files, ids } = await load({ LISTEN_FDS: '1' });
  expect([files, ids.length]).toEqual([[BUNDLE], 1]);
});

/** What the first who needs it loads: each would cost every start 10 to 40 ms and the server 5 to 20 MB for good. */
const LATER = ['sanitize-html', 'postcss', '@fastify/swagger', 'yaml', 'sharp', 'pg', 'lowlight'];

test('a start loads nothing that only few need', async () => {
  const order = `
    const { loadServer } = await import('${path.join(ROOT, 'boot/load.ts')}');
    await (await loadServer())();
    const { Module } = await import('node:module');
    const { writeFileSync } = await import('node:fs');
    writeFileSync(process.env.LOADED, JSON.stringify(Object.keys(Module._cache)));
    process.exit();
  `;
  const directory = await needFolder();
  const script = path.join(directory, 'order.mjs');
  await writeFile(script, order);
  const args = ['--import', './boot/runtime.mjs', script];
  // Not to the standard output: the server writes there too, in the middle of a long line.
  const LOADED = path.join(directory, 'loaded.json');
  const own = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: directory, ADMIN_PASSWORD: ADMIN.password, LOADED };
  const env = { ...process.env, ...own };
  await promisify(execFile)(process.execPath, args, { cwd: ROOT, env });
  const files: string[] = JSON.parse(await readFile(LOADED, 'utf8'));
  expect(LATER.filter((name) => files.some((file) => file.includes(`/node_modules/${name}/`)))).toEqual([]);
});

test('npm run dev gives pages, and what Vite writes for itself does not start it again', async () => {
  const { scripts } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
  const [, ...args] = scripts.dev.split(' ');
  const own = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: await needFolder(), ADMIN_PASSWORD: ADMIN.password };
  const env = { ...process.env, ...own };
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill();
    await exited;
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  await expect.poll(() => said).toMatch(/listening on /);
  const [origin = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
  const answer = await fetch(`${origin}/about`);
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('<h1')]);
  expect(said).not.toContain('Restarting');
});
