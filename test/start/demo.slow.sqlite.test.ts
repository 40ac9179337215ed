import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');

test('the demo ends quietly also while it makes its pictures', async () => {
  const env = { ...process.env, HOST: '127.0.0.1', PORT: '0' };
  const child = spawn(process.execPath, ['server.ts', '--demo'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  await expect.poll(() => said, { timeout: 60_000 }).toMatch(/Filling the demo festival/);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(said).not.toMatch(/"level":"(warn|error|fatal)"|at async/);
});
