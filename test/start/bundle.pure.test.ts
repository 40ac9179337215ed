import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, readdir, rm, symlink, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { PAGE_SOURCES, SERVER_SOURCES } from '../../ops/build/sources.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** Copies sources and build. `load` returns the files that `loadServer` imports, and stderr. */
async function copyOfSite() {
  const site = await mkdtemp(path.join(tmpdir(), 'rampa-bundle-'));
  for (const entry of [...PAGE_SOURCES, ...SERVER_SOURCES, 'build', 'server.ts', 'package.json', 'package-lock.json'])
    await cp(path.join(ROOT, entry), path.join(site, entry), { recursive: true });
  await symlink(path.join(ROOT, 'node_modules'), path.join(site, 'node_modules'));
  const load = async () => {
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
    const files = stdout.trim().split('\n');
    return { files: files.map((url) => path.relative(site, fileURLToPath(url))), stderr };
  };
  return { site, load, [Symbol.asyncDispose]: () => rm(site, { recursive: true }) };
}

const BUNDLE = 'build/boot/run.js';
const SOURCE = 'boot/run.ts';

test('the server runs from sources that are newer than its bundle, and bundles them for the next start', async () => {
  await using copy = await copyOfSite();
  expect(await copy.load()).toEqual({ files: [BUNDLE], stderr: '' });
  await appendFile(path.join(copy.site, 'http', 'origin.ts'), '\n// changed\n');
  expect(await copy.load()).toEqual({ files: [SOURCE], stderr: '' });
  expect(await copy.load()).toEqual({ files: [BUNDLE], stderr: '' });
  expect(await readdir(path.join(copy.site, 'build'))).toEqual(['boot', 'client', 'code', 'server', 'stamp']);
});

test('a damaged bundle is made again, and the server starts from its sources meanwhile', async () => {
  await using copy = await copyOfSite();
  const bundle = path.join(copy.site, BUNDLE);
  for (const damage of [() => truncate(bundle, 50_000), () => truncate(bundle, 0), () => rm(bundle)]) {
    await damage();
    const { files, stderr } = await copy.load();
    expect(files.at(-1)).toBe(SOURCE);
    expect(stderr).toMatch(/^build\/boot is damaged, the server runs from its sources: .*\n$/);
    expect(await copy.load()).toEqual({ files: [BUNDLE], stderr: '' });
  }
});
