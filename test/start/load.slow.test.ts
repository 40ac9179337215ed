import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { needFolder } from '../rig/needs.ts';
import { ADMIN } from '../rig/server.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** What the first who needs it loads: each would cost every start 10 to 40 ms and the server 5 to 20 MB for good. */
const LATER = ['sanitize-html', 'postcss', '@fastify/swagger', 'yaml', 'sharp', 'pg', 'lowlight'];

test('a start loads nothing that only few need', async () => {
  const order = `
    const { Module, registerHooks } = await import('node:module');
    const read = [];
    registerHooks({ load: (url, context, next) => (read.push(url), next(url, context)) });
    const { loadServer } = await import('${path.join(ROOT, 'boot/load.ts')}');
    await (await loadServer())();
    const { writeFileSync } = await import('node:fs');
    writeFileSync(process.env.LOADED, JSON.stringify({ files: Object.keys(Module._cache), inside: process.moduleLoadList, read }));
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
  // The second finds types stripped already.
  for (let times = 1; times <= 3; times += 1) await promisify(execFile)(process.execPath, args, { cwd: ROOT, env });
  const { files, inside, read } = JSON.parse(await readFile(LOADED, 'utf8')) as Record<
    'files' | 'inside' | 'read',
    string[]
  >;
  expect(LATER.filter((name) => files.some((file) => file.includes(`/node_modules/${name}/`)))).toEqual([]);
  expect(read.filter((url) => /build\/boot\/run.js/.test(url))).toHaveLength(1);
  // Runtime, loader, and packages outside the bundle.
  expect(read.filter((url) => !/^node:|\/build\//.test(url)).length).toBeLessThan(60);
  expect(inside.filter((name) => /deps\/(undici|amaro)/.test(name))).toEqual([]);
});
