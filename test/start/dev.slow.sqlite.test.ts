import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ADMIN } from '../rig/server.ts';

const ROOT = path.join(import.meta.dirname, '../..');

test('npm run dev gives pages, and what Vite writes for itself does not start it again', async () => {
  const { scripts } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
  const [, ...args] = scripts.dev.split(' ');
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'rampa-dev-'));
  const env = { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR, ADMIN_PASSWORD: ADMIN.password };
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  try {
    await expect.poll(() => said, { timeout: 60_000 }).toMatch(/listening on /);
    const [origin = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
    const answer = await fetch(`${origin}/about`);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('<h1')]);
    expect(said).not.toContain('Restarting');
  } finally {
    child.kill();
    await once(child, 'exit');
  }
});
