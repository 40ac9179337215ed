import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
/** What the first who needs it loads: each would cost every start 10 to 40 ms and the server 5 to 20 MB for good. */
const LATER = ['sanitize-html', 'postcss', '@fastify/swagger', 'yaml', 'sharp', 'pg', 'lowlight'];

test('a start loads nothing that only few need', async () => {
  const order = `
    await import('./server/start.ts');
    const { Module } = await import('node:module');
    process.stdout.write(JSON.stringify({ files: Object.keys(Module._cache), inside: process.moduleLoadList }));
    process.exit();
  `;
  const args = ['--import', './server/runtime.mjs', '--input-type=module', '--eval', order];
  // The second finds types stripped already.
  for (let start = 1; start <= 2; start += 1) await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, maxBuffer: 8 * 1024 * 1024 });
  const { files, inside } = JSON.parse(stdout) as { files: string[]; inside: string[] };
  expect(files.some((file) => file.includes('/node_modules/fastify/'))).toBe(true);
  expect(LATER.filter((name) => files.some((file) => file.includes(`/node_modules/${name}/`)))).toEqual([]);
  expect(inside.filter((name) => /deps\/(undici|amaro)/.test(name))).toEqual([]);
});
