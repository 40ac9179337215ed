import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ADMIN } from '../rig/server.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** What the first who needs it loads: each would cost every start 10 to 40 ms and the server 5 to 20 MB for good. */
const LATER = ['sanitize-html', 'postcss', '@fastify/swagger', 'yaml', 'sharp', 'pg', 'lowlight'];

test('a start loads nothing that only few need', async () => {
  const order = `
    const { Module, registerHooks } = await import('node:module');
    const read = [];
    registerHooks({ load: (url, context, next) => (read.push(url), next(url, context)) });
    const { run } = await import('./boot/run.ts');
    await run();
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
  expect(files.some((file) => file.includes('/node_modules/fastify/'))).toBe(true);
  expect(LATER.filter((name) => files.some((file) => file.includes(`/node_modules/${name}/`)))).toEqual([]);
  expect(read.filter((url) => /build\/kysely/.test(url)).length).toBeLessThan(5);
  expect(read.filter((url) => /node_modules\/(kysely|ajv)\//.test(url))).toEqual([]);
  expect(inside.filter((name) => /deps\/(undici|amaro)/.test(name))).toEqual([]);
});

test('Kysely is read as the build joined it, and only in the version that was joined', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'rampa-joined-'));
  const put = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  };
  await put('boot/none', '');
  for (const file of ['boot/runtime.mjs', 'boot/reexec.mjs'])
    await copyFile(path.join(ROOT, file), path.join(root, file));
  await put('node_modules/kysely/index.js', "export const from = 'its own files';");
  await put('build/kysely-1.0.0/index.js', "export const from = 'the build';");
  const read = async (version: string) => {
    await put('node_modules/kysely/package.json', JSON.stringify({ version, type: 'module', exports: './index.js' }));
    const order = "process.stdout.write((await import('kysely')).from)";
    const args = ['--import', './boot/runtime.mjs', '--input-type=module', '--eval', order];
    return promisify(execFile)(process.execPath, args, { cwd: root });
  };
  expect(await read('1.0.0')).toEqual({ stdout: 'the build', stderr: '' });
  expect(await read('1.0.1')).toEqual({ stdout: 'its own files', stderr: '' });
});
