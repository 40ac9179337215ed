import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rampa } from '../rig/command.ts';
import { startServer } from '../rig/server.ts';

// Servers and commands are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'rampa-private-'));
  await chmod(dataDir, 0o755);
});
afterEach(() => rm(dataDir, { recursive: true }));

/** Names of those that other users of the machine may open. */
async function openToOthers(): Promise<string[]> {
  const names = await readdir(dataDir);
  const modes = await Promise.all(names.map(async (name) => (await stat(path.join(dataDir, name))).mode));
  return names.filter((_, at) => ((modes[at] ?? 0) & 0o007) !== 0 && names[at] !== 'server.lock');
}

test('in a folder that is open to all, what the server and its commands write is not', async () => {
  const server = await startServer({ dataDir });
  expect(await openToOthers()).toEqual([]);
  const copy = path.join(dataDir, 'site.tar');
  expect((await rampa(['backup', '--to', copy], { DATA_DIR: dataDir })).code).toBe(0);
  expect((await stat(copy)).mode & 0o077).toBe(0);
  await server.stop();
});

test('a database that was open to all is closed by the next start, and the log says so', async () => {
  await (await startServer({ dataDir })).kill();
  for (const name of await readdir(dataDir))
    if (name.startsWith('rampa.sqlite')) await chmod(path.join(dataDir, name), 0o644);
  const server = await startServer({ dataDir });
  expect(await openToOthers()).toEqual([]);
  expect(server.log()).toContain('every user of this machine could open');
  await server.stop();
});
