import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../bench/rig/nginx.ts';
import { signIn } from '../../bench/rig/world.ts';
import { ADMIN } from '../../test/rig/server.ts';
import { noise } from '../../test/rig/world/pictures.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const ALWAYS = '@default'; // What the kernel lets through whatever a filter says of it

/** Every system call of a server's life (start, login, upload, pages, SIGTERM) against the list that the unit allows. Without systemd itself. */
export async function checkSyscalls(say: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rampa-calls-'));
  const file = path.join(folder, 'calls');
  try {
    await live(folder, file);
    const [, set = ''] =
      /^SystemCallFilter=(.*)$/m.exec(readFileSync(path.join(ROOT, 'deploy/systemd/rampa.service'), 'utf8')) ?? [];
    const allowed = new Set([...membersOf(set), ...membersOf(ALWAYS)]);
    const used = callsIn(readFileSync(file, 'utf8'));
    const refused = used.filter((call) => !allowed.has(call));
    if (used.length < 20 || refused.length > 0)
      throw new Error(`rampa.service: of ${used.length} system calls the filter refuses ${refused.join(', ')}.`);
    say(`  ${used.length} system calls of a server's life, all of ${set}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function live(folder: string, file: string): Promise<void> {
  const port = await freePort();
  const own = { DATA_DIR: folder, PORT: String(port), ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password };
  const traced = spawn('strace', ['-f', '-c', '-o', file, 'bin/node', 'server.ts'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...own },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(traced, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${origin}/readyz`).catch(() => undefined))?.ok) {
    if (traced.exitCode !== null) throw new Error('strace or the server ended at once.');
    await sleep(100);
  }
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(await noise(900, 700).jpeg().toBuffer())]), 'photo.jpg');
  const headers = { Authorization: `Bearer ${await signIn(origin)}` };
  const { status } = await fetch(`${origin}/api/upload`, { method: 'POST', headers, body: form });
  for (const page of ['/', '/news', '/favicon.ico', '/api/news']) await (await fetch(origin + page)).arrayBuffer();
  const [server] = readFileSync(`/proc/${traced.pid}/task/${traced.pid}/children`, 'utf8').split(' ');
  process.kill(Number(server), 'SIGTERM');
  await ended;
  if (status !== 201) throw new Error(`the upload answers ${status}.`);
}

/** With the sets that a set is made of. */
function membersOf(set: string): string[] {
  const listed = execFileSync('systemd-analyze', ['syscall-filter', set], { encoding: 'utf8' });
  const names = Array.from(listed.matchAll(/^ {4}([@\w]\S*)$/gm), ([, name = '']) => name);
  return names.flatMap((name) => (name.startsWith('@') ? membersOf(name) : [name]));
}

/** The last word of each line of strace's table. */
function callsIn(table: string): string[] {
  const names = Array.from(table.matchAll(/^ *[\d.]+ .* (\w+)$/gm), ([, name = '']) => name);
  return names.filter((name) => name !== 'total');
}
