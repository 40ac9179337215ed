import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { needFolder } from '../rig/needs.ts';
import { ADMIN } from '../rig/server.ts';

const ROOT = path.join(import.meta.dirname, '../..');

function start(args: string[], own: NodeJS.ProcessEnv = {}) {
  const env = { ...process.env, HOST: '127.0.0.1', PORT: '0', ...own };
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  const end = () => {
    child.kill();
    return exited;
  };
  onTestFinished(async () => void (await end()));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  return { said: () => said, end };
}

test('the demo ends quietly also while it makes its pictures', async () => {
  const { said, end } = start(['server.ts', '--demo']);
  await expect.poll(said).toMatch(/Filling the demo festival/);
  expect(await end()).toEqual([0, null]);
  expect(said()).not.toMatch(/"level":"(warn|error|fatal)"|at async/);
});

test('npm run dev gives pages, and what Vite writes for itself does not start it again', async () => {
  const { scripts } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
  const [, ...args] = scripts.dev.split(' ');
  const { said } = start(args, { DATA_DIR: await needFolder(), ADMIN_PASSWORD: ADMIN.password });
  await expect.poll(said).toMatch(/listening on /);
  const [origin = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(said()) ?? [];
  const answer = await fetch(`${origin}/about`);
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('<h1')]);
  expect(said()).not.toContain('Restarting');
});
